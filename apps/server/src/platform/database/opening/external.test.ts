import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { silentLog } from '../../../../test/database.ts'
import {
  type ExternalPostgres,
  externalPassword,
  lacksExternalPostgres,
  startExternalPostgres,
} from '../../../../test/peers/external-postgres.ts'
import { findFreePort } from '../../../../test/service-process.ts'
import { assertUsableServer, findMisfit } from './external.ts'
import { openDatabase } from './open.ts'

function assertRefused(url: string, message: RegExp): Promise<void> {
  return assert.rejects(assertUsableServer(url), (error: Error) => {
    assert.equal(error.name, 'StartError')
    assert.match(error.message, /^RUSHES_DATABASE_URL: /)
    assert.match(error.message, message)
    assert.ok(!error.message.includes('\n') && !error.message.includes('geheim'), error.message)
    return true
  })
}

describe('an external PostgreSQL 15', { skip: lacksExternalPostgres }, () => {
  let server: ExternalPostgres
  const toUrl = (...parts: Parameters<ExternalPostgres['toUrl']>) => server.toUrl(...parts)

  before(async () => {
    server = await startExternalPostgres()
    const client = new Client({ connectionString: toUrl('postgres') })
    await client.connect()
    await client.query('create database media')
    await client.query(`create database odd encoding 'SQL_ASCII' template template0`)
    await client.query(`create role guest login password 'geheim'`)
    await client.end()
  })
  after(() => server.stop())

  test('it is opened and migrated like the embedded one', async () => {
    const config = { dataDir: join(server.folder, 'unused'), databaseUrl: toUrl('media') }
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
    await assertRefused(toUrl('media', externalPassword, 'stranger'), /refused the user or its password/)
    await assertRefused(toUrl('nowhere'), /the database does not exist/)
    await assertRefused(toUrl('odd'), /encoding SQL_ASCII, but UTF8 is needed/)
  })

  test('a user who may not create tables gets a message that says so', async () => {
    const config = { dataDir: server.folder, databaseUrl: toUrl('media', 'geheim', 'guest') }
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
