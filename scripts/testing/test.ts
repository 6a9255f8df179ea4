/**
 * Runs the tests: one database server for the run, a template to clone from, every `*.test.ts` unless files are named.
 * Each file runs once: a test that fails on a busy machine is wrong. `--fast` leaves out what takes its time; with
 * `--objects` the media of services is in an object store, and what has to do with media runs; with `--whole` as well, all
 * that asks a service.
 */

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemplate, serverVariable, startTestPostgres } from '../../apps/server/test/database.ts'
import { startObjectStore, storeVariable } from '../../apps/server/test/peers/object-store.ts'
import { filmsVariable } from '../../apps/server/test/scene/sample-film.ts'
import { groupTimeoutMs, writeGroups } from './groups.ts'
import { listObjectTestFiles, listTestFiles } from './test-files.ts'

const named = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const isFast = process.argv.includes('--fast')
const inObjects = process.argv.includes('--objects')
const own = ['--fast', '--objects', '--whole']
const options = process.argv.slice(2).filter(argument => argument.startsWith('--') && !own.includes(argument))
const all = inObjects ? listObjectTestFiles(process.argv.includes('--whole')) : listTestFiles(isFast)
const files = named.length > 0 ? named : all
const preloaded = ['untracked', 'seed'].map(name => `--import=./scripts/testing/${name}.ts`)
// A third of their time tests wait for processes and pages.
const concurrency = Math.max(3, Math.min(4, cpus().length))

// Once, before tests that run side by side look at it.
if (files.some(file => file.startsWith('apps/web/')))
  await (await import('../../apps/web/build/build.ts')).buildWebApp()
const folder = await mkdtemp(join(tmpdir(), 'rushes-groups-'))
const server = await startTestPostgres()
const store = inObjects ? await startObjectStore() : undefined
let exitCode = 1
try {
  await createTemplate(server.url)
  exitCode = await runTests(await writeGroups(folder, files))
} finally {
  await server.stop()
  await store?.stop()
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
  const peers = {
    [serverVariable]: server.url,
    [filmsVariable]: folder,
    ...(store && { [storeVariable]: store.endpoint }),
  }
  const tests = spawn(process.execPath, [...preloaded, '--test', ...reporters, ...limits, ...options, ...groups], {
    stdio: 'inherit',
    env: { ...process.env, ...peers, NODE_ENV: 'test' },
  })
  // Its end is awaited, so that the server and its files are removed, which may be in memory.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
  return new Promise(resolve => tests.on('exit', code => resolve(code ?? 1)))
}
