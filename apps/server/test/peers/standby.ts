/** A PostgreSQL server with a streaming standby that has every acknowledged write, from the embedded binaries. */

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { copyBinaries, findPostgresPackage } from '../../src/platform/database/embedded/binaries.ts'
import { createCluster, embeddedUser } from '../../src/platform/database/embedded/cluster.ts'
import { giveTo } from '../../src/platform/database/embedded/folder.ts'
import { waitUntilReady } from '../../src/platform/database/embedded/postmaster.ts'
import { chooseRunAs } from '../../src/platform/database/embedded/run-as.ts'
import { spawnProgram } from '../../src/platform/database/embedded/run-program.ts'
import { findFreePort } from '../service-process.ts'
import { until } from '../until.ts'

export interface PrimaryAndStandby {
  /** An empty database of both servers, as a service names it. */
  readonly url: string
  /** The same database, of the primary alone. */
  readonly primaryUrl: string
  /** Ends the primary without a checkpoint or a goodbye to its clients. */
  crashPrimary(): Promise<void>
  /** The same, of the standby: what is written then waits. */
  crashStandby(): Promise<void>
  /** Starts it again; resolves when it has what the primary has. */
  startStandby(): Promise<void>
  /** Statements at the primary, in the database of the service. */
  execute<Row>(...statements: readonly string[]): Promise<Row[]>
  /** Makes the standby a server that accepts writes. */
  promoteStandby(): Promise<void>
  stop(): Promise<void>
}

const name = 'rushes'

export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  await using begun = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'rushes-standby-'))
  begun.defer(() => rm(root, { recursive: true, force: true }))
  const runAs = chooseRunAs()
  const binaries = await copyBinaries(findPostgresPackage(), root)
  const [primary, standby] = [join(root, 'primary'), join(root, 'standby')]
  const ports = { primary: await findFreePort(), standby: await findFreePort() }
  await createCluster(binaries, primary, root, runAs)
  await giveTo(root, runAs.owner)

  const servers: ChildProcess[] = []
  begun.defer(async () => {
    for (const server of servers) await crash(server)
  })
  async function start(cluster: string, port: number): Promise<ChildProcess> {
    const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'wal_keep_size=1GB']
    // What is written survives a crash of the server, though not of the machine.
    const args = ['-D', cluster, ...[...settings, 'fsync=off', 'max_connections=200'].flatMap(one => ['-c', one])]
    const server = spawnProgram(runAs, join(binaries, 'bin', 'postgres'), args, { stdio: 'ignore', cwd: '/' })
    servers.push(server)
    assert.ok(await waitUntilReady(cluster, server.pid ?? 0, () => server.exitCode !== null))
    return server
  }
  async function execute<Row>(port: number, statements: readonly string[], database = 'postgres'): Promise<Row[]> {
    const client = new Client({ connectionString: `postgres://${embeddedUser}@127.0.0.1:${port}/${database}` })
    await client.connect()
    try {
      let rows: Row[] = []
      for (const statement of statements) rows = (await client.query(statement)).rows
      return rows
    } finally {
      await client.end()
    }
  }

  const server = await start(primary, ports.primary)
  await execute(ports.primary, [`create database ${name}`])
  await copyToStandby()
  let follower = await start(standby, ports.standby)
  await untilStreaming()
  await execute(ports.primary, [`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()'])

  async function untilStreaming(): Promise<void> {
    await until('the standby streams', async () => {
      const states = await execute<{ state: string }>(ports.primary, ['select state from pg_stat_replication'])
      return states.some(({ state }) => state === 'streaming')
    })
  }

  /** As `pg_basebackup` does it, which the package does not contain. */
  async function copyToStandby(): Promise<void> {
    const client = new Client({ connectionString: `postgres://${embeddedUser}@127.0.0.1:${ports.primary}/postgres` })
    await client.connect()
    await client.query(`select pg_backup_start('standby', true)`)
    await copyLiveFolder(primary, standby)
    for (const file of ['postmaster.pid', 'postmaster.opts']) await rm(join(standby, file), { force: true })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await client.end()
    await writeFile(join(standby, 'backup_label'), rows[0]!.labelfile)
    await writeFile(join(standby, 'standby.signal'), '')
    const connection = `primary_conninfo = 'host=127.0.0.1 port=${ports.primary} user=${embeddedUser}'\n`
    await appendFile(join(standby, 'postgresql.auto.conf'), connection)
    await giveTo(standby, runAs.owner)
  }

  const peers = begun.move()
  const hosts = `127.0.0.1:${ports.primary},127.0.0.1:${ports.standby}`
  return {
    url: `postgres://${embeddedUser}@${hosts}/${name}?target_session_attrs=read-write`,
    primaryUrl: `postgres://${embeddedUser}@127.0.0.1:${ports.primary}/${name}`,
    crashPrimary: () => crash(server),
    crashStandby: () => crash(follower),
    async startStandby() {
      follower = await start(standby, ports.standby)
      await untilStreaming()
    },
    execute: (...statements) => execute(ports.primary, statements, name),
    async promoteStandby() {
      const [row] = await execute<{ promoted: boolean }>(ports.standby, ['select pg_promote() as promoted'])
      assert.ok(row?.promoted)
    },
    stop: () => peers.disposeAsync(),
  }
}

async function crash(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGQUIT')
  await exit
}

/** Copies what a server is writing: a file that it removes meanwhile is one that nobody needs. */
async function copyLiveFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyLiveFolder(source, target)
    else await copyFile(source, target).catch(ignoreMissing)
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
