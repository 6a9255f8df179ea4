import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip } from '../../../modules/annotations/testing/create-clip.ts'

let kit: TestService
let prId: number
let moa: string
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  moa = `/production/${prId}/mo/${await createClip(kit, prId)}/moa`
})
after(() => kit.stop())

async function send(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
  const response = await fetch(kit.url + path, {
    method,
    headers: {
      authorization: `Bearer ${kit.admin.options.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, tag: response.headers.get('etag') ?? '' }
}

const describeAs = (value: string) => [{ op: 'add', path: '/description', value }]

describe('the entity tag', () => {
  // http-27
  test('of a resource begins with its version, and stays while the answer does', async () => {
    const first = await send('GET', moa)
    assert.match(first.tag, new RegExp(`^"${JSON.parse(first.text).version}-[\\w-]+"$`))
    assert.equal((await send('GET', moa)).tag, first.tag)
    const changed = await send('PATCH', moa, {}, describeAs('one'))
    assert.notEqual(changed.tag, first.tag)
    assert.equal((await send('GET', moa)).tag, changed.tag, 'the answer to a PATCH has the tag of what is there now')
  })

  // http-27
  test('differs where the answer includes more', async () => {
    assert.notEqual((await send('GET', `${moa}?includeMediaObject=true`)).tag, (await send('GET', moa)).tag)
  })

  // http-27
  test('is sent with what was created, and with nothing that is no single resource', async () => {
    const created = await send('POST', '/production', {}, { accountId: kit.accountId, name: 'Tagged' })
    const { id } = JSON.parse(created.text)
    assert.equal((await send('GET', `/production/${id}`)).tag.split('-')[0], created.tag.split('-')[0])
    assert.equal((await send('GET', '/production')).tag, '')
    assert.equal((await send('GET', `/production/${prId}/an?q=*`)).tag, '')
  })

  test('"MUST NOT" be in the answer to a PUT that stored more than was sent (RFC 9110, 9.3.4)', async () => {
    const { id } = await kit.createProduction()
    const replaced = await send('PUT', `/production/${id}`, {}, { version: 1, name: 'Another' })
    assert.deepEqual([replaced.status, replaced.tag], [200, ''])
    const { version } = JSON.parse(replaced.text)
    const again = await send('PUT', `/production/${id}`, { 'if-match': `"${version}"` }, { version, name: 'Third' })
    assert.equal(again.status, 200)
  })
})

describe('If-None-Match', () => {
  // http-28
  test('of a GET gives 304 without a body for the very answer, weak or in a list', async () => {
    const { tag } = await send('GET', moa)
    for (const named of [tag, `W/${tag}`, `"a,b", ${tag}`, '*']) {
      const known = await send('GET', moa, { 'if-none-match': named })
      assert.deepEqual([known.status, known.text, known.tag], [304, '', tag], named)
    }
    assert.equal((await send('HEAD', moa, { 'if-none-match': tag })).status, 304)
    assert.equal((await send('GET', moa, { 'if-none-match': '"0", "x"' })).status, 200)
    assert.equal((await send('GET', `${moa}?includeMediaObject=true`, { 'if-none-match': tag })).status, 200)
  })

  // http-28
  test('of subtitles counts for the form in which they are asked for', async () => {
    const path = moa.replace(/moa$/, 'subtitle/en')
    const { tag } = await send('GET', path, { accept: 'text/vtt' })
    assert.equal((await send('GET', path, { accept: 'text/vtt', 'if-none-match': tag })).status, 304)
    assert.equal((await send('GET', path, { accept: 'application/json', 'if-none-match': tag })).status, 200)
  })

  // http-28
  test('does not show to whom may not see', async () => {
    const outsider = (await kit.createUser()).api.options.token
    const headers = { authorization: `Bearer ${outsider}`, 'if-none-match': '*' }
    assert.equal((await fetch(kit.url + moa, { headers })).status, 403)
    assert.equal((await send('GET', `/production/${prId}/an/999999`, { 'if-none-match': '*' })).status, 404)
  })
})

describe('If-Match', () => {
  // http-29
  test('of racing changes that found the same lets one through', async () => {
    const { tag } = await send('GET', moa)
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send('PATCH', moa, { 'if-match': tag }, describeAs(`race ${index}`))),
    )
    const statuses = all.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 412)])
    const winner = all.find(({ status }) => status === 200)
    assert.equal(JSON.parse((await send('GET', moa)).text).description, JSON.parse(winner!.text).description)
  })

  // http-26
  test('of racing PUTs that name the same version lets one through; the others are told the stored one', async () => {
    for (const [headers, refusal] of [
      [{ 'if-match': '"1"' }, 412],
      [{}, 409],
    ] as const) {
      const { id } = await kit.createProduction()
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          send('PUT', `/production/${id}`, headers, { version: 1, name: `race ${index}` }),
        ),
      )
      assert.deepEqual(all.map(({ status }) => status).sort(), [200, ...Array.from({ length: 9 }, () => refusal)])
      for (const { status, text } of all) if (status !== 200) assert.deepEqual(JSON.parse(text).data, { version: 2 })
    }
  })

  // http-25
  test('that holds does not save a stale version in the body, which stays 409 as without the field', async () => {
    const path = `/production/${(await kit.createProduction()).id}`
    await send('PUT', path, {}, { version: 1, name: 'Another' })
    for (const headers of [{}, { 'if-match': '"2"' }]) {
      const refused = await send('PUT', path, headers, { version: 1, name: 'Third' })
      assert.equal(refused.status, 409)
      assert.deepEqual(JSON.parse(refused.text).data, { version: 2 })
    }
  })

  // http-30
  test('is looked at after the rights, and not at all of what does not exist', async () => {
    const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    const headers = { authorization: `Bearer ${api.options.token}`, 'if-match': '"999999"' }
    assert.equal((await send('PATCH', moa, headers, describeAs('no'))).status, 403)
    assert.equal((await send('DELETE', `/production/${prId}/an/999999`, { 'if-match': '"1"' })).status, 404)
  })

  // http-31
  test('of what has no version is 412, since no representation matches; * asks for nothing', async () => {
    const path = moa.replace(/moa$/, 'comment')
    assert.equal((await send('POST', path, { 'if-match': '"1"' }, { start: 1 })).status, 412)
    assert.equal((await send('POST', path, { 'if-match': '*' }, { start: 1 })).status, 201)
    assert.equal((await send('PATCH', moa, { 'if-match': '*' }, describeAs('any'))).status, 200)
    assert.equal((await send('PATCH', moa, { 'if-match': '' }, describeAs('none'))).status, 412)
  })

  for (const text of ['5', '"1" "2"', '"1', 'w/"1"', '"a b"']) {
    // http-30
    test(`that is no list of entity tags (${text}) is a malformed request`, async () => {
      const refused = await send('PATCH', moa, { 'if-match': text }, describeAs('no'))
      assert.equal(refused.status, 400)
      assert.equal(JSON.parse(refused.text).data[0].path, 'if-match')
    })
  }
})

describe('a deprecated endpoint', () => {
  // http-49
  test('says since when (RFC 9745), and where its successor is', async () => {
    const { status, headers } = await send('GET', moa.replace(/moa$/, 'an/search?q=*'))
    assert.equal(status, 200)
    assert.equal(headers.get('deprecation'), `@${Date.parse('2026-11-21T00:00:00Z') / 1000}`)
    assert.equal(headers.get('link'), `<${kit.url}${moa.replace(/moa$/, 'an')}>; rel="successor-version"`)
  })

  // http-49
  test('is marked in the OpenAPI document, as are the three that the interface flags', async () => {
    const { paths } = JSON.parse((await send('GET', '/openapi.json')).text)
    const marked = Object.entries(paths).flatMap(([path, operations]) =>
      Object.values(operations as Record<string, { deprecated?: boolean }>).flatMap(operation =>
        operation.deprecated ? [path] : [],
      ),
    )
    assert.deepEqual(marked.sort(), [
      '/production/{prId}/mo/{moId}/an/search',
      '/production/{prId}/mo/{moId}/tsa/search',
      '/production/{prId}/thesaurus/tags',
    ])
    const other = await send('GET', `/production/${prId}/an/search?q=*`)
    assert.equal(other.headers.get('deprecation'), null)
  })
})
