import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { contract } from '@rushes/contract'
import { pino } from 'pino'
import { byExtent } from '../../../../test/extent.ts'
import type { Caller, Calls } from '../../../../test/peers/callers.ts'
import { until } from '../../../../test/until.ts'
import { defaultWall } from '../../config/wall.ts'
import { closeServer, createHttpServer } from '../index.ts'

const patienceMs = 5_000
const drainMs = 100

async function listen() {
  const draining = new AbortController()
  const server = createHttpServer(pino({ level: 'silent' }), [], {
    wall: defaultWall,
    isSecure: false,
    draining: draining.signal,
  })
  const config = { endpoint: contract.productions.createProduction }
  server.get('/now', { config }, async () => ({}))
  server.post('/body', { config }, async request => request.body)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return { server, port, drain: () => draining.abort() }
}

const kept = { keepAlive: true } as const
const callers: readonly Caller[] = [
  ...Array.from({ length: 4 }, () => ({ ...kept, method: 'GET', path: '/now', pauseMs: 0 }) as const),
  { ...kept, method: 'POST', path: '/body', pauseMs: 0 },
  { ...kept, method: 'POST', path: '/body', pauseMs: 15 },
  { ...kept, method: 'GET', path: '/now', pauseMs: 1 },
  { keepAlive: false, method: 'GET', path: '/now', pauseMs: 2 },
  { keepAlive: false, method: 'POST', path: '/body', pauseMs: 3 },
]

// system-8
test('a stop resets no request: kept connections, new ones, ones that pause, ones opened in advance', async () => {
  for (let round = 0; round < byExtent(2, 10); round++) {
    const { server, port, drain } = await listen()
    const calling = new Worker(new URL('../../../../test/peers/callers.ts', import.meta.url), {
      workerData: { port, callers },
    })
    const ended = once(calling, 'message') as Promise<[Calls[]]>
    let asked = 0
    server.server.on('request', () => asked++)
    await until('all have asked often', () => asked > 200)
    drain()
    await delay(drainMs)
    // Browsers open connections before they have something to ask.
    const [early, unused] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    let answer = ''
    early.setEncoding('utf8').on('data', text => {
      answer += text
    })
    for (const socket of [early, unused]) await once(socket, 'connect')
    unused.on('error', () => {})
    const closed = closeServer(server, patienceMs)
    await until('it listens no more', () => !server.server.listening)
    early.write('GET /now HTTP/1.1\r\nhost: here\r\n\r\n')
    const [[calls]] = await Promise.all([ended, once(early, 'close'), closed])
    assert.deepEqual(
      calls.flatMap(({ failures }) => failures),
      [],
    )
    assert.match(answer, /^HTTP\/1\.1 200 [\s\S]*connection: close/i)
  }
})

// system-8
for (const path of ['/now', '/nowhere', '/%zz', '/now?q=%zz']) {
  test(`while the service drains, the answer to ${path} is the last one on its connection`, async () => {
    const { server, port, drain } = await listen()
    drain()
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    await answer.body?.cancel()
    assert.equal(answer.headers.get('connection'), 'close')
    await closeServer(server, patienceMs)
  })
}
