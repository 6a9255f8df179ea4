import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { fetchDeclared } from './declared-errors.ts'

/** Answers with the status, or with the JSON, that the query says. */
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://test')
  const body = searchParams.get('body')
  response.statusCode = Number(searchParams.get('status') ?? 200)
  if (body !== null) response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(body ?? undefined)
})
let url: string
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

// errors-25
test('clients of tests throw where an endpoint answers an error that it does not declare', async () => {
  const ask = (method: string, path: string, status: number) =>
    fetchDeclared(`${url}${path}?status=${status}`, { method })
  const undeclared: [string, string, number, string][] = [
    ['GET', '/production', 409, 'listProductions answers 409'],
    ['GET', '/production/7/an/search', 410, 'searchAnnotations answers 410'],
    ['GET', '/production/7/an/8', 409, 'getAnnotation answers 409'],
    ['DELETE', '/production/7', 422, 'deleteProduction answers 422'],
  ]
  for (const [method, path, status, message] of undeclared) {
    await assert.rejects(ask(method, path, status), new RegExp(message), message)
  }
  const declared: [string, string, number][] = [
    ['GET', '/production', 200],
    ['GET', '/production/7', 304],
    ['GET', '/production', 401],
    ['GET', '/production/7', 404],
    ['PATCH', '/production/7', 412],
    ['GET', '/production/7', 429],
    ['GET', '/production/7', 503],
    ['GET', '/no/endpoint', 409],
  ]
  for (const [method, path, status] of declared) assert.equal((await ask(method, path, status)).status, status)
})

test('clients of tests throw where an answer has not every member that its shape requires', async () => {
  const ask = (path: string, body: unknown) => fetchDeclared(`${url}${path}?body=${JSON.stringify(body)}`)
  await assert.rejects(
    ask('/production/7/role', [{ id: 1 }]),
    /listRoles answers without \/0\/version, \/0\/modifiedBy/,
  )
  const tag = { id: 1, value: 'night', label: 'Night', thesaurusId: 2 }
  assert.deepEqual(await (await ask('/production/7/thesaurus/tags', [tag])).json(), [tag])
  await assert.rejects(ask('/production/7/thesaurus/tags', [tag, { ...tag, label: undefined }]), /without \/1\/label/)
})
