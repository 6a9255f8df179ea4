import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createSolrClient, SolrRefusal } from './client.ts'

describe('an answer of Solr', () => {
  let server: Server
  let next: { readonly status: number; readonly body: unknown }
  let authorization: string | undefined
  before(async () => {
    server = createServer((request, response) => {
      authorization = request.headers.authorization
      response.writeHead(next.status, { 'content-type': 'application/json' }).end(JSON.stringify(next.body))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const toHost = () => `127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (status: number, body: unknown) => {
    next = { status, body }
    return createSolrClient(`http://me:a%20secret@${toHost()}/solr/library`).ask('/select', {})
  }

  test('is given as it came, and asked for with the name and the password of the address', async () => {
    const body = { responseHeader: { status: 0 }, response: { numFound: 0, docs: [] } }
    assert.deepEqual(await ask(200, body), body)
    assert.equal(authorization, `Basic ${Buffer.from('me:a secret').toString('base64')}`)
  })

  const cases: readonly (readonly [name: string, status: number, body: unknown, message: RegExp])[] = [
    ['that is partial', 200, { responseHeader: { partialResults: true }, response: { numFound: 1 } }, /takes too long/],
    ['of a collection that lacks a shard', 503, { error: { msg: 'no servers hosting shard' } }, /unavailable/],
    ['of a Solr without the collection', 404, { error: { msg: 'not found' } }, /no collection library/],
    ['that wants another password', 401, { error: { msg: 'no' } }, /unavailable/],
  ]
  for (const [name, status, body, message] of cases) {
    test(`${name} is to be asked for again, never a short list`, async () => {
      await assert.rejects(ask(status, body), { name: 'UnavailableError', data: { retryAfterSeconds: 1 }, message })
    })
  }

  test('is that of another host where one does not answer or is in trouble, which is asked last from then on', async () => {
    const asked: string[] = []
    const troubled = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"msg":"starting"}}')
    }).listen(0, '127.0.0.1')
    await once(troubled, 'listening')
    try {
      const { port } = troubled.address() as AddressInfo
      const body = { responseHeader: { status: 0 } }
      next = { status: 200, body }
      const client = createSolrClient(`http://127.0.0.1:1,127.0.0.1:${port},${toHost()}/solr/library`)
      for (let time = 0; time < 3; time++) assert.deepEqual(await client.of('other').ask('/select', {}), body)
      assert.deepEqual(asked, ['/solr/other/select'])
      next = { status: 400, body: { error: { msg: 'no such field' } } }
      await assert.rejects(client.ask('/select', {}), SolrRefusal)
      assert.equal(asked.length, 1)
      next = { status: 503, body: {} }
      await assert.rejects(client.ask('/select', {}), { name: 'UnavailableError' })
      assert.equal(asked.length, 2)
    } finally {
      troubled.close()
    }
  })

  test('to what is administered is not asked for at another host where one takes too long', async () => {
    const asked: string[] = []
    const slow = createServer(request => void asked.push(request.url ?? '')).listen(0, '127.0.0.1')
    await once(slow, 'listening')
    try {
      const { port } = slow.address() as AddressInfo
      const client = createSolrClient(`http://127.0.0.1:${port},127.0.0.1:${port}/solr/library`)
      await assert.rejects(client.administer('/admin/collections?action=DELETE', undefined, 50), {
        name: 'UnavailableError',
      })
      assert.deepEqual(asked, ['/solr/admin/collections?action=DELETE'])
    } finally {
      slow.closeAllConnections()
      slow.close()
    }
  })

  test('that refuses what is asked says so, also where a query has too many clauses', async () => {
    await assert.rejects(ask(400, { error: { msg: 'no such field' } }), SolrRefusal)
    await assert.rejects(ask(500, { error: { msg: 'maxClauseCount is set to 1024' } }), SolrRefusal)
  })
})
