/** Everything that is checked without a test: format, types, imports, dead code, rules, documents. */

import { spawn } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { ImportGraph } from '../testing/import-graph.ts'
import { findLaneViolations, listTestFiles } from '../testing/lanes.ts'
import { findDecisionViolations } from './decisions.ts'
import { findFolderViolations, folderRules } from './folders.ts'

const largestFile = 400
const bin = 'node_modules/.bin'
const rulesOfImports = '.dependency-cruiser.cjs'

/** As many at the same time as there are processors; the longest begin first. */
const concurrency = 2

interface Outcome {
  readonly isPassed: boolean
  readonly output: string
}

interface Check {
  readonly name: string
  readonly run: () => Outcome | Promise<Outcome>
}

/** Runs a program; its output is shown in one piece. */
function start(program: string, args: readonly string[]): Promise<Outcome> {
  return new Promise(resolve => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', error => resolve({ isPassed: false, output: error.message }))
    child.on('close', code => resolve({ isPassed: code === 0, output }))
  })
}

function command(name: string, program: string, ...args: string[]): Check {
  return { name, run: () => start(`${bin}/${program}`, args) }
}

function script(name: string, ...args: string[]): Check {
  return { name, run: () => start(process.execPath, args) }
}

function toOutcome(violations: readonly string[]): Outcome {
  return { isPassed: violations.length === 0, output: violations.join('\n') }
}

/** Files stay small enough to be read at once. */
function checkFileSizes(): Outcome {
  const files = globSync([
    'packages/*/src/**/*.ts',
    'apps/*/{src,test,build,pictures}/**/*.{ts,tsx}',
    'bench/src/**/*.ts',
    'scripts/{,checks/,documents/,packages/,testing/,testing/runner/}*.{ts,mjs}',
  ])
  const sizes = files.map(file => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  const large = sizes.filter(({ lines }) => lines > largestFile)
  return toOutcome(large.map(({ file, lines }) => `${file} has ${lines} lines; ${largestFile} at most`))
}

/** Folders stay small enough to be read at once. */
function checkFolderSizes(): Outcome {
  const sources = ['packages/*/src/**/*', 'apps/*/{src,test,build,pictures}/**/*', 'bench/src/**/*', 'scripts/**/*']
  const files = globSync(sources, { exclude: ['**/node_modules/**'] }).filter(path => statSync(path).isFile())
  return toOutcome(findFolderViolations(files, folderRules))
}

/** Decisions have a status, and documents and code cite those that are in force. */
function checkDecisions(): Outcome {
  const read = (patterns: string[]) => new Map(globSync(patterns).map(file => [file, readFileSync(file, 'utf8')]))
  const documents = ['*.md', 'docs/{,guides/,interface/}*.md', 'bench/*.md']
  const sources = read([...documents, '{apps,packages}/*/{src,test,build}/**/*.{ts,tsx}', 'bench/src/**/*.ts'])
  return toOutcome(findDecisionViolations(read(['docs/adr/*.md']), sources))
}

/** Every test that starts processes has a lane. */
function checkLanes(): Outcome {
  return toOutcome(findLaneViolations(listTestFiles(), new ImportGraph()))
}

const checks: readonly Check[] = [
  command('dependency rules', 'depcruise', ...['packages', 'apps', 'bench', 'scripts'], '--config', rulesOfImports),
  command('dead code', 'knip', '--exclude', 'types'),
  // With threads of its own each works out the same types again: twice the processor, and other checks run beside it.
  command('types', 'tsc', '-p', '.', '--singleThreaded'),
  command('types of the pages', 'tsc', '-p', 'apps/web', '--singleThreaded'),
  script('OpenAPI document', 'scripts/checks/check-openapi.ts'),
  script('generated documents', 'scripts/documents/generate-docs.ts', '--check'),
  command('lint and format', 'biome', 'check', '--error-on-warnings', '.'),
  script('invariants', 'scripts/checks/check-invariants.ts'),
  script('rules of the interface', 'scripts/documents/check-rules.ts'),
  { name: 'file sizes', run: checkFileSizes },
  { name: 'folder sizes', run: checkFolderSizes },
  { name: 'decisions', run: checkDecisions },
  { name: 'lanes of tests', run: checkLanes },
]

/** Runs them all, shows what those that failed print; answers whether all passed. */
export async function runChecks(): Promise<boolean> {
  const failed: string[] = []
  const waiting = [...checks]
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { isPassed, output } = await check.run()
      console.log(`${isPassed ? '✔' : '✖'} ${check.name}`)
      if (isPassed) continue
      console.log(output.trimEnd())
      failed.push(check.name)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`)
  return failed.length === 0
}
