/** While the database is away or takes no writes: 503 with Retry-After, never 500; afterwards everything goes on. */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Client, createClient } from '@rushes/client'
import { type RunningService, startService } from '../../src/app.ts'
import { planBlob } from '../../src/modules/media/index.ts'
import { rebuildSignal } from '../../src/modules/search/rebuild/rebuilder.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import { leftToAll } from '../extent.ts'
import { type CuttingProxy, startCuttingProxy } from '../peers/cutting-proxy.ts'
import { beginUpload } from '../scene/begin-upload.ts'
import { captureLog } from '../security/log-capture.ts'
import { adminPassword } from '../service.ts'
import { until } from '../until.ts'

const recoveryMs = 10_000
/** From the end of an outage until the service says that it is ready. */
const readyMs = 3_000

let database: TestDatabase
let proxy: CuttingProxy
let dataDir: string
let service: RunningService
let token: string
let api: Client
let accountId: number
let prId: number
let moId: number
let location: string
const { log, lines } = captureLog()

before(async () => {
  database = await openTestDatabase()
  proxy = await startCuttingProxy(database.url)
  dataDir = await mkdtemp(join(tmpdir(), 'rushes-outage-'))
  const config = readConfig({
    NODE_ENV: 'test',
    RUSHES_PORT: '0',
    RUSHES_DATA: dataDir,
    RUSHES_DATABASE_URL: proxy.url,
    RUSHES_ADMIN_PASSWORD: adminPassword,
    RUSHES_RATE_LIMIT: 'off',
    RUSHES_DRAIN_SECONDS: '0',
  })
  service = await startService(config, log)
  const anonymous = createClient({ baseUrl: service.url })
  token = (await anonymous.authentication.login({ body: { username: 'admin', password: adminPassword } })).token!
  api = createClient({ baseUrl: service.url, token })
  const me = await api.authentication.getCurrentUser()
  accountId = (await api.accounts.listAccountRights({ id: me.id })).items[0]!.id
  prId = (await api.productions.createProduction({ body: { accountId, name: 'Outage' } })).id
  const upload = await beginUpload(api, prId, 10, { fileName: 'a.txt' })
  moId = upload.id
  location = upload.location
})
after(async () => {
  await service.stop()
  await proxy.stop()
  await database.close()
  await rm(dataDir, { recursive: true })
})
beforeEach(() => void lines.splice(0))

/** Requests of every sort, each with what it does: reads, writes, bytes, streams, with and without a token. */
function listRequests(): (() => Promise<Response>)[] {
  const call =
    (method: string, path: string, body?: unknown, isSignedIn = true) =>
    () =>
      fetch(new URL(path, service.url), {
        method,
        headers: {
          ...(isSignedIn ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      })
  return [
    call('GET', `/production/${prId}/mo`),
    call('GET', `/production/${prId}/mo/${moId}`),
    call('GET', `/production/${prId}/an/search?q=*`),
    call('GET', `/production/${prId}/event`),
    call('GET', `/production/${prId}/event/stream`),
    call('GET', '/authentication/user'),
    call('POST', '/production', { accountId, name: 'New' }),
    call('POST', `/production/${prId}/mo/${moId}/comment`, { start: 0, description: 'a' }),
    call('POST', '/authentication/login', { username: 'admin', password: adminPassword }, false),
    () => fetch(`${location}&position=0`, { method: 'PUT', body: 'x' }),
  ]
}

const writes = [6, 7, 8, 9]

async function answerOf(request: () => Promise<Response>): Promise<Response> {
  const response = await request()
  // A stream does not end by itself.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
  return response
}

async function assertUnavailable(response: Response): Promise<void> {
  const body = (await response.json()) as Record<string, unknown>
  assert.equal(response.status, 503, `${response.url}: ${JSON.stringify(body)}`)
  assert.equal(response.headers.get('retry-after'), '1', response.url)
  assert.deepEqual([body.type, body.errorNumber], ['UnavailableError', 5030])
}

async function assertHealth(expected: { ready: number; database: string }, patienceMs = recoveryMs): Promise<void> {
  const live = await fetch(`${service.url}/health/live`)
  assert.equal(live.status, 200)
  await until(
    `ready is ${expected.ready}`,
    async () => {
      const ready = await fetch(`${service.url}/health/ready`)
      const { parts } = (await ready.json()) as { parts: { database: { status: string } } }
      return ready.status === expected.ready && parts.database.status === expected.database
    },
    patienceMs,
  )
}

/** Everything is as before within seconds, also what works in the background. */
async function assertRecovers(): Promise<void> {
  await assertHealth({ ready: 200, database: 'up' }, readyMs)
  for (const request of listRequests()) {
    const response = await answerOf(request)
    assert.ok(response.status < 300, `${response.url}: ${response.status}`)
  }
  const description = `after ${crypto.randomUUID()}`
  const body = { start: 0, description }
  await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
  await until(
    'the comment is found',
    async () =>
      (await api.annotations.searchAnnotations({ prId, query: { q: `description:"${description}"` } })).numFound === 1,
    recoveryMs,
  )
}

function countRecords(message: string): number {
  return lines.filter(line => JSON.parse(line).msg === message).length
}

describe('while the database cannot be reached', () => {
  // errors-21, system-1, system-2, getLiveness
  test('every request answers 503 with Retry-After, and recovers within seconds', async () => {
    proxy.refuse()
    proxy.cut()
    for (const request of listRequests()) await assertUnavailable(await answerOf(request))
    await assertHealth({ ready: 503, database: 'down' })
    proxy.pass()
    await assertRecovers()
  })

  test('the log says once that it is away and once that it is back, however long', { skip: leftToAll }, async () => {
    proxy.refuse()
    proxy.cut()
    const begun = performance.now()
    await until('every loop has tried', () => performance.now() - begun > 12_000)
    // The last one to try waits longest before it tries again, and the rebuilder decides whether the index is ready.
    const { refused } = proxy
    service.platform.signals.emit(rebuildSignal)
    await until('it has tried', () => proxy.refused > refused)
    proxy.pass()
    await assertRecovers()
    assert.equal(countRecords('database unavailable'), 1)
    assert.equal(countRecords('database available again'), 1)
    const errors = lines.map(line => JSON.parse(line)).filter(({ level }) => level >= 50)
    assert.deepEqual(
      errors.map(({ msg }) => msg),
      ['database unavailable'],
    )
  })

  test('connections that are cut during requests cost none of them a 500', async () => {
    const statuses = new Set<number>()
    let isOver = false
    const cutting = setInterval(() => proxy.cut(), 50)
    const work = listRequests().map(async request => {
      while (!isOver) statuses.add((await answerOf(request)).status)
    })
    const begun = performance.now()
    await until('it was cut often', () => performance.now() - begun > 4000)
    clearInterval(cutting)
    isOver = true
    await Promise.all(work)
    for (const status of statuses) assert.ok(status < 300 || status === 503, String(status))
    await assertRecovers()
  })

  test('a document is found however often the connection that writes it is cut', { skip: leftToAll }, async () => {
    const lock = await database.pool.connect()
    // What every writer of documents waits for.
    await lock.query('select pg_advisory_lock($1)', [0x72757368])
    const word = `cut${crypto.randomUUID().replaceAll('-', '')}`
    for (let left = 8; left > 0; left -= 1) {
      const body = { start: 0, description: word }
      await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
    }
    for (let cuts = 0; cuts < 3; cuts += 1) {
      await until('the indexer waits', async () => {
        const { rows } = await lock.query(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
        )
        return rows.length > 0
      })
      proxy.cut()
    }
    lock.release(true)
    await until('all are found', async () => {
      const { numFound } = await api.annotations.searchAnnotations({ prId, query: { q: word } })
      return numFound === 8
    })
  })

  test('a blob that is given up meanwhile is removed afterwards', { skip: leftToAll }, async () => {
    const { platform } = service
    const blob = await planBlob(platform, `${prId}/${moId}/given-up`)
    const staged = join(platform.stagingDir, 'given-up')
    await writeFile(staged, 'bytes')
    await platform.blobs.adopt(staged, blob.key)
    proxy.refuse()
    proxy.cut()
    await assertHealth({ ready: 503, database: 'down' })
    await blob.release()
    proxy.pass()
    const path = join(dataDir, 'media', 'blobs', blob.key)
    await until('the blob is gone', () => !existsSync(path), recoveryMs)
  })

  test('half-closed connections are replaced', { skip: leftToAll }, async () => {
    proxy.halfClose()
    await assertRecovers()
  })
})

// errors-21, system-2
test('while the database accepts no writes, they answer 503 and reads go on', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await database.pool.query(`alter database ${name} set default_transaction_read_only = on`)
  proxy.cut()
  await assertHealth({ ready: 503, database: 'down' })
  for (const [index, request] of listRequests().entries()) {
    const response = await answerOf(request)
    if (writes.includes(index)) await assertUnavailable(response)
    else assert.equal(response.status, 200, response.url)
  }
  const client = await database.pool.connect()
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter database ${name} reset default_transaction_read_only`)
  client.release(true)
  proxy.cut()
  await assertRecovers()
})

test('a database that stalls is waited for a while, then 503; then everything goes on', async t => {
  t.after(() => proxy.pass())
  proxy.stall()
  const answers = listRequests().map(async request => assertUnavailable(await answerOf(request)))
  await assertHealth({ ready: 503, database: 'down' })
  await Promise.all(answers)
  proxy.pass()
  await assertRecovers()
})
