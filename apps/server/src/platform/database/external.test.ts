import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { silentLog } from '../../../test/database.ts'
import { waitUntilReady } from './embedded/postmaster.ts'
import { chooseRunAs } from './embedded/run-as.ts'
import { runProgram, spawnProgram } from './embedded/run-program.ts'
import { assertUsableServer, findMisfit } from './external.ts'
import { openDatabase } from './open.ts'

const binaries = '/usr/lib/postgresql/15/bin'
const skip = existsSync(binaries) ? false : 'PostgreSQL 15 is not installed (Debian: apt-get install postgresql-15)'
const password = 'geheim/#1'

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

function assertRefused(url: string, message: RegExp): Promise<void> {
  return assert.rejects(assertUsableServer(url), (error: Error) => {
    assert.equal(error.name, 'StartError')
    assert.match(error.message, /^RUSHES_DATABASE_URL: /)
    assert.match(error.message, message)
    assert.ok(!error.message.includes('\n') && !error.message.includes('geheim'), error.message)
    return true
  })
}

describe('an external PostgreSQL 15', { skip }, () => {
  let folder: string
  let port: number
  let server: ChildProcess
  const toUrl = (database: string, secret = password, user = 'keeper') =>
    `postgres://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rushes-external-'))
    port = await findFreePort()
    const runAs = { ...chooseRunAs(), owner: undefined }
    const passwordFile = join(folder, 'password')
    await writeFile(passwordFile, password)
    const cluster = join(folder, 'cluster')
    const made = await runProgram(runAs, join(binaries, 'initdb'), [
      ...['-D', cluster, '--username=keeper', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ...['--encoding=UTF8', '--locale=C', '--no-sync'],
    ])
    assert.ok(made.ok, made.output)
    const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off']
    server = spawnProgram(runAs, join(binaries, 'postgres'), ['-D', cluster, ...settings.flatMap(one => ['-c', one])], {
      stdio: 'ignore',
      cwd: '/',
    })
    assert.ok(await waitUntilReady(cluster, server.pid ?? 0, () => server.exitCode !== null))
    const client = new Client({ connectionString: toUrl('postgres') })
    await client.connect()
    await client.query('create database media')
    await client.query(`create database odd encoding 'SQL_ASCII' template template0`)
    await client.query(`create role guest login password 'geheim'`)
    await client.end()
  })
  after(async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
    await rm(folder, { recursive: true })
  })

  test('it is opened and migrated like the embedded one', async () => {
    const config = { dataDir: join(folder, 'unused'), databaseUrl: toUrl('media') }
    const { db, stop } = await openDatabase(config, silentLog)
    const { rows } = await sql<{ id: number }>`select nextval('rushes_id') as id`.execute(db)
    assert.deepEqual(rows, [{ id: 1 }])
    await stop()
    assert.ok(!existsSync(config.dataDir))
  })

  test('a wrong password, an unknown user, database or encoding is one clear line without the password', async () => {
    await assertRefused(
      toUrl('media', 'geheim-but-wrong'),
      /refused the user or its password \(127\.0\.0\.1:\d+\/media\)/,
    )
    await assertRefused(toUrl('media', password, 'stranger'), /refused the user or its password/)
    await assertRefused(toUrl('nowhere'), /the database does not exist/)
    await assertRefused(toUrl('odd'), /encoding SQL_ASCII, but UTF8 is needed/)
  })

  test('a user who may not create tables is told so', async () => {
    const config = { dataDir: folder, databaseUrl: toUrl('media', 'geheim', 'guest') }
    await assert.rejects(openDatabase(config, silentLog), { name: 'StartError', message: /permission denied/ })
  })
})

describe('an external server that cannot be used', () => {
  test('nobody listens there', async () => {
    await assertRefused(`postgres://u:geheim@127.0.0.1:${await findFreePort()}/d`, /no server answers there/)
    await assertRefused('postgres://u:geheim@localhost/d?host=/nowhere', /no server answers there/)
  })

  test('something else listens there', async () => {
    const other = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : 0
    await assertRefused(`postgres://u:geheim@127.0.0.1:${port}/d`, /./)
    other.close()
  })

  test('it is too old, or its database is not UTF-8', () => {
    assert.match(findMisfit(140_012, 'UTF8') ?? '', /PostgreSQL 14, but 15/)
    assert.match(findMisfit(180_004, 'LATIN1') ?? '', /LATIN1/)
    assert.equal(findMisfit(150_000, 'UTF8'), undefined)
  })
})
