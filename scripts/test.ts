/**
 * Runs the tests: one database server for the run, a template to clone from, every `*.test.ts` unless files are named.
 * Each file runs once: a test that fails on a busy machine is wrong. `--fast` leaves out what takes its time.
 */

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemplate, serverVariable, startTestPostgres } from '../apps/server/test/database.ts'
import { groupTimeoutMs, writeGroups } from './testing/groups.ts'
import { listTestFiles } from './testing/test-files.ts'

const named = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const isFast = process.argv.includes('--fast')
const options = process.argv.slice(2).filter(argument => argument.startsWith('--') && argument !== '--fast')
const files = named.length > 0 ? named : listTestFiles(isFast)
// A third of their time tests wait for processes and pages.
const concurrency = Math.max(3, Math.min(4, cpus().length))

// Once, before tests that run side by side look at it.
if (files.some(file => file.startsWith('apps/web/'))) await (await import('../apps/web/build/build.ts')).buildWebApp()
const folder = await mkdtemp(join(tmpdir(), 'rushes-groups-'))
const server = await startTestPostgres()
let exitCode = 1
try {
  await createTemplate(server.url)
  exitCode = await runTests(await writeGroups(folder, files))
} finally {
  await server.stop()
  await rm(folder, { recursive: true })
}
process.exit(exitCode)

/** Runs these groups; gives the exit code. */
async function runTests(groups: readonly string[]): Promise<number> {
  const limits = [`--test-concurrency=${concurrency}`, `--test-timeout=${groupTimeoutMs}`]
  const reporters = ['spec', './scripts/testing/slow-files.ts'].flatMap(reporter => [
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
  ])
  const tests = spawn(
    process.execPath,
    ['--import=./scripts/testing/seed.ts', '--test', ...reporters, ...limits, ...options, ...groups],
    { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', [serverVariable]: server.url } },
  )
  return new Promise(resolve => tests.on('exit', code => resolve(code ?? 1)))
}
