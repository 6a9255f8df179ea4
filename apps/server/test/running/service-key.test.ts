/** The key of a service: no start with another one, a change that loses nothing, and nothing sent unsigned. */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createClient } from '@rushes/client'
import { sql } from 'kysely'
import { pino } from 'pino'
import { type RunningService, sealedColumns, startService } from '../../src/app.ts'
import { backUpService, restoreService } from '../../src/backup.ts'
import { createPlace } from '../../src/modules/backup/testing/places.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { createDatabase, createPool, StartError } from '../../src/platform/database/index.ts'
import { forgetKey, rotateKey } from '../../src/platform/security/secrets/rotate-key.ts'
import { unseal } from '../../src/platform/security/secrets/sealed.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '../database.ts'
import { isSigned, type Receiver, startReceiver } from '../peers/receiver.ts'
import { beginUpload } from '../scene/begin-upload.ts'
import { adminPassword } from '../service.ts'
import { until } from '../until.ts'

const first = 'the first key of this service'
const second = 'the second key of this service'

let home: string
let dataDir: string
let database: TestDatabase
let receiver: Receiver
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'rushes-key-'))
  receiver = await startReceiver()
})
after(async () => {
  await receiver.stop()
  await database?.close()
  await rm(home, { recursive: true, force: true })
})

async function start(environment: Record<string, string>, logged: string[] = []): Promise<RunningService> {
  const config = readConfig({
    NODE_ENV: 'test',
    RUSHES_PORT: '0',
    RUSHES_DATA: dataDir,
    RUSHES_ADMIN_PASSWORD: adminPassword,
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
    ...environment,
  })
  const pool = createPool(database.url, silentLog)
  const own = { db: createDatabase(pool, silentLog), pool, url: database.url, timings: {}, stop: () => pool.end() }
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  return startService(config, log, { database: own })
}

/** Runs the steps on a service that is stopped after them. */
async function on<T>(environment: Record<string, string>, steps: (service: RunningService) => Promise<T>): Promise<T> {
  const service = await start(environment)
  try {
    return await steps(service)
  } finally {
    await service.stop()
  }
}

async function signIn({ url }: RunningService) {
  const { token } = await createClient({ baseUrl: url }).authentication.login({
    body: { username: 'admin', password: adminPassword },
  })
  const api = createClient({ baseUrl: url, ...(token === undefined ? {} : { token }) })
  const me = await api.authentication.getCurrentUser()
  return { api, id: (await api.accounts.listAccountRights({ id: me.id })).items[0]!.id }
}

/** Makes a webhook on the service, and gives its secret. */
async function createWebhook(service: RunningService): Promise<{ webhookId: number; secret: string }> {
  const { api, id } = await signIn(service)
  const made = await api.webhooks.createWebhook({ id, body: { url: receiver.url, types: ['Production.create'] } })
  return { webhookId: made.id, secret: made.secret! }
}

async function createProduction(service: RunningService): Promise<void> {
  const { api, id } = await signIn(service)
  await api.productions.createProduction({ body: { accountId: id, name: 'A production' } })
}

const refuses = (reason: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StartError, String(error))
  assert.match(error.message, /^[^\n]*$/)
  assert.match(error.message, reason)
  return true
}

beforeEach(async () => {
  await database?.close()
  database = await openTestDatabase()
  dataDir = await mkdtemp(join(home, 'data-'))
  receiver.received.length = 0
})

test('a start with another key is refused with one line, and changes nothing', async () => {
  await on({ RUSHES_SECRET: first }, createWebhook)
  await assert.rejects(start({ RUSHES_SECRET: second }), refuses(/^RUSHES_SECRET: .*RUSHES_SECRET_PREVIOUS/))
  await assert.rejects(start({}), refuses(/^RUSHES_SECRET: /))
  assert.equal(existsSync(join(dataDir, 'secret')), false, 'no new key is created for a service that has one')
  await assert.rejects(
    start({ RUSHES_SECRET: second, RUSHES_SECRET_PREVIOUS: 'neither the one nor the other' }),
    refuses(/^RUSHES_SECRET_PREVIOUS/),
  )
  await on({ RUSHES_SECRET: first }, async () => {})
})

test('the key in the data folder is held to the same', async () => {
  await on({}, createWebhook)
  const path = join(dataDir, 'secret')
  await rename(path, `${path}.old`)
  await assert.rejects(start({}), refuses(/secret/))
  await writeFile(path, 'another key in its file')
  await assert.rejects(start({}), refuses(/secret/))
  await on({ RUSHES_SECRET: second, RUSHES_SECRET_PREVIOUS: await readFile(`${path}.old`, 'utf8') }, async () => {})
})

test('with RUSHES_SECRET_PREVIOUS the key is changed: what was sealed is sealed with the new one', async () => {
  const { secret } = await on({ RUSHES_SECRET: first }, createWebhook)
  await on({ RUSHES_SECRET: second, RUSHES_SECRET_PREVIOUS: first }, createProduction)
  await assert.rejects(start({ RUSHES_SECRET: first }), refuses(/^RUSHES_SECRET: /))
  await on({ RUSHES_SECRET: second }, async service => {
    await createProduction(service)
    const messages = await receiver.waitFor(2)
    assert.deepEqual(
      messages.map(message => isSigned(message, secret)),
      [true, true],
    )
  })
})

test('links signed with the previous key open as long as it is given', async () => {
  const location = await on({ RUSHES_SECRET: first, RUSHES_PUBLIC_URL: 'http://127.0.0.1:1' }, async service => {
    const { api, id } = await signIn(service)
    const { id: prId } = await api.productions.createProduction({ body: { accountId: id, name: 'A production' } })
    return new URL((await beginUpload(api, prId, 100)).location)
  })
  const ask = (service: RunningService) =>
    fetch(`${service.url}${location.pathname}${location.search}`, { method: 'HEAD' })
  const rotation = { RUSHES_SECRET: second, RUSHES_SECRET_PREVIOUS: first }
  assert.equal((await on(rotation, ask)).status, 200)
  assert.equal((await on({ RUSHES_SECRET: second }, ask)).status, 401)
})

describe('a rotation of the key in the data folder', () => {
  const settings = () => ({ RUSHES_DATA: dataDir, RUSHES_DATABASE_URL: database.url })
  const ask = (location: URL) => async (service: RunningService) =>
    (await fetch(`${service.url}${location.pathname}${location.search}`, { method: 'HEAD' })).status

  test('seals all again, keeps sessions, and ends old addresses when the previous key is forgotten', async () => {
    const before = await on({ RUSHES_PUBLIC_URL: 'http://127.0.0.1:1' }, async service => {
      const { secret } = await createWebhook(service)
      const { api, id } = await signIn(service)
      await assert.rejects(
        rotateKey(settings(), sealedColumns, silentLog),
        refuses(/^The service at .* stop it first$/),
      )
      const { id: prId } = await api.productions.createProduction({ body: { accountId: id, name: 'A production' } })
      return { secret, token: api.options.token!, location: new URL((await beginUpload(api, prId, 100)).location) }
    })
    receiver.received.length = 0
    const path = join(dataDir, 'secret')
    const old = await readFile(path, 'utf8')
    assert.deepEqual(await rotateKey(settings(), sealedColumns, silentLog), { sealedValues: 1 })
    const sealedAlike = await sql<{ secret: Buffer }>`select secret from webhook`.execute(database.db)
    const [key, previous] = [await readFile(path, 'utf8'), await readFile(`${path}.previous`, 'utf8')]
    assert.deepEqual([previous, key === old], [old, false])
    const opened = unseal({ current: Buffer.from(key), previous: undefined }, 'webhook', sealedAlike.rows[0]!.secret)
    assert.equal(opened, before.secret)

    await on({}, async service => {
      await createProduction(service)
      assert.ok(isSigned((await receiver.waitFor(1))[0]!, before.secret))
      const api = createClient({ baseUrl: service.url, token: before.token })
      assert.equal((await api.authentication.getCurrentUser()).username, 'admin', 'the session of before goes on')
      assert.equal(await ask(before.location)(service), 200)
    })
    assert.equal(await forgetKey(settings()), true)
    assert.equal(await forgetKey(settings()), false)
    assert.equal(await on({}, ask(before.location)), 401)
    await writeFile(path, old)
    await assert.rejects(start({}), refuses(/is not the key of this service/))
  })

  test('that was cut off before the database had the new key is finished by the next start', async () => {
    await on({}, createWebhook)
    const path = join(dataDir, 'secret')
    await rename(path, `${path}.previous`)
    await writeFile(path, 'the key of a rotation that was cut off')
    await on({}, async service => {
      await createProduction(service)
      await receiver.waitFor(1)
    })
    await rotateKey(settings(), sealedColumns, silentLog)
    assert.equal(await readFile(`${path}.previous`, 'utf8'), 'the key of a rotation that was cut off')
    await on({}, async () => {})
  })

  test('is not for a key in the settings', async () => {
    const env = { ...settings(), RUSHES_SECRET: first }
    await assert.rejects(rotateKey(env, sealedColumns, silentLog), refuses(/^The key is in the settings/))
    await assert.rejects(forgetKey(env), refuses(/^The key is in the settings/))
  })
})

test('a database from before there were fingerprints is not opened with a key that opens nothing of it', async () => {
  await on({ RUSHES_SECRET: first }, createWebhook)
  await sql`update service_identity set key_fingerprint = null`.execute(database.db)
  await assert.rejects(start({ RUSHES_SECRET: second }), refuses(/^RUSHES_SECRET: /))
  await on({ RUSHES_SECRET: first }, async () => {})
})

test('a webhook whose secret does not open is not sent unsigned: the delivery says why', async () => {
  const logged: string[] = []
  const service = await start({ RUSHES_SECRET: first }, logged)
  try {
    const { webhookId, secret } = await createWebhook(service)
    await sql`update webhook set secret = '\\x00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'`.execute(
      database.db,
    )
    await createProduction(service)
    const { api, id } = await signIn(service)
    const list = async () => (await api.webhooks.listWebhookDeliveries({ id, webhookId })).items
    await until('an attempt was made', async () => (await list())[0]?.attempts === 1)
    const [delivery] = await list()
    assert.equal(delivery!.status, 'PENDING')
    assert.match(delivery!.response?.error ?? '', /secret.*cannot be opened/)
    assert.equal(receiver.received.length, 0)
    assert.ok(
      logged.some(line => /"level":50.*webhook/.test(line)),
      logged.join(''),
    )

    const renewed = await api.webhooks.renewWebhookSecret({ id, webhookId })
    await api.webhooks.redeliver({ id, webhookId, deliveryId: delivery!.id })
    const { version } = await api.webhooks.getWebhook({ id, webhookId })
    await api.webhooks.updateWebhook({ id, webhookId, body: { version, label: 'at once' } })
    service.platform.signals.emit('webhooks')
    const [message] = await receiver.waitFor(1)
    assert.deepEqual([isSigned(message!, renewed.secret!), isSigned(message!, secret)], [true, false])
  } finally {
    await service.stop()
  }
})

describe('a backup', () => {
  test('is not made with another key than that of the service', async () => {
    await on({ RUSHES_SECRET: first }, createWebhook)
    const env = { RUSHES_DATA: dataDir, RUSHES_DATABASE_URL: database.url }
    const folder = join(home, 'refused')
    await assert.rejects(
      backUpService({ ...env, RUSHES_SECRET: second }, silentLog, { folder }),
      /^BackupError: RUSHES_SECRET/,
    )
    await backUpService({ ...env, RUSHES_SECRET: first }, silentLog, { folder })
  })

  test('is restored with its key, and starts with no other', async () => {
    await on({ RUSHES_SECRET: first }, createWebhook)
    const env = { RUSHES_DATA: dataDir, RUSHES_DATABASE_URL: database.url }
    const folder = join(home, 'restored')
    await backUpService({ ...env, RUSHES_SECRET: first }, silentLog, { folder })
    const place = await createPlace(database.url)
    try {
      await restoreService(place.env, silentLog, { folder })
      assert.equal(await readFile(join(place.dataDir, 'secret'), 'utf8'), first)
      await database.close()
      database = { ...database, url: place.databaseUrl, close: async () => {} }
      dataDir = place.dataDir
      await assert.rejects(start({ RUSHES_SECRET: second }), refuses(/^RUSHES_SECRET: /))
      await on({}, createProduction)
    } finally {
      await place.remove()
    }
  })
})

test('every column of sealed values is known where the key is changed', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name not like '%hash' order by 1`.execute(
    database.db,
  )
  const content = [
    'subtitle_work.alignment_content',
    'subtitle_work.import_content',
    'file_content.bytes',
    'subtitle_export.content',
  ]
  assert.deepEqual(
    rows.map(({ name }) => name).filter(name => !content.includes(name)),
    sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted(),
  )
})
