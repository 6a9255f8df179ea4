import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '@rushes/contract'
import { until } from '../../../../apps/server/test/until.ts'
import { createClient, createTokenSource } from '../index.ts'
import { answer, hangUp, type Line, type ScriptedServer, startScriptedServer } from '../testing/scripted-server.ts'

const unavailable = answer(503, {}, { 'retry-after': '0' })
const busy = answer(429, {}, { 'retry-after': '0' })
const page = answer(200, [], { 'x-pagination-total-results': '0', 'x-pagination-offset': '0' })
const refused = answer(401, { type: 'UnauthorizedError', message: 'Sign in', data: null })

async function withServer(script: readonly [Line, ...Line[]], run: (server: ScriptedServer) => Promise<void>) {
  const server = await startScriptedServer(script)
  try {
    await run(server)
  } finally {
    await server.stop()
  }
}

const repeated: [name: string, script: [Line, ...Line[]], requests: number][] = [
  ['a reading call is made again when the service is not there for a moment', [unavailable, page], 2],
  ['a reading call is made again when the connection is cut', [hangUp, page], 2],
  ['a reading call is made again twice', [unavailable, hangUp, page], 3],
]
for (const [name, script, requests] of repeated) {
  test(name, () =>
    withServer(script, async server => {
      const found = await createClient({ baseUrl: server.url }).productions.listProductions()
      assert.deepEqual(found.items, [])
      assert.equal(server.requests.length, requests)
    }),
  )
}

const cutInTheMiddle: Line = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('[{"id":')
  setImmediate(() => request.socket.destroy())
}

test('a reading call is made again when its answer is cut in the middle', () =>
  withServer([cutInTheMiddle, page], async server => {
    assert.deepEqual((await createClient({ baseUrl: server.url }).productions.listProductions()).items, [])
    assert.equal(server.requests.length, 2)
  }))

test('an answer that is no JSON is reported as such, with its address', () =>
  withServer([response => response.writeHead(200).end('<html>')], async server => {
    const api = createClient({ baseUrl: server.url })
    await assert.rejects(api.productions.listProductions(), {
      name: 'TypeError',
      message: `GET ${server.url}/production answered something that is no JSON`,
    })
  }))

test('a call without a part of its path is reported at once, also where no types are checked', () =>
  withServer([page], async server => {
    const api = createClient({ baseUrl: server.url })
    await assert.rejects(api.media.getMediaObject({ prId: 1 } as never), {
      name: 'InputError',
      message: 'GET /production/{prId}/mo/{id} needs id',
    })
    assert.equal(server.requests.length, 0)
    assert.throws(() => createClient({} as never), /needs baseUrl/)
    assert.throws(() => createClient({ baseUrl: '/api' }), /a whole address, not "\/api"/)
  }))

test('an error has the call that was refused, without its query, and the request id and headers of the answer', () =>
  withServer(
    [
      answer(
        404,
        { type: 'NotFoundError', message: 'Gone', data: null },
        { 'x-request-id': 'abc', 'retry-after': '9' },
      ),
    ],
    async server => {
      const api = createClient({ baseUrl: server.url, token: 'secret' })
      const failed = api.media.getMediaObject({ prId: 1, id: 7, query: { includeInstances: true } as never })
      await assert.rejects(failed, (error: unknown) => {
        assert.ok(error instanceof ServiceError)
        const { method, path, status, requestId, headers } = error
        assert.deepEqual([method, path, status, requestId], ['GET', '/production/1/mo/7', 404, 'abc'])
        assert.equal(headers?.get('retry-after'), '9')
        return true
      })
    },
  ))

test('the status of an error is that of the answer, also where a proxy gave it', () =>
  withServer([answer(502, '<html>', { 'retry-after': '0' })], async server => {
    const api = createClient({ baseUrl: server.url, retries: 0 })
    await assert.rejects(api.productions.listProductions(), { type: 'UnavailableError', status: 502 })
  }))

test('after two repetitions the last error is reported', () =>
  withServer([unavailable], async server => {
    const api = createClient({ baseUrl: server.url })
    await assert.rejects(api.productions.listProductions(), { status: 503, type: 'UnavailableError' })
    assert.equal(server.requests.length, 3)
  }))

test('nothing is repeated where no repetition is wanted', () =>
  withServer([unavailable, page], async server => {
    const api = createClient({ baseUrl: server.url, retries: 0 })
    await assert.rejects(api.productions.listProductions(), { status: 503 })
    assert.equal(server.requests.length, 1)
  }))

const creation = { body: { accountId: 1, name: 'A production' } }

test('a changing call whose answer is lost is never made twice', () =>
  withServer([hangUp, page], async server => {
    await assert.rejects(createClient({ baseUrl: server.url }).productions.createProduction(creation), TypeError)
    assert.equal(server.requests.length, 1)
  }))

test('a changing call that was refused before it was begun (429) is made again', () =>
  withServer([busy, answer(201, { id: 7 })], async server => {
    const made = await createClient({ baseUrl: server.url }).productions.createProduction(creation)
    assert.equal(made.id, 7)
  }))

test('a service that asks to come back in an hour is not waited for', () =>
  withServer([answer(429, {}, { 'retry-after': '3600' })], async server => {
    await assert.rejects(createClient({ baseUrl: server.url }).productions.listProductions(), { status: 429 })
    assert.equal(server.requests.length, 1)
  }))

test('a refusal of the request itself is reported at once, with its detail', () =>
  withServer([answer(409, { type: 'ConflictError', message: 'stale', data: { version: 3 } })], async server => {
    const error = await createClient({ baseUrl: server.url })
      .productions.listProductions()
      .catch(caught => caught)
    assert.ok(error instanceof ServiceError)
    assert.deepEqual(
      [error.type, error.status, error.message, error.data],
      ['ConflictError', 409, 'stale', { version: 3 }],
    )
    assert.equal(server.requests.length, 1)
  }))

for (const [status, type] of [
  [403, 'ForbiddenError'],
  [418, 'BadRequestError'],
  [500, 'InternalError'],
  [502, 'UnavailableError'],
  [504, 'UnavailableError'],
] as const) {
  test(`the page of a proxy that answers ${status} is a ${type}`, () =>
    withServer([response => response.writeHead(status).end('<html>')], async server => {
      const api = createClient({ baseUrl: server.url, retries: 0 })
      await assert.rejects(api.productions.listProductions(), { type, message: `The service answered ${status}` })
    }))
}

test('a body whose type only sounds like an error is none of the service', () =>
  withServer([answer(403, { type: 'constructor', message: 'no', data: null })], async server => {
    const api = createClient({ baseUrl: server.url })
    await assert.rejects(api.productions.listProductions(), { type: 'ForbiddenError', status: 403 })
  }))

test('a page asks its own host where the address of the service is a path', async () => {
  const asked: unknown[] = []
  const api = createClient({
    baseUrl: '/api/',
    fetch: async address => {
      asked.push(address)
      return Response.json({ id: 7 })
    },
  })
  await api.media.getMediaObject({ prId: 1, id: 7 })
  await api.authentication.getCurrentUser()
  assert.deepEqual(asked, ['/api/production/1/mo/7', '/api/authentication/user'])
})

test('a call is given up while it waits for its next attempt', () =>
  withServer([answer(503, {}, { 'retry-after': '30' })], async server => {
    const stopper = new AbortController()
    const listed = createClient({ baseUrl: server.url }).productions.listProductions({ signal: stopper.signal })
    await until('it is asked', () => server.requests.length > 0)
    stopper.abort(new Error('enough'))
    await assert.rejects(listed, { message: 'enough' })
  }))

test('a call is given up while its token is being asked for', () =>
  withServer([page], async server => {
    const stopper = new AbortController()
    const tokens = createTokenSource(() => new Promise(() => stopper.abort(new Error('enough'))))
    const api = createClient({ baseUrl: server.url, tokens })
    await assert.rejects(api.productions.listProductions({ signal: stopper.signal }), { message: 'enough' })
    assert.equal(server.requests.length, 0)
  }))

test('an attempt that takes too long is given up', () =>
  withServer([() => {}], async server => {
    const api = createClient({ baseUrl: server.url, timeoutMs: 50, retries: 0 })
    await assert.rejects(api.productions.listProductions(), { name: 'TimeoutError' })
  }))

test('an answer that has begun in time may take as long as it likes', () => {
  const slowly: Line = response => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write('slow')
    setTimeout(() => response.end('ly'), 1600)
  }
  return withServer([slowly], async server => {
    const api = createClient({ baseUrl: server.url, timeoutMs: 1500, retries: 0 })
    const response = await api.system.getMetrics()
    assert.equal(await response.text(), 'slowly')
  })
})

test('a token that has ended is renewed once, however many calls find that out, and the calls are made again', async () => {
  let opened = 0
  const byToken: Line = (response, request) =>
    (request.headers.authorization === 'Bearer new' ? page : refused)(response, request)
  await withServer([byToken], async server => {
    const tokens = createTokenSource(async () => (++opened === 1 ? 'old' : 'new'))
    const api = createClient({ baseUrl: server.url, tokens })
    await Promise.all(Array.from({ length: 10 }, () => api.productions.listProductions()))
    assert.equal(opened, 2)
    assert.equal(server.requests.filter(({ token }) => token === 'new').length, 10)
  })
})

test('a service that refuses the new token as well is believed', () =>
  withServer([refused], async server => {
    const api = createClient({ baseUrl: server.url, tokens: createTokenSource(async () => 'any') })
    await assert.rejects(api.productions.listProductions(), { status: 401, message: 'Sign in' })
    assert.equal(server.requests.length, 2)
  }))
