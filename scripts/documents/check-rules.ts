import { globSync, readFileSync } from 'node:fs'
import { contract, type Endpoint, eventTypes } from '../../packages/contract/src/index.ts'
import { findRuleViolations } from './rules.ts'

/** Rules that no test cites yet; the list only gets shorter. */
const exceptions: readonly string[] = []

const read = (patterns: string[]) => new Map(globSync(patterns).map(file => [file, readFileSync(file, 'utf8')]))
const pages = read(['docs/interface/*.md'])
pages.delete('docs/interface/README.md')
const sources = read(['{apps,packages}/*/{src,test,build}/**/*.{ts,tsx}', 'bench/src/**/*.ts', 'scripts/*.ts'])
const endpoints: Endpoint[] = Object.values(contract).flatMap(module => Object.values(module))
const names = [...endpoints.map(({ method, path }) => `${method} ${path}`), ...eventTypes]
const ids = endpoints.map(({ id }) => id)

const violations = findRuleViolations({ pages, sources, names, endpoints: ids, events: eventTypes, exceptions })
for (const violation of violations) console.error(violation)
process.exit(violations.length === 0 ? 0 : 1)
