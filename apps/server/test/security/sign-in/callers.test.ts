/** How long, how often, and from how many places at once one may call. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { contract } from '@rushes/contract'
import { pino } from 'pino'
import { defaultWall, type WallConfig } from '../../../src/platform/config/wall.ts'
import { createHttpServer } from '../../../src/platform/http/index.ts'
import { startTestService } from '../../service.ts'
import { until } from '../../until.ts'
import { item } from '../checklist.ts'

type Server = ReturnType<typeof createHttpServer>

const ends: (() => Promise<unknown>)[] = []
after(async () => {
  for (const end of ends) await end()
})

/** A server with little patience, and one route that wants a body. */
async function listen(wall: Partial<WallConfig> = {}): Promise<{ server: Server; open(): Socket }> {
  const patience = { headersMs: 200, bodyMs: 200, silenceMs: 5000, lookEveryMs: 20 }
  const settings = {
    wall: { ...defaultWall, ...wall },
    isSecure: false,
    draining: new AbortController().signal,
    patience,
  }
  const server = createHttpServer(pino({ level: 'silent' }), [], settings)
  const config = { endpoint: contract.productions.createProduction }
  server.post('/body', { config }, async request => request.body)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  ends.push(() => server.close())
  return { server, open: () => connect(port, '127.0.0.1') }
}

/** What a socket says until its end. */
async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', part => {
    text += part
  })
  socket.on('error', () => {})
  await once(socket, 'close')
  return text
}

describe(item(19), () => {
  // limits-9
  test('who says nothing', async () => {
    const { open } = await listen()
    assert.match(await readAll(open()), /^(?:HTTP\/1\.1 408 [\s\S]*"RequestTimeoutError"[\s\S]*)?$/)
  })

  // errors-23, limits-9
  test('who does not end the headers', async () => {
    const { open } = await listen()
    const socket = open()
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n')
    assert.match(await readAll(socket), /^HTTP\/1\.1 408 [\s\S]*"RequestTimeoutError"/)
  })

  // errors-23, limits-9
  test('who does not end the body', async () => {
    const { open } = await listen()
    for (const length of ['content-length: 100', 'transfer-encoding: chunked']) {
      const socket = open()
      socket.write(`POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}\r\n\r\n`)
      const timer = setInterval(() => socket.write(length.startsWith('c') ? '[' : '1\r\n[\r\n'), 50)
      try {
        assert.match(await readAll(socket), /^HTTP\/1\.1 408 [\s\S]*"RequestTimeoutError"/)
      } finally {
        clearInterval(timer)
      }
    }
  })

  test('who is quick is answered', async () => {
    const { open } = await listen()
    const socket = open()
    socket.write('POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
    socket.write('connection: close\r\ncontent-length: 3\r\n\r\n[7]')
    assert.match(await readAll(socket), /^HTTP\/1\.1 200 [\s\S]*\[7\]$/)
  })

  // limits-10
  test('who opens more connections than there may be', async () => {
    const { server, open } = await listen({ maxConnections: 2 })
    const held = [open(), open()]
    await Promise.all(held.map(socket => once(socket, 'connect')))
    await until('both are connected', async () => (await countConnections(server)) === 2)
    assert.equal(await readAll(open()), '')
    for (const socket of held) socket.destroy()
  })
})

function countConnections({ server }: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

describe(item(19, 'who asks too often'), () => {
  // errors-19, limits-6
  test('by the token, and by the address, with Retry-After', async () => {
    const kit = await startTestService({ RUSHES_RATE_LIMIT: '1,3' })
    ends.push(() => kit.stop())
    const ask = (token: string, headers: Record<string, string> = {}) =>
      fetch(`${kit.url}/production`, { headers: { authorization: `Bearer ${token}`, ...headers } })
    const first = await ask(kit.admin.options.token!)
    assert.equal(first.headers.get('ratelimit-limit'), '10')
    assert.ok(Number(first.headers.get('ratelimit-remaining')) < 10)
    assert.ok(Number(first.headers.get('ratelimit-reset')) > 0)

    const answers = []
    for (let count = 0; count < 12; count++) answers.push(await ask(kit.admin.options.token!))
    const refused = answers.find(({ status }) => status === 429)!
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    assert.equal(refused.headers.get('ratelimit-remaining'), '0')
    const { type, code } = (await refused.json()) as { type: string; code: number }
    assert.deepEqual([type, code], ['TooManyRequestsError', 429])

    // Made-up tokens, and addresses that nobody vouches for, do not help.
    const others = []
    for (let count = 0; count < 40; count++) {
      others.push((await ask(`made-up-${count}`, { 'x-forwarded-for': `192.0.2.${count}` })).status)
    }
    assert.ok(others.includes(429))
    assert.equal((await fetch(`${kit.url}/health/live`)).status, 200, 'whether it is well may be asked')
  })

  // limits-7
  test('behind a trusted proxy each address for itself', async () => {
    const kit = await startTestService({ RUSHES_RATE_LIMIT: '1,1', RUSHES_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' })
    ends.push(() => kit.stop())
    const ask = async (forwarded: string) =>
      (await fetch(`${kit.url}/openapi.json`, { headers: { 'x-forwarded-for': forwarded } })).status
    const exhaust = async (forwarded: (count: number) => string) => {
      for (let count = 0; count < 15; count++) if ((await ask(forwarded(count))) === 429) return true
      return false
    }
    assert.ok(await exhaust(() => '192.0.2.1'))
    assert.equal(await ask('192.0.2.2'), 200)
    // What the caller claims stands before what the proxy adds.
    assert.ok(await exhaust(count => `198.51.100.${count}, 192.0.2.3`))
    assert.ok(await exhaust(count => `198.51.100.${count}, 192.0.2.4, 10.1.2.3`))
    assert.ok(await exhaust(count => `2001:db8::${count}`))
    assert.equal(await ask('2001:db8:0:1::1'), 200)
  })

  // limits-7
  test('failures of logins are counted by the address that a trusted proxy tells', async () => {
    const kit = await startTestService({ RUSHES_TRUSTED_PROXIES: '127.0.0.1' })
    ends.push(() => kit.stop())
    const login = async (address: string, username: string) =>
      (
        await fetch(`${kit.url}/authentication/login`, {
          method: 'POST',
          headers: { 'x-forwarded-for': address },
          body: new URLSearchParams({ username, password: 'wrong password' }),
        })
      ).status
    let count = 0
    while ((await login('192.0.2.1', `nobody-${count}`)) === 401 && count < 100) count++
    assert.equal(count, 30)
    assert.equal(await login('192.0.2.1', 'another'), 429)
    assert.equal(await login('192.0.2.2', 'another'), 401)
  })
})
