/** A node that is ordered to stop behind a load balancer: it says so, serves on for a while, and ends in a bounded time. */

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { type Client, createClient } from '@rushes/client'
import { openTestDatabase, type TestDatabase } from '../../database.ts'
import { beginUpload } from '../../scene/begin-upload.ts'
import { adminPassword } from '../../service.ts'
import { createOwnProduction, endProcess, findFreePort, startProcess } from '../../service-process.ts'
import { until } from '../../until.ts'

const drainMs = 2_000
const stopMs = 1_000
const poolSize = 5

let database: TestDatabase
let folder: string
let url: string
let node: ChildProcess
before(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'rushes-drain-'))
})
afterEach(() => endProcess(node, 'SIGKILL'))
after(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<{ api: Client; prId: number }> {
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  node = await startProcess({
    RUSHES_PORT: String(port),
    RUSHES_DATA: folder,
    RUSHES_DATABASE_URL: database.url,
    RUSHES_ADMIN_PASSWORD: adminPassword,
    RUSHES_DRAIN_SECONDS: String(drainMs / 1000),
    RUSHES_STOP_SECONDS: String(stopMs / 1000),
    RUSHES_DATABASE_POOL: String(poolSize),
  })
  const body = { username: 'admin', password: adminPassword }
  const { token } = await createClient({ baseUrl: url }).authentication.login({ body })
  const api = createClient({ baseUrl: url, token: token! })
  return { api, prId: (await createOwnProduction(api)).prId }
}

function ask(path: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url + path, { agent }, response => resolve(response.resume()))
      .on('error', reject)
      .end()
  })
}

// system-8, getReadiness, getLiveness
test('readiness turns 503 at once, requests and streams go on until the drain is over, then all ends', async () => {
  const { api, prId } = await start()
  const events = await api.events.streamProductionEvents({ prId })
  let streamEnded = 0
  const reading = (async () => {
    for await (const _ of events.body!);
    streamEnded = performance.now()
  })().catch(() => {
    streamEnded = performance.now()
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  assert.equal((await ask('/health/ready', agent)).headers.connection, 'keep-alive')

  const exit = once(node, 'exit')
  const begun = performance.now()
  node.kill('SIGTERM')
  await until('it is not ready', async () => (await ask('/health/ready?own=true', agent)).statusCode === 503)
  assert.ok(performance.now() - begun < 500)
  const statuses = new Set<number | undefined>()
  while (performance.now() - begun < drainMs - 300) {
    // Each on a connection of its own, as the answers ask.
    const answer = await ask('/authentication/user', agent)
    statuses.add(answer.statusCode)
    assert.equal(answer.headers.connection, 'close')
    assert.equal((await ask('/health/live', agent)).statusCode, 200)
  }
  assert.deepEqual([...statuses], [401])
  assert.equal(streamEnded, 0)
  const [code] = await exit
  await reading
  const endedMs = performance.now() - begun
  assert.equal(code, 0)
  assert.ok(streamEnded - begun >= drainMs - 100, `the stream ended after ${streamEnded - begun} ms`)
  assert.ok(endedMs < drainMs + stopMs + 1_000, `the stop took ${endedMs} ms`)
})

test('a node has no more connections to the database than RUSHES_DATABASE_POOL, and uses them all', async () => {
  const { api, prId } = await start()
  const counts: number[] = []
  let isDone = false
  const counting = (async () => {
    while (!isDone) {
      const { rows } = await database.pool.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where application_name = 'rushes' and datname = current_database()`,
      )
      counts.push(rows[0]!.count - database.pool.totalCount)
    }
  })()
  await Promise.all(Array.from({ length: 100 }, () => api.productions.getProduction({ prId })))
  isDone = true
  await counting
  assert.equal(Math.max(...counts), poolSize)
})

test('a chunk that never ends is cut when the time for requests is over', async () => {
  const { api, prId } = await start()
  const { location } = await beginUpload(api, prId, 2_000_000)
  const chunk = request(`${location}&position=0`, { method: 'PUT', headers: { 'content-length': 1_000_000 } })
  const cut = once(chunk, 'error')
  let ended: string | undefined
  chunk.on('response', response => {
    ended = `answered with ${response.resume().statusCode}`
  })
  chunk.on('error', error => {
    ended ??= error.message
  })
  chunk.write(Buffer.alloc(1000))
  await until('the chunk is on its way', async () => {
    assert.equal(ended, undefined)
    const { rows } = await database.pool.query('select from upload_chunk where leased_until > 0')
    return rows.length > 0
  })
  const exit = once(node, 'exit')
  const begun = performance.now()
  node.kill('SIGTERM')
  const [code] = await exit
  const endedMs = performance.now() - begun
  await cut
  assert.equal(code, 0)
  assert.ok(endedMs > drainMs + stopMs - 200 && endedMs < drainMs + stopMs + 3_000, `the stop took ${endedMs} ms`)
})
