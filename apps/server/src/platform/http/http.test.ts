import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { errorTable, isErrorBody } from '@rushes/contract'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

/** Sends as the first user and gives the error's name; every refusal must have the error body of the interface. */
async function refuse(path: string, init: RequestInit = {}): Promise<string> {
  const headers = { authorization: `Bearer ${kit.admin.options.token}`, ...init.headers }
  const response = await fetch(kit.url + path, { ...init, headers })
  const body: unknown = await response.json()
  assert.ok(isErrorBody(body), `an error body, not ${JSON.stringify(body)}`)
  assert.equal(body.code, response.status)
  assert.equal(body.errorNumber, errorTable[body.type].number)
  return body.type
}

const json = { 'content-type': 'application/json' }
const post = (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  body,
  headers,
})

// http-15
test('a refusal reaches a sender who has not come to the end, and who does not stop is cut off', async () => {
  const socket = connect(Number(new URL(kit.url).port), '127.0.0.1')
  const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  let sent = 0
  const sendOn = () => {
    while (socket.writable && socket.write(piece)) sent += piece.length
  }
  let answer = ''
  socket.setEncoding('utf8').on('data', text => {
    answer += text
  })
  socket.on('drain', sendOn).on('error', () => {})
  socket.write('POST /production HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n')
  sendOn()
  await new Promise(resolve => socket.once('close', resolve))
  assert.match(answer, /^HTTP\/1\.1 401 [\s\S]*"type":"UnauthorizedError"[^}]*\}$/)
  assert.ok(sent > 10 * piece.length, `${sent} bytes were sent`)
})

describe('a body', () => {
  const cases: [string, RequestInit, string][] = [
    ['that is no JSON', post('{"name":'), 'BadRequestError'],
    ['of the wrong type', post('[1]'), 'BadRequestError'],
    ['with a member of the wrong type', post('{"accountId":"1","name":"x"}'), 'BadRequestError'],
    ['with an unknown member', post('{"accountId":1,"name":"x","nonsense":1}'), 'BadRequestError'],
    ['with an id past 2^53', post('{"accountId":9007199254740993,"name":"x"}'), 'BadRequestError'],
    ['with an id that is no integer', post('{"accountId":1.5,"name":"x"}'), 'BadRequestError'],
    ['that is not UTF-8', post(Buffer.from('{"name":"\xff"}', 'latin1')), 'BadRequestError'],
    ['with a NUL in a text', post('{"accountId":1,"name":"a\\u0000b"}'), 'BadRequestError'],
    ['with half a surrogate pair', post('{"accountId":1,"name":"\\ud800"}'), 'BadRequestError'],
    ['with a prototype member', post('{"__proto__":{"x":1}}'), 'BadRequestError'],
    [
      'that is nested too deep',
      post(`{"settings":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`),
      'BadRequestError',
    ],
    [
      'with many brackets in a text',
      post(`{"accountId":1,"name":"${'[{'.repeat(200)}\\"[","nonsense":1}`),
      'BadRequestError',
    ],
    ['that is absent', { method: 'POST', headers: json }, 'BadRequestError'],
    ['of another content type', post('{}', { 'content-type': 'image/png' }), 'UnsupportedMediaTypeError'],
    ['that is too large', post(`{"name":"${'x'.repeat(1_100_000)}"}`), 'PayloadTooLargeError'],
  ]
  for (const [name, init, expected] of cases) {
    // http-10, errors-3, errors-15
    test(`${name} is refused with ${expected}`, async () => {
      assert.equal(await refuse('/production', init), expected)
    })
  }
  // http-10
  test('of the wrong shape is answered with the paths in `data`', async () => {
    const response = await fetch(`${kit.url}/production`, {
      ...post('{"accountId":"1"}'),
      headers: { ...json, authorization: `Bearer ${kit.admin.options.token}` },
    })
    const { data } = (await response.json()) as { data: { path: string }[] }
    assert.deepEqual(
      data.map(fault => fault.path),
      ['/accountId'],
    )
  })
})

describe('a body of 100,000 nested lists is refused with BadRequestError', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  // limits-2
  test('as a setting of a production', async () => {
    const { id } = await kit.createProduction()
    const put = (body: string): RequestInit => ({ ...post(body), method: 'PUT' })
    assert.equal(await refuse(`/production/${id}/settings/deep`, put(deep)), 'BadRequestError')
    assert.equal(await refuse(`/production/${id}/settings`, put(`{"deep":${deep}}`)), 'BadRequestError')
  })
  // limits-2
  test('as a custom field of an annotation', async () => {
    const { id } = await kit.createProduction()
    const created = await kit.admin.uploads.createMediaObjects({ prId: id, body: [{ name: 'Placeholder' }] })
    assert.ok(Array.isArray(created))
    const path = `/production/${id}/mo/${created[0]?.mediaObjectId}`
    const patch = `[{"op":"add","path":"/customFields","value":{"a":{"type":"STRING","values":${deep}}}}]`
    assert.equal(await refuse(`${path}/moa`, { ...post(patch), method: 'PATCH' }), 'BadRequestError')
    assert.equal(await refuse(`${path}/clip`, post(`{"customFields":{"a":${deep}}}`)), 'BadRequestError')
  })
})

describe('an id in the path', () => {
  const cases: [string, string][] = [
    ['abc', 'BadRequestError'],
    ['-1', 'BadRequestError'],
    ['1.0', 'BadRequestError'],
    ['1e3', 'BadRequestError'],
    ['0x1', 'BadRequestError'],
    ['%201', 'BadRequestError'],
    ['9223372036854775808', 'BadRequestError'],
    ['9007199254740991', 'NotFoundError'],
    ['9007199254740992', 'NotFoundError'],
    ['9007199254740993', 'NotFoundError'],
    ['9223372036854775807', 'NotFoundError'],
  ]
  for (const [id, expected] of cases) {
    // http-8
    test(`${id} is refused with ${expected}`, async () => {
      assert.equal(await refuse(`/production/${id}`), expected)
    })
  }
})

// http-45
test('`waitForIndex` of a change is a flag, and what is none is refused before anything is changed', async () => {
  const { id } = await kit.createProduction('Flags')
  const make = (flag: string) =>
    fetch(`${kit.url}/production/${id}/category?waitForIndex${flag}`, {
      ...post('{"name":"A category"}'),
      headers: { ...json, authorization: `Bearer ${kit.admin.options.token}` },
    })
  const count = async () => (await kit.admin.productions.listCategories({ prId: id })).items.length
  const before = await count()
  assert.equal((await make('=perhaps')).status, 400)
  assert.equal(await count(), before)
  for (const flag of ['', '=true', '=TRUE', '=false']) assert.equal((await make(flag)).status, 201, flag)
})

describe('an address', () => {
  // http-4
  test('that is unknown is not found', async () => assert.equal(await refuse('/nothing/here'), 'NotFoundError'))
  // http-5
  test('with a broken escape is malformed', async () =>
    assert.equal(await refuse('/production/%zz'), 'BadRequestError'))
  // http-5, limits-3
  test('with a part that is too long is malformed', async () =>
    assert.equal(await refuse(`/production/${'1'.repeat(3000)}`), 'BadRequestError'))
  // http-6
  test('called with another method answers 405 and what is allowed', async () => {
    const response = await fetch(`${kit.url}/authentication/login`, { method: 'DELETE' })
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
  })
  // http-1, http-2
  test('answers under /api, and with .json or .js at its end', async () => {
    const headers = { authorization: `Bearer ${kit.admin.options.token}` }
    for (const path of ['/api/production', '/production.json', '/api/production.js']) {
      assert.equal((await fetch(kit.url + path, { headers })).status, 200, path)
    }
  })
})

describe('a query parameter', () => {
  for (const query of [
    'offset=-1',
    'limit=x',
    'limit=1.5',
    'includeSettings=perhaps',
    'fq=%00',
    'fq=(',
    'sort=name+sideways',
  ]) {
    // http-14, errors-1, errors-3
    test(`${query} is malformed`, async () => assert.equal(await refuse(`/production?${query}`), 'BadRequestError'))
  }
})

// errors-20, limits-3
test('headers that are too large are refused with 431 and the error body', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const { port, hostname } = new URL(kit.url)
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`)
    })
    let text = ''
    socket.on('data', data => {
      text += data
    })
    socket.on('close', () => resolve(text)).on('error', error => (text === '' ? reject(error) : resolve(text)))
  })
  assert.match(answer, /^HTTP\/1\.1 431 /)
  assert.ok(isErrorBody(JSON.parse(answer.slice(answer.indexOf('{')))))
})

// http-16
test('every answer carries the protective headers and the request id that was given', async () => {
  const response = await fetch(`${kit.url}/health/live`, { headers: { 'x-request-id': 'abc-1' } })
  assert.equal(response.headers.get('x-request-id'), 'abc-1')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(response.headers.get('access-control-allow-origin'), null)
})
