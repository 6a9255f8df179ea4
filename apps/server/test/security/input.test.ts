/** Input that means harm. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FileBody, ServiceError } from '@rushes/contract'
import { sql } from 'kysely'
import { byExtent } from '../extent.ts'
import { startTestService, type TestService } from '../service.ts'
import { call, endpoints, toPath } from './calls/calls.ts'
import { buildEstate, type Estate } from './calls/estate.ts'
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

async function send(path: string, method = 'GET', body?: string, type = 'application/json') {
  const response = await fetch(kit.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, text: await response.text() }
}

describe(item(30), () => {
  const bomb = (root: string) => {
    const lols = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
      '',
    )
    return `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY l0 "lol">${lols}<!ENTITY x SYSTEM "file:///etc/passwd">]>${root}`
  }
  const ttml = (inner: string) =>
    `<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><body><div><p begin="0s" end="1s">${inner}</p></div></body></tt>`

  const refuse = async (attempt: () => Promise<unknown>): Promise<string> => {
    const begun = performance.now()
    try {
      await attempt()
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      assert.ok(error.status >= 400 && error.status < 500, String(error.status))
      assert.doesNotMatch(error.message, /root:/)
      return error.type
    } finally {
      assert.ok(performance.now() - begun < 10_000)
    }
    return 'taken'
  }

  const subtitle = (type: string, bytes: Uint8Array) =>
    kit.admin.subtitles.replaceSubtitle({
      prId: estate.prId,
      moId: estate.moId,
      language: 'en',
      presetId: 'preset_001',
      body: new FileBody(type, bytes),
    })

  test('subtitles with entities, or nested without end', async () => {
    const type = 'application/ttml+xml'
    // What cannot be read of a subtitle file is left as it is, with a warning: no entity is replaced.
    await refuse(() => subtitle(type, Buffer.from(bomb(ttml('&l9;&x;')))))
    const deep = '<span>'.repeat(50_000) + '</span>'.repeat(50_000)
    await refuse(() => subtitle(type, Buffer.from(ttml(deep))))
    const wide = ttml(`<span ${Array.from({ length: 20_000 }, (_, index) => `a${index}="x"`).join(' ')}/>`)
    await refuse(() => subtitle(type, Buffer.from(wide)))
    const shown = await (
      await kit.admin.subtitles.getSubtitle({
        prId: estate.prId,
        moId: estate.moId,
        language: 'en',
        presetId: 'preset_001',
      })
    ).text()
    assert.doesNotMatch(shown, /lollol|root:/)
  })

  test('subtitles that are broken or larger than they say', async () => {
    for (const [type, text] of [
      ['application/x-subrip', '1\n00:00:00,000 --> 99:99:99,999\n'.repeat(20_000)],
      ['text/vtt', `WEBVTT\n\n${'<b>'.repeat(200_000)}`],
      ['text/vtt', `WEBVTT\n\n00:00.000 --> 00:01.000\n${'&amp;'.repeat(100_000)}`],
      ['application/x-ebu-stl', `850STL25.01${'9'.repeat(2000)}`],
      ['application/ttml+xml', '<'.repeat(100_000)],
    ] as const) {
      await refuse(() => subtitle(type, Buffer.from(text)))
    }
  })

  // thesauri-28
  test('a vocabulary in RDF with entities', async () => {
    const { id } = await kit.admin.thesauri.createThesaurus({ accountId: kit.accountId, body: { label: 'Bombed' } })
    const rdf = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">&l9;&x;</rdf:RDF>'
    const body = new FileBody('application/rdf+xml', Buffer.from(bomb(rdf)))
    const outcome = await refuse(() => kit.admin.thesauri.importEntries({ accountId: kit.accountId, id, body }))
    assert.notEqual(outcome, 'taken')
  })

  test('markers without end', async () => {
    for (const [type, line] of [
      ['text/csv', '"'],
      ['text/csv', 'a,'],
      ['application/edl', '* LOC: '],
      ['application/edl', '001  AX V C 00:00:00:00 '],
    ] as const) {
      const place = { prId: estate.prId, moId: estate.moId }
      await refuse(() =>
        kit.admin.review.importComments({ ...place, body: new FileBody(type, Buffer.from(line.repeat(100_000))) }),
      )
    }
  })
})

describe(item(31), () => {
  const isClean = () => {
    const plain: Record<string, unknown> = {}
    return plain.polluted === undefined && Object.keys(Object.prototype).length === 0 && [].at !== undefined
  }
  const payloads = [
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"customFields":{"__proto__":{"polluted":1}}}',
    '{"settings":{"constructor":{"prototype":{"polluted":1}}}}',
    '{"clientProperties":{"__proto__":{"polluted":1}},"label":"x"}',
    '[{"op":"add","path":"/__proto__/polluted","value":1}]',
    '[{"op":"add","path":"/constructor/prototype/polluted","value":1}]',
    '[{"op":"copy","from":"/__proto__","path":"/customFields/x"}]',
    '[{"__proto__":{"polluted":1}}]',
  ]

  // http-18
  test('in a body', async () => {
    for (const endpoint of endpoints.filter(({ body, bodyKind }) => body !== undefined && bodyKind !== 'bytes')) {
      for (const payload of payloads) {
        const { status } = await send(toPath(endpoint, estate.ids), endpoint.method, payload)
        assert.ok(status < 500, `${endpoint.id}: ${status} for ${payload}`)
        assert.ok(isClean(), `${endpoint.id}: ${payload}`)
      }
    }
  })

  // http-18
  test('in a query or a form', async () => {
    const names = ['__proto__[polluted]', '__proto__.polluted', 'constructor[prototype][polluted]', '__proto__']
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const query = names.map(name => `${encodeURIComponent(name)}=1`).join('&')
      const { status } = await call(kit.url, endpoint, { token, ids: estate.ids, query })
      assert.ok(status < 500, endpoint.id)
      assert.ok(isClean(), endpoint.id)
    }
    for (const name of names) {
      const form = new URLSearchParams([
        [name, '1'],
        ['username', 'x'],
        ['password', 'y'],
      ])
      const { status } = await send('/authentication/login', 'POST', `${form}`, 'application/x-www-form-urlencoded')
      assert.ok(status === 401 || status === 400 || status === 429, String(status))
    }
    assert.ok(isClean())
  })

  // http-18
  test('as the name of a setting, a field, a handle', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      for (const [path, method, body] of [
        [`/production/${estate.prId}/settings/${name}`, 'PUT', '{"polluted":1}'],
        [`/production/${estate.prId}/settings/${name}`, 'GET', undefined],
        [`/account/${kit.accountId}/settings/${name}`, 'PUT', '{"polluted":1}'],
        [`/account/${kit.accountId}/settings/${name}`, 'GET', undefined],
        [`/production/${estate.prId}/cfd/${name}`, 'PUT', '{"type":"STRING"}'],
        [`/production/${estate.prId}/an?sort=${name}+asc&fl=${name}&facet.field=${name}`, 'GET', undefined],
        [`/production/${estate.prId}/mo?sort=${name}&fq=${name}:1`, 'GET', undefined],
      ] as const) {
        const { status, text } = await send(path, method, body)
        assert.ok(status < 500, `${method} ${path}: ${status} ${text}`)
        assert.doesNotMatch(text, /native code/)
      }
    }
    assert.ok(isClean())
  })
})

describe(item(32), () => {
  // http-26
  test('by PATCH with If-Match, by PUT with a version', async () => {
    const { member, prId } = estate
    const { id, version } = await member.collections.createCollection({ prId, body: { title: 'Raced for' } })
    const path = `${kit.url}/production/${prId}/eo/${id}`
    const change = (method: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const patches = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        change('PATCH', [{ op: 'replace', path: '/title', value: `By ${index}` }], { 'if-match': `"${version}"` }),
      ),
    )
    assert.deepEqual(countBy(patches), { 200: 1, 412: 19 })
    const puts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => change('PUT', { version: version + 1, title: `By ${index}` })),
    )
    assert.deepEqual(countBy(puts), { 200: 1, 409: 19 })
    assert.equal((await member.collections.getCollection({ prId, id })).version, version + 2)
  })
})

function countBy(answers: Response[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe(item(35), () => {
  const pieces = [
    "name'; drop table share; --",
    'name") desc; delete from share; --',
    '(select password_hash from account_user)',
    'pg_sleep(5)',
    'name asc, (select 1)',
    'name\u0000',
    '{!func}sum(1,1)',
    '{!join from=id to=id}x',
    '_query_:"{!lucene}x"',
    '*:* AND _val_:"pg_sleep(5)"',
    "' or 1=1 --",
    '$where',
    '../../etc',
    "body->>'password'",
  ]
  const parameters = [
    'sort',
    'fl',
    'facet.field',
    'facet.pivot',
    'facet.query',
    'fq',
    'q',
    'hl.fl',
    'group.field',
    'facet.range',
    'cursorMark',
    'limit',
    'offset',
  ]

  // errors-24, search-3
  test('of searches and lists', async () => {
    const { database } = kit.service.platform
    const countTables = async () => {
      const { rows } = await sql<{ count: string }>`
        select count(*)::text as count from information_schema.tables where table_schema = 'public'
      `.execute(database)
      return rows[0]!.count
    }
    const [tables, shares] = [await countTables(), (await kit.admin.sharing.listShares({ prId: estate.prId })).total]
    for (const endpoint of endpoints.filter(({ resultKind }) => resultKind === 'search' || resultKind === 'list')) {
      const isThorough = endpoint.id === 'listAnnotations' || byExtent(false, endpoint.id === 'listMediaObjects')
      for (const parameter of parameters.filter(name => name in endpoint.query)) {
        // The parameters are read in one place for all of them.
        for (const piece of isThorough ? pieces : pieces.slice(0, byExtent(1, 2))) {
          const begun = performance.now()
          const query = new URLSearchParams([[parameter, piece]]).toString()
          const { status, text } = await call(kit.url, endpoint, { token, ids: estate.ids, query })
          assert.ok(status === 200 || status === 201 || status === 400, `${endpoint.id} ${query}: ${status} ${text}`)
          assert.ok(performance.now() - begun < 4500, `${endpoint.id} ${query} slept`)
        }
      }
    }
    assert.equal(await countTables(), tables)
    assert.equal((await kit.admin.sharing.listShares({ prId: estate.prId })).total, shares)
  })
})
