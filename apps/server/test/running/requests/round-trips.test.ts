import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, mock, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient } from '@rushes/client'
import { pino } from 'pino'
import { type RunningService, startService } from '../../../src/app.ts'
import { readConfig } from '../../../src/platform/config/config.ts'
import { createDatabase, createPool } from '../../../src/platform/database/index.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '../../database.ts'
import { openEventStream, type TestStream } from '../../events/event-stream.ts'
import { type CountingProxy, startCountingProxy } from '../../peers/counting-proxy.ts'
import { type Receiver, startReceiver } from '../../peers/receiver.ts'
import { createClips } from '../../scene/begin-upload.ts'
import { adminPassword } from '../../service.ts'
import { countStatementsOfRequest } from './count-statements.ts'

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
  stopTurns()
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

/** What is deferred has its own times: nothing is to be awaited when the count is of all that comes. */
const deferredMs = 2_000
/** What the service does of its own accord it does every so often, or less. */
const turnMs = 5_000
const calls = 7

/** The service does nothing of its own accord: what it does was asked for. */
function stopTurns(): void {
  const { setTimeout: setTimer } = globalThis
  const setNoTurn = (run: () => void, ms = 0) => setTimer(ms < turnMs ? run : () => {}, ms)
  mock.method(globalThis, 'setTimeout', setNoTurn as typeof setTimeout)
}

/** Statements of a call until it is answered, and the round trips of all that it causes: the medians. */
async function countTrips(call: () => Promise<unknown>) {
  const answered: number[] = []
  const inAll: number[] = []
  for (let at = 0; at < calls; at++) {
    const trips = proxy.roundTrips
    answered.push(await countStatementsOfRequest(service.platform.pool, call))
    await delay(deferredMs)
    inAll.push(proxy.roundTrips - trips)
  }
  return { answered: toMedian(answered), inAll: toMedian(inAll) }
}

const toMedian = (counts: readonly number[]) => counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)]!

test('a comment and its change take few round trips to the database, with a webhook, a mention and an event stream', async () => {
  // What was due when the service started has been done by then.
  await delay(turnMs)
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
  assert.ok(created.inAll <= 16 && changed.inAll <= 16, counts)
})
