/** A service and the folder with its media belong together: a start on another folder would lose sight of them. */

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { startService } from '../../src/app.ts'
import { type Role, roles } from '../../src/platform/background/roles.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { createDatabase, createPool, StartError } from '../../src/platform/database/index.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '../database.ts'

let home: string
let database: TestDatabase
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'rushes-marker-'))
  database = await openTestDatabase()
})
after(async () => {
  await database.close()
  await rm(home, { recursive: true, force: true })
})

const markerOf = (folder: string) => join(home, folder, 'media/service-id')

/** Starts and stops a node with this data folder, on the database of this file and with all roles unless others are named. */
async function startOn(folder: string, { url } = database, role: Role = 'all'): Promise<void> {
  const config = readConfig({
    NODE_ENV: 'test',
    RUSHES_PORT: '0',
    RUSHES_DATA: join(home, folder),
    RUSHES_ROLE: role,
    RUSHES_DATABASE_URL: url,
    RUSHES_DRAIN_SECONDS: '0',
    RUSHES_SECRET: 'a secret that all nodes share',
  })
  const pool = createPool(url, silentLog)
  const own = { db: createDatabase(pool, silentLog), pool, url, timings: {}, stop: () => pool.end() }
  const service = await startService(config, pino({ level: 'silent' }), { database: own })
  await service.stop()
}

const refuses = (folder: string, reason: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StartError)
  assert.match(error.message, /^RUSHES_DATA: [^\n]*$/)
  assert.ok(error.message.includes(join(home, folder, 'media')), error.message)
  assert.match(error.message, reason)
  return true
}

test('a node starts on the folder of its service, and on no other', async () => {
  await startOn('shared')
  await startOn('shared')
  const id = (await readFile(markerOf('shared'), 'utf8')).trim()
  assert.match(id, /^[0-9a-f-]{36}$/)

  for (const role of roles) {
    await assert.rejects(startOn('another', database, role), refuses('another', /has no file service-id/), role)
  }
  await writeFile(markerOf('another'), id)
  await startOn('another')
})

test('a folder of another service is refused, also by a service that has none yet', async () => {
  const other = await openTestDatabase()
  try {
    await assert.rejects(startOn('shared', other), refuses('shared', /another service/))
    await startOn('its own', other)
    await assert.rejects(startOn('shared', other), refuses('shared', /another service/))
  } finally {
    await other.close()
  }
})

test('a folder with media from before there were markers is not taken by a database that names no file', async () => {
  const other = await openTestDatabase()
  const file = join(home, 'old', 'media/blobs/1/2/3')
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, 'bytes')
    await assert.rejects(startOn('old', other), refuses('old', /knows nothing/))
    await assert.rejects(readFile(markerOf('old')), { code: 'ENOENT' })
    const { id } = await other.db.selectFrom('service_identity').select('id').executeTakeFirstOrThrow()
    await writeFile(markerOf('old'), id)
    await startOn('old', other)
  } finally {
    await other.close()
  }
})

test('a folder from before there were markers gets one', async () => {
  await rm(markerOf('shared'))
  await database.db.deleteFrom('service_identity').execute()
  await startOn('shared')
  assert.match(await readFile(markerOf('shared'), 'utf8'), /^[0-9a-f-]{36}\n$/)
})
