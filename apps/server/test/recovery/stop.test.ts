/** "SIGTERM to npm alone stops the service", and a stop is bounded, whatever clients do. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { beginUpload } from '../scene/begin-upload.ts'
import { createOwnProduction, findFreePort } from '../service-process.ts'
import { LaunchedService } from './launched-service.ts'

const skip = process.platform !== 'linux' && 'finds processes in /proc'
let folder: string
let service: LaunchedService
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rushes stop '))
  service = new LaunchedService(join(folder, 'data'), await findFreePort())
})
afterEach(() => service.destroy())
after(() => rmSync(folder, { recursive: true, force: true }))

/** Asks again and again over one connection, until the service ends it. */
function keepBusy(url: string): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    request(url, { agent }, response => {
      response.resume().on('end', () => setImmediate(ask))
    })
      .on('error', () => agent.destroy())
      .end()
  ask()
}

/** Begins a chunk that never comes to its end. */
function beginChunk(location: string): void {
  const chunk = request(`${location}&position=0`, { method: 'PUT', headers: { 'content-length': 1_000_000 } })
  chunk.on('error', () => {})
  chunk.write(Buffer.alloc(1000))
  const drip = setInterval(() => chunk.write('x'), 500)
  chunk.on('close', () => clearInterval(drip))
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} to npm alone stops all, with busy connections and an open stream`, {
    skip,
    timeout: 180_000,
  }, async () => {
    await service.start()
    const api = await service.signIn()
    const { prId } = await createOwnProduction(api)
    await api.events.streamProductionEvents({ prId })
    keepBusy(`${service.url}/health/live`)
    // Browsers open connections before they have something to ask.
    const unused = connect(Number(new URL(service.url).port), new URL(service.url).hostname)
    unused.on('error', () => {})
    await delay(500)
    const stopMs = await service.stop(signal)
    assert.ok(stopMs < 10_000, `the stop took ${stopMs} ms`)
  })
}

test('a chunk under way holds a stop up for 20 s, a second SIGTERM ends that at once', {
  skip,
  timeout: 180_000,
}, async () => {
  await service.start()
  const api = await service.signIn()
  const { prId } = await createOwnProduction(api)
  beginChunk((await beginUpload(api, prId, 2_000_000)).location)
  await delay(1000)
  const bounded = await service.stop()
  assert.ok(bounded < 28_000, `the stop took ${bounded} ms`)

  await service.start()
  const again = await service.signIn()
  beginChunk((await beginUpload(again, prId, 2_000_000)).location)
  await delay(1000)
  const begun = performance.now()
  const stopping = service.stop()
  await delay(2000)
  await service.stop()
  await stopping
  const twice = performance.now() - begun
  assert.ok(twice < 12_000, `the stop took ${twice} ms`)
})
