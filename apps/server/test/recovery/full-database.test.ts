/** The disk of the embedded database is full, and then so full that the server dies. */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '@rushes/client'
import pg from 'pg'
import { type RunningService, startService } from '../../src/app.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { findRunningDatabase, StartError } from '../../src/platform/database/index.ts'
import { type Receiver, startReceiver } from '../peers/receiver.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../scene/begin-upload.ts'
import { readSampleFilm } from '../scene/sample-film.ts'
import { captureLog } from '../security/log-capture.ts'
import { adminPassword } from '../service.ts'
import { createOwnProduction } from '../service-process.ts'
import { until } from '../until.ts'
import { lacksSmallDisk, mountSmallDisk, type SmallDisk } from './small-disk.ts'

const { log, lines } = captureLog()
let disk: SmallDisk | undefined
let receiver: Receiver
let service: RunningService
let api: Client
let token: string
before(async () => {
  disk = await mountSmallDisk(400)
  if (!disk) return
  receiver = await startReceiver()
  service = await start(disk)
  const login = { username: 'admin', password: adminPassword }
  token = (await createClient({ baseUrl: service.url }).authentication.login({ body: login })).token!
  api = createClient({ baseUrl: service.url, token })
})
after(async () => {
  if (!disk) return
  await service.stop()
  await receiver.stop()
  await disk.unmount()
})

function start({ path }: SmallDisk): Promise<RunningService> {
  const config = readConfig({
    NODE_ENV: 'test',
    RUSHES_PORT: '0',
    RUSHES_DATA: join(path, 'data'),
    RUSHES_ADMIN_PASSWORD: adminPassword,
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
    RUSHES_RATE_LIMIT: 'off',
  })
  return startService(config, log)
}

async function ask(method: string, path: string, body?: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
  const answer = await fetch(service.url + path, { ...init, signal: AbortSignal.timeout(20_000) })
  await answer.arrayBuffer()
  return answer.status
}

const signIn = (password = adminPassword) =>
  ask('POST', '/authentication/login', { username: 'admin', password, useCookies: false })

async function readHealth(): Promise<Record<string, string | undefined>> {
  const answer = await fetch(`${service.url}/health/ready`)
  const { parts } = (await answer.json()) as { parts: Record<string, { status: string; message?: string }> }
  const { database, storage } = parts
  return { status: String(answer.status), database: database?.message ?? database?.status, storage: storage?.status }
}

/** Writes into PostgreSQL's own log, past the service, until its disk has no room for it. */
async function exhaustLog(): Promise<void> {
  const client = new pg.Client({ connectionString: findRunningDatabase(service.platform.config) })
  client.on('error', () => {})
  await client.connect()
  await assert.rejects(async () => {
    for (;;) await client.query(`select pg_logical_emit_message(true, 'test', repeat('x', 2000000))`)
  })
  await client.end().catch(() => {})
}

const countRecords = (message: string) => lines.filter(line => JSON.parse(line).msg === message).length

// errors-22
test('a full disk refuses writes, a fuller one everything; with space all that was begun completes', {
  timeout: 300_000,
}, async context => {
  if (!disk) return context.skip(lacksSmallDisk)
  const { accountId, prId } = await createOwnProduction(api)
  const { id: moId } = (await api.uploads.createMediaObjects({ prId, body: { name: 'Harbour' } })) as { id: number }
  const comments = `/production/${prId}/mo/${moId}/comment`
  const search = `/production/${prId}/an/search?q=description:boat`
  const { id: webhookId } = await api.webhooks.createWebhook({
    id: accountId,
    body: { url: receiver.url, types: ['Annotation.create'] },
  })
  let answerFirst = () => {}
  receiver.answer = response => {
    answerFirst = () => void response.writeHead(204).end()
  }
  assert.equal(await ask('POST', comments, { start: 0, description: 'boat' }), 201)
  await receiver.waitFor(1)
  const bytes = makeBytes(3_000_000)
  const open = await beginUpload(api, prId, bytes.length, { fileName: 'a.bin' })
  assert.equal((await putChunk(open.location, 0, bytes.subarray(0, 1_000_000))).status, 204)
  const film = await readSampleFilm({ seconds: 4, width: 320, height: 180 })
  const ingested = await beginUpload(api, prId, film.length, { fileName: 'film.mp4' })
  assert.equal((await putChunk(ingested.location, 0, film)).status, 204)
  const reserve = join(disk.path, 'data/database/reserve')
  await until('the database has its reserve', () => existsSync(reserve))
  await api.uploads.closeUpload({ prId, id: ingested.id })

  await disk.fill()
  await until('the service says so', async () => (await readHealth()).database === 'accepts no writes')
  assert.deepEqual(await readHealth(), { status: '503', database: 'accepts no writes', storage: 'down' })
  assert.equal(await ask('POST', comments, { start: 2, description: 'too late' }), 507)
  // People come and go as before, also to read what is full.
  assert.equal(await signIn('a wrong password'), 401)
  assert.equal(await signIn(), 200)
  assert.equal((await putChunk(open.location, 1_000_000, bytes.subarray(1_000_000))).status, 507)
  await assert.rejects(beginUpload(api, prId, 10), { status: 507 })
  for (const path of [`/production/${prId}/mo`, search, '/authentication/user', '/health/live']) {
    assert.equal(await ask('GET', path), 200, path)
  }

  await disk.fill()
  await until('the reserve is used up', async () => (await signIn()) === 507)
  assert.equal(await ask('GET', search), 200)
  await exhaustLog()
  await until('the database is gone', async () => (await readHealth()).database === 'does not answer')
  assert.equal(await ask('GET', search), 503)
  assert.equal(await ask('GET', '/health/live'), 200)

  await disk.clear()
  receiver.answer = response => response.writeHead(204).end()
  answerFirst()
  await until('the service is ready', async () => (await readHealth()).status === '200')
  assert.equal(await ask('POST', comments, { start: 3, description: 'lighthouse' }), 201)
  assert.equal((await putChunk(open.location, 1_000_000, bytes.subarray(1_000_000))).status, 204)
  await api.uploads.closeUpload({ prId, id: open.id, body: { skipIngest: true } })
  assert.equal(sha256(await downloadOriginal(api, prId, open.id)), sha256(bytes))
  const followed = await api.workflows.followWorkflow({ prId, alias: 'workflow', id: ingested.workflowId })
  assert.equal(((await followed.json()) as { status: string }).status, 'Completed')
  await until('all comments are found', async () => {
    const query = { q: 'description:(boat OR lighthouse)' }
    return (await api.annotations.searchAnnotations({ prId, query })).numFound === 2
  })
  await until('both events are delivered', async () => {
    const { items } = await api.webhooks.listWebhookDeliveries({ id: accountId, webhookId })
    return items.length === 2 && items.every(({ status }) => status === 'DELIVERED')
  })
  assert.equal(countRecords('disk full: the database takes no writes'), 1)
  assert.equal(countRecords('the database takes writes again'), 1)
})

test('a service starts on a full disk to be read, and takes writes once there is space', async context => {
  if (!disk) return context.skip(lacksSmallDisk)
  const { accountId } = await createOwnProduction(api)
  const create = () => ask('POST', '/production', { accountId, name: 'Another' })
  await disk.fill()
  await until('writes are refused', async () => (await create()) === 507)
  await service.stop()
  service = await start(disk)
  assert.equal(await ask('GET', '/authentication/user'), 200)
  await until('writes are refused again', async () => (await create()) === 507)
  await disk.clear()
  await until('the service is ready', async () => (await readHealth()).status === '200')
  assert.equal(await create(), 201)
})

test('a database that has no room to start says so in one line, and starts once there is some', async context => {
  if (!disk) return context.skip(lacksSmallDisk)
  await service.stop()
  const cluster = join(disk.path, 'data/database/cluster')
  const caches = await Array.fromAsync(glob('{global,base/*}/pg_internal.init', { cwd: cluster }))
  assert.ok(caches.length > 0)
  for (const file of [...caches.map(cache => join(cluster, cache)), join(cluster, '../reserve')]) await rm(file)
  // With a few pages it runs, but cannot write the caches of its first connection.
  for (const spare of [24_576, 0]) {
    await disk.fill(spare)
    const outcome = await start(disk).then(
      started => {
        service = started
      },
      error => error,
    )
    assert.ok(outcome instanceof StartError && /no space left/i.test(outcome.message), `${spare}: ${outcome}`)
  }
  await disk.clear()
  service = await start(disk)
  await until('the service is ready', async () => (await readHealth()).status === '200')
})
