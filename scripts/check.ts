/** Everything that is checked beside the tests' own result; `--skip-tests` where the tests have just run. */

import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { findDecisionViolations } from './checks/decisions.ts'
import { findFolderViolations, folderRules } from './checks/folders.ts'

const largestFile = 400
const bin = 'node_modules/.bin'

interface Check {
  name: string
  run: () => boolean
}

function command(name: string, program: string, ...args: string[]): Check {
  return { name, run: () => spawnSync(`${bin}/${program}`, args, { stdio: 'inherit' }).status === 0 }
}

/** Files stay small enough to be read at once. */
function checkFileSizes(): boolean {
  const files = globSync([
    'packages/*/src/**/*.ts',
    'apps/*/{src,test,build,pictures}/**/*.{ts,tsx}',
    'bench/src/**/*.ts',
    'scripts/{,checks/,documents/,packages/,testing/}*.{ts,mjs}',
  ])
  const sizes = files.map(file => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  const large = sizes.filter(({ lines }) => lines > largestFile)
  for (const { file, lines } of large) console.error(`${file} has ${lines} lines; ${largestFile} at most`)
  const median = sizes.map(({ lines }) => lines).sort((a, b) => a - b)[Math.floor(sizes.length / 2)]
  console.log(`${sizes.length} files, median ${median} lines`)
  return large.length === 0
}

/** Folders stay small enough to be read at once. */
function checkFolderSizes(): boolean {
  const sources = ['packages/*/src/**/*', 'apps/*/{src,test,build,pictures}/**/*', 'bench/src/**/*', 'scripts/**/*']
  const files = globSync(sources, { exclude: ['**/node_modules/**'] }).filter(path => statSync(path).isFile())
  const violations = findFolderViolations(files, folderRules)
  for (const violation of violations) console.error(violation)
  return violations.length === 0
}

/** Decisions have a status, and documents and code cite those that are in force. */
function checkDecisions(): boolean {
  const read = (patterns: string[]) => new Map(globSync(patterns).map(file => [file, readFileSync(file, 'utf8')]))
  const documents = ['*.md', 'docs/{,guides/,interface/}*.md', 'bench/*.md']
  const sources = read([...documents, '{apps,packages}/*/{src,test,build}/**/*.{ts,tsx}', 'bench/src/**/*.ts'])
  const violations = findDecisionViolations(read(['docs/adr/*.md']), sources)
  for (const violation of violations) console.error(violation)
  return violations.length === 0
}

const checks: Check[] = [
  command('lint and format', 'biome', 'check', '--error-on-warnings', '.'),
  command('types', 'tsc', '-p', '.'),
  command('types of the pages', 'tsc', '-p', 'apps/web'),
  command(
    'dependency rules',
    'depcruise',
    'packages',
    'apps',
    'bench',
    'scripts',
    '--config',
    '.dependency-cruiser.cjs',
  ),
  command('dead code', 'knip', '--exclude', 'types'),
  { name: 'file sizes', run: checkFileSizes },
  { name: 'folder sizes', run: checkFolderSizes },
  {
    name: 'invariants',
    run: () => spawnSync(process.execPath, ['scripts/checks/check-invariants.ts'], { stdio: 'inherit' }).status === 0,
  },
  {
    name: 'rules of the interface',
    run: () => spawnSync(process.execPath, ['scripts/documents/check-rules.ts'], { stdio: 'inherit' }).status === 0,
  },
  { name: 'decisions', run: checkDecisions },
  {
    name: 'OpenAPI document',
    run: () => spawnSync(process.execPath, ['scripts/checks/check-openapi.ts'], { stdio: 'inherit' }).status === 0,
  },
  {
    name: 'generated documents',
    run: () =>
      spawnSync(process.execPath, ['scripts/documents/generate-docs.ts', '--check'], { stdio: 'inherit' }).status === 0,
  },
]
if (!process.argv.includes('--skip-tests')) {
  checks.push({
    name: 'tests',
    run: () => spawnSync(process.execPath, ['scripts/testing/test.ts'], { stdio: 'inherit' }).status === 0,
  })
}

const failed = checks.filter(check => {
  console.log(`\n== ${check.name}`)
  return !check.run()
})
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.map(check => check.name).join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
