/** What every answer is like, a refusal above all. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountRights, type Endpoint, errorTable, isErrorBody, productionRights, systemRights } from '@rushes/contract'
import { sql } from 'kysely'
import { startTestService, type TestService } from '../service.ts'
import { call, endpoints, sample, toPath } from './calls/calls.ts'
import { buildEstate, type Estate } from './calls/estate.ts'
import { ofUser } from './calls/expectations.ts'
import { item } from './checklist.ts'

let kit: TestService
let estate: Estate
let token: string
before(async () => {
  kit = await startTestService()
  estate = await buildEstate(kit)
  token = kit.admin.options.token!
})
after(() => kit.stop())

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const send = (path: string, method: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(kit.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })

describe(item(24), () => {
  const byPath = Map.groupBy(endpoints, ({ path }) => path)

  // http-6
  test('a method that no route of the address has', async () => {
    const wrong: string[] = []
    for (const [path, [endpoint]] of byPath) {
      const address = toPath(endpoint!, estate.ids)
      const asked = await send(address, 'OPTIONS')
      const allowed = asked.headers.get('allow')?.split(', ') ?? []
      if (asked.status !== 204 || !allowed.includes('OPTIONS')) wrong.push(`OPTIONS ${path}: ${asked.status}`)
      for (const { method } of byPath.get(path)!) if (!allowed.includes(method)) wrong.push(`${path} hides ${method}`)
      if (allowed.includes('GET') && !allowed.includes('HEAD')) wrong.push(`${path} hides HEAD`)
      for (const method of methods.filter(method => !allowed.includes(method))) {
        const response = await send(address, method)
        const body: unknown = await response.json()
        const isRight = response.status === 405 && isErrorBody(body) && response.headers.get('allow') !== null
        if (!isRight) wrong.push(`${method} ${path}: ${response.status}`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  // http-6
  test('methods of other protocols', async () => {
    for (const method of ['PROPFIND', 'PURGE', 'LOCK', 'REPORT', 'MKCOL']) {
      const response = await send('/production', method)
      assert.equal(response.status, 405, method)
      await response.text()
    }
  })

  // http-9, errors-16
  test('a content type that a route does not take', async () => {
    const wrong: string[] = []
    const traits = { isSelf: false, system: systemRights, account: accountRights, production: productionRights }
    for (const endpoint of endpoints.filter(({ body, bodyKind }) => body !== undefined && bodyKind !== 'bytes')) {
      for (const type of ['application/xml', 'image/png', 'multipart/form-data; boundary=x', 'nonsense', 'text/html']) {
        if (endpoint.fileTypes.includes(type)) continue
        const { status } = await call(kit.url, endpoint, {
          token,
          ids: estate.ids,
          body: {},
          headers: { 'content-type': type },
        })
        // The gate is passed before the body is looked at.
        const isRefused = ofUser(endpoint.access, traits) !== 'passes' && (status === 401 || status === 403)
        if (status !== 415 && !isRefused) wrong.push(`${endpoint.id} ${type}: ${status}`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  // http-9
  test('a form and a text where JSON is wanted', async () => {
    const path = `/production/${estate.prId}/eo`
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await send(path, 'POST', form, 'title=x')).status, 415)
    assert.equal((await send(path, 'POST', { 'content-type': 'text/plain' }, '{"title":"x"}')).status, 415)
    // Many clients call the body of a request without one so.
    assert.equal(
      (await send(`/production/${estate.prId}/eo/${estate.collectionId}/share`, 'POST', form, '')).status,
      200,
    )
  })

  // http-7
  test('HEAD answers as GET without a body', async () => {
    for (const path of ['/production', `/production/${estate.prId}`, '/openapi.json', '/production/999999']) {
      const [get, head] = [await send(path, 'GET'), await send(path, 'HEAD')]
      assert.equal(head.status, get.status, path)
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'))
      assert.equal(await head.text(), '')
      await get.text()
    }
  })
})

describe(item(25), () => {
  const assertProtected = (name: string, headers: Headers) => {
    assert.equal(headers.get('x-content-type-options'), 'nosniff', name)
    assert.equal(headers.get('referrer-policy'), 'no-referrer', name)
    assert.match(headers.get('cache-control') ?? '', /no-store|private/, name)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/, name)
    assert.match(policy, /frame-ancestors 'none'|sandbox/, name)
    assert.equal(headers.get('server'), null)
    assert.equal(headers.get('x-powered-by'), null)
  }

  // http-16
  test('of each route, answered or refused', async () => {
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const answered = await call(kit.url, endpoint, { token, ids: estate.ids })
      assertProtected(endpoint.id, answered.headers)
      assertProtected(endpoint.id, (await call(kit.url, endpoint, { ids: estate.ids })).headers)
    }
  })

  // http-16
  test('of what is no route', async () => {
    for (const [path, method] of [
      ['/nothing/here', 'GET'],
      ['/production', 'PATCH'],
      ['/production', 'OPTIONS'],
      ['/production/%zz', 'GET'],
      [`/production/${'1'.repeat(3000)}`, 'GET'],
      ['/production/abc', 'GET'],
    ] as const) {
      assertProtected(`${method} ${path.slice(0, 40)}`, (await send(path, method)).headers)
    }
  })
})

describe(item(29), () => {
  interface Document {
    paths: Record<string, Record<string, { operationId: string; deprecated?: boolean }>>
  }

  test('by method and path', async () => {
    const { paths } = (await (await send('/openapi.json', 'GET')).json()) as Document
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
    )
    assert.deepEqual(documented.sort(), endpoints.map(({ method, path }) => `${method} ${path}`).sort())
  })

  // http-49, annotations-30
  test('what is deprecated says so in its answers', async () => {
    const deprecated = endpoints.filter(endpoint => endpoint.deprecated)
    assert.ok(deprecated.length >= 3)
    for (const endpoint of deprecated) {
      const { headers } = await call(kit.url, endpoint, { token, ids: estate.ids, body: sample })
      assert.match(headers.get('deprecation') ?? '', /^@\d+$/, endpoint.id)
    }
  })
})

describe(item(23), () => {
  const inside =
    /\b(?:select|insert|update|delete from|relation|column|constraint|syntax error|pg_|kysely|node_modules|postgres)\b|\bat \S+ \(|\.ts:\d+|\/work\/|\/tmp\//i

  // errors-2
  test('whatever fails within', async () => {
    const { database } = kit.service.platform
    const kept =
      /^(?:session|app_user|users?|account.*|event.*|search.*|task|workflow.*|login.*|audit|production|participant|role|migration.*|schema.*)$/
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'
    `.execute(database)
    const broken = rows.map(({ name }) => name).filter(name => !kept.test(name))
    assert.ok(broken.length > 10, broken.join(' '))
    for (const name of broken)
      await sql`alter table ${sql.table(name)} rename to ${sql.table(`${name}_gone`)}`.execute(database)
    const failed: Endpoint[] = []
    for (const endpoint of endpoints.filter(({ method }) => method !== 'HEAD')) {
      if (endpoint.id === 'logout') continue
      const { status, text, error } = await call(kit.url, endpoint, { token, ids: estate.ids, body: sample })
      if (status < 500) continue
      failed.push(endpoint)
      assert.ok(error !== undefined && isErrorBody(error), `${endpoint.id}: ${text}`)
      assert.deepEqual([error.code, error.errorNumber], [status, errorTable[error.type].number])
      assert.doesNotMatch(text, inside, endpoint.id)
      assert.equal(error.data, null, endpoint.id)
    }
    assert.ok(failed.length > 40, `only ${failed.length} endpoints failed`)
  })
})
