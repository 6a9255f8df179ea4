import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, before, beforeEach, describe, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { createOutbound, type Outbound, OutboundError, parseOutboundUrl, type ResolveNames } from './outbound.ts'

let server: Server
let port: number
let hits: number
let open: Outbound
let closed: Outbound
before(async () => {
  server = createServer((request, response) => {
    hits++
    if (request.url === '/redirect') response.writeHead(302, { location: '/' }).end()
    else if (request.url === '/slow') setTimeout(() => response.end('late'), 5000).unref()
    else if (request.url === '/endless') {
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1)
      response.on('close', () => clearInterval(timer))
    } else if (request.url === '/reset') request.socket.destroy()
    else request.pipe(response.setHeader('x-method', request.method ?? ''))
  }).listen(0)
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  open = createOutbound(readConfig({ RUSHES_OUTBOUND_ALLOW: '127.0.0.0/8,localhost' }).outboundAllow)
  closed = createOutbound([])
})
beforeEach(() => {
  hits = 0
})
after(() => {
  open.stop()
  closed.stop()
  server.closeAllConnections()
  server.close()
})

const call = (outbound: Outbound, url: string, more: { timeoutMs?: number; body?: string } = {}) =>
  outbound.call({ url, method: 'POST', timeoutMs: 2000, mostAnswerBytes: 1000, ...more })

describe('the own network', () => {
  const spellings = [
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0.0.0.0:PORT/',
    'http://0:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://localhost:PORT/',
    'http://localhost.:PORT/',
    'http://LOCALHOST:PORT/',
    'http://１２７.０.０.１:PORT/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
  ]
  for (const spelling of spellings) {
    // limits-16
    test(`is not reached as ${spelling}`, async () => {
      await assert.rejects(call(closed, spelling.replace('PORT', String(port))), OutboundError)
      assert.equal(hits, 0)
    })
  }

  // limits-16
  test('is reached where the settings allow it, by range or by name', async () => {
    const { status, headers, body } = await call(open, `http://127.0.0.1:${port}/`, { body: 'hello' })
    assert.deepEqual([status, headers['x-method'], body.toString()], [200, 'POST', 'hello'])
    assert.equal((await call(open, `http://localhost:${port}/`)).status, 200)
    await assert.rejects(call(open, 'http://10.0.0.1/'), OutboundError)
  })
})

describe('a name', () => {
  /** A name server that answers with each of these lists in turn, the last one from then on. */
  const resolving = (...answers: string[][]): ResolveNames =>
    ((_host: string, _options: object, callback: (error: null, found: object[]) => void) => {
      const addresses = answers.length > 1 ? answers.shift()! : answers[0]!
      callback(
        null,
        addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }) as ResolveNames

  for (const addresses of [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['93.184.216.34', '127.0.0.1'],
    ['10.1.2.3'],
  ]) {
    // limits-16
    test(`that stands for ${addresses.join(' and ')} is not called`, async () => {
      const outbound = createOutbound([], resolving(addresses))
      await assert.rejects(call(outbound, `http://harmless.example:${port}/`), /own network/)
      assert.equal(hits, 0)
      outbound.stop()
    })
  }

  // limits-17
  test('is looked at where the connection is made: what it stood for before does not count', async () => {
    const allowed = readConfig({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' }).outboundAllow
    const outbound = createOutbound(allowed, resolving(['127.0.0.1'], ['127.0.0.2']))
    assert.equal(
      (await call(outbound, `http://turncoat.example:${port}/reset`).catch(error => error)).name,
      'OutboundError',
    )
    assert.equal(hits, 1)
    await assert.rejects(call(outbound, `http://turncoat.example:${port}/`), /own network/)
    assert.equal(hits, 1)
    outbound.stop()
  })
})

test('the addresses of this machine are its own network, even public ones', async () => {
  for (const { address, family } of Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])) {
    if (family === 'IPv4') await assert.rejects(call(closed, `http://${address}:${port}/`), /own network/)
  }
  assert.equal(hits, 0)
})

describe('a call', () => {
  // limits-18
  test('follows no redirect', async () => {
    assert.equal((await call(open, `http://127.0.0.1:${port}/redirect`)).status, 302)
    assert.equal(hits, 1)
  })

  // limits-18
  test('ends in time, and reads no more than it may', async () => {
    await assert.rejects(call(open, `http://127.0.0.1:${port}/slow`, { timeoutMs: 100 }), /no answer within 0.1 s/)
    assert.equal((await call(open, `http://127.0.0.1:${port}/endless`)).body.length, 1000)
    await assert.rejects(call(open, `http://127.0.0.1:${port}/reset`), OutboundError)
  })

  // limits-18
  test('goes to web addresses alone, without names and passwords in them', () => {
    for (const url of ['ftp://a.example/', 'file:///etc/passwd', 'http://u:p@a.example/', 'nonsense', 'javascript:1']) {
      assert.equal(parseOutboundUrl(url), undefined, url)
    }
    assert.equal(parseOutboundUrl('https://a.example/x?y')?.href, 'https://a.example/x?y')
  })
})
