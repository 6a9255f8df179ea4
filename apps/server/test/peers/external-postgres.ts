/** A PostgreSQL 15 of the system, for tests of external databases. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntilReady } from '../../src/platform/database/embedded/postmaster.ts'
import { chooseRunAs } from '../../src/platform/database/embedded/run-as.ts'
import { runProgram, spawnProgram } from '../../src/platform/database/embedded/run-program.ts'
import { findFreePort } from '../service-process.ts'
import { whyNoPeer } from './wanted.ts'

const binaries = '/usr/lib/postgresql/15/bin'

/** Why tests that need it are left out; false where it is wanted and installed. */
export const lacksExternalPostgres = whyNoPeer(
  () => existsSync(binaries),
  'PostgreSQL 15 is not installed (Debian: apt-get install postgresql-15)',
)

/** The password of its user `keeper`, which has signs that addresses must escape. */
export const externalPassword = 'geheim/#1'

/** A server that listens on a port of this machine. */
export interface ExternalPostgres {
  readonly folder: string
  toUrl(database: string, password?: string, user?: string): string
  /** Ends it like `pg_ctl stop -m immediate`: without a goodbye to its clients or a checkpoint. */
  crash(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'rushes-external-'))
  const port = await findFreePort()
  const runAs = { ...chooseRunAs(), owner: undefined }
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, externalPassword)
  const cluster = join(folder, 'cluster')
  const made = await runProgram(runAs, join(binaries, 'initdb'), [
    ...['-D', cluster, '--username=keeper', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--locale=C', '--no-sync'],
  ])
  assert.ok(made.ok, made.output)
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off']
  const args = ['-D', cluster, ...settings.flatMap(one => ['-c', one])]
  const start = async () => {
    const server = spawnProgram(runAs, join(binaries, 'postgres'), args, { stdio: 'ignore', cwd: '/' })
    assert.ok(await waitUntilReady(cluster, server.pid ?? 0, () => server.exitCode !== null))
    return server
  }
  let server = await start()
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const exit = once(server, 'exit')
    server.kill(signal)
    await exit
  }
  return {
    folder,
    toUrl: (database, password = externalPassword, user = 'keeper') =>
      `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    crash: () => end('SIGQUIT'),
    async restart() {
      server = await start()
    },
    async stop() {
      await end('SIGINT')
      await rm(folder, { recursive: true })
    },
  }
}
