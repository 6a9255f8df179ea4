import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient } from '@rushes/client'
import { pino } from 'pino'
import { type RunningService, startService } from '../../src/app.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { createDatabase, createPool } from '../../src/platform/database/index.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '../database.ts'
import { openEventStream, type TestStream } from '../event-stream.ts'
import { type CountingProxy, startCountingProxy } from '../peers/counting-proxy.ts'
import { type Receiver, startReceiver } from '../peers/receiver.ts'
import { createClips } from '../scene/begin-upload.ts'
import { adminPassword } from '../service.ts'

let database: TestDatabase
let proxy: CountingProxy
let service: RunningService
let receiver: Receiver
let stream: TestStream
let folder: string
let api: Client
let userId: number
let place: { prId: number; moId: number }
before(async () => {
  database = await openTestDatabase()
  proxy = await startCountingProxy(database.url)
  folder = await mkdtemp(join(tmpdir(), 'rushes-trips-'))
  const config = readConfig({
    NODE_ENV: 'test',
    RUSHES_PORT: '0',
    RUSHES_DATA: folder,
    RUSHES_ADMIN_PASSWORD: adminPassword,
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
    RUSHES_RATE_LIMIT: 'off',
  })
  const pool = createPool(proxy.url, silentLog)
  const through = { db: createDatabase(pool, silentLog), pool, url: proxy.url, timings: {}, stop: () => pool.end() }
  service = await startService(config, pino({ level: 'silent' }), { database: through })
  const { token } = await createClient({ baseUrl: service.url }).authentication.login({
    body: { username: 'admin', password: adminPassword },
  })
  api = createClient({ baseUrl: service.url, token })
  userId = (await api.authentication.getCurrentUser()).id
  const [account] = (await api.accounts.listAccountRights({ id: userId })).items
  const { id: prId } = await api.productions.createProduction({ body: { accountId: account!.id, name: 'Harbour' } })
  const [clip] = await createClips(api, prId, { name: 'Crane' })
  place = { prId, moId: clip!.id }
  receiver = await startReceiver()
  await api.webhooks.createWebhook({ id: account!.id, body: { url: receiver.url } })
  stream = await openEventStream(api, prId)
})
after(async () => {
  stream.leave()
  await service.stop()
  await receiver.stop()
  await proxy.stop()
  await database.close()
  await rm(folder, { recursive: true })
})

/** Round trips of one call until it is answered, and in all that it causes: medians of several calls. */
async function countTrips(call: () => Promise<unknown>): Promise<{ answered: number; inAll: number }> {
  const counts: { answered: number; inAll: number }[] = []
  for (let at = 0; at < 7; at++) {
    const begun = proxy.roundTrips
    await call()
    const answered = proxy.roundTrips - begun
    // What is deferred has its own times; nothing is to be awaited when the count is of all that comes.
    await delay(2_000)
    counts.push({ answered, inAll: proxy.roundTrips - begun })
  }
  const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[3]!
  return { answered: median(counts.map(one => one.answered)), inAll: median(counts.map(one => one.inAll)) }
}

test('a comment and its change take few round trips to the database, with a webhook, a mention and an event stream', async () => {
  let anId = 0
  const created = await countTrips(async () => {
    const body = { objectType: 'ClipAnnotation', funnel: 'ReviewComment', description: 'Too dark', start: 1, end: 2 }
    const comment = { ...body, mentionIds: [userId] } as const
    anId = (await api.annotations.createClipAnnotation({ ...place, type: 'comment', body: comment as never })).id
  })
  let round = 0
  const changed = await countTrips(() => {
    const change = { op: 'replace', path: '/description', value: `Too dark, ${round++}` } as const
    return api.annotations.patchAnnotation({ prId: place.prId, anId, body: [change] })
  })
  assert.ok(receiver.received.length >= 14, 'the webhook is called')
  const counts = JSON.stringify({ created, changed })
  assert.ok(created.answered <= 4 && changed.answered <= 6, counts)
  // With what the service does in two seconds of its own accord.
  assert.ok(created.inAll <= 22 && changed.inAll <= 28, counts)
})
