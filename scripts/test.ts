/**
 * Runs the tests: one database server for the run, a template to clone from, every `*.test.ts` unless files are named.
 * Of a whole run the few files that failed are run once more by themselves: what passes then is named as unsteady and
 * does not fail the run, since films and pages are played beside each other on whatever machine this is.
 */

import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createTemplate, serverVariable, startTestPostgres } from '../apps/server/test/database.ts'

/** More failed files than these are no accident. */
const mostUnsteady = 3

const named = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const options = process.argv.slice(2).filter(argument => argument.startsWith('--'))
const files =
  named.length > 0
    ? named
    : globSync(['packages/*/src/**/*.test.ts', 'apps/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'])
// A third of their time tests wait for processes and pages.
const concurrency = Math.max(3, Math.min(4, cpus().length))

// Once, before tests that run side by side look at it.
if (files.some(file => file.startsWith('apps/web/'))) await (await import('../apps/web/build/build.ts')).buildWebApp()
const server = await startTestPostgres()
const folder = mkdtempSync(join(tmpdir(), 'rushes-tests-'))
let exitCode = 1
try {
  await createTemplate(server.url)
  const { code, failed } = await runTests(files.sort(), concurrency)
  exitCode = code
  if (named.length === 0 && !process.env.RUSHES_LONG && failed.length > 0 && failed.length <= mostUnsteady) {
    console.log(`\nOnce more, by themselves: ${failed.join(' ')}\n`)
    const again = await runTests(failed, 1)
    exitCode = again.code
    if (exitCode === 0) console.log(`\nUnsteady, to be looked into: ${failed.join(' ')} failed beside others.`)
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(exitCode)

/** Runs these files; the names of those in which a test failed come back with the exit code. */
async function runTests(paths: readonly string[], atOnce: number): Promise<{ code: number; failed: string[] }> {
  const failures = join(folder, 'failed')
  const reporters = [
    ['spec', 'stdout'],
    ['./scripts/testing/failed-files.ts', failures],
  ].flatMap(([reporter, destination]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${destination}`])
  const limits = [`--test-concurrency=${atOnce}`, '--test-timeout=300000']
  const tests = spawn(
    process.execPath,
    ['--import=./scripts/testing/seed.ts', '--test', ...limits, ...reporters, ...options, ...paths],
    { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', [serverVariable]: server.url } },
  )
  const code = await new Promise<number>(resolve => tests.on('exit', code => resolve(code ?? 1)))
  const failed = readFileSync(failures, 'utf8').split('\n').filter(Boolean)
  return { code, failed: failed.map(path => relative('.', path)) }
}
