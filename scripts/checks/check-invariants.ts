import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findViolations, invariants } from './invariants.ts'
import { wordRules } from './words.ts'

const textual = /\.(?:c?[jt]sx?|mjs|json|md|sql|sh|ya?ml|css|html|npmrc)$/
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter(file => textual.test(file) && existsSync(file))
const texts = new Map(files.map(file => [file, readFileSync(file, 'utf8')]))
const violations = findViolations(texts, [...invariants, ...wordRules])
for (const violation of violations) console.error(violation)
process.exit(violations.length === 0 ? 0 : 1)
