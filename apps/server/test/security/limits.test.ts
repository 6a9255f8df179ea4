/** How much one may ask for. */

import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { parseQuery } from '@rushes/query'
import fc from 'fast-check'
import { beginUpload, makeBytes, putChunk } from '../scene/begin-upload.ts'
import { toStagingPath } from '../scene/stored-paths.ts'
import { startTestService, type TestService } from '../service.ts'
import { buildEstate, type Estate } from './calls/estate.ts'
import { item } from './checklist.ts'

let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService()
  estate = await buildEstate(kit)
})
after(() => kit.stop())

async function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await fetch(kit.url + path, {
    method,
    headers: {
      authorization: `Bearer ${estate.member.options.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  }).catch(error => {
    // A connection that is closed under a sender who does not stop to listen.
    if (body !== undefined && body.length > 1_000_000) return undefined
    throw error
  })
  return { status: response?.status ?? 413, text: (await response?.text()) ?? '' }
}

describe(item(17), () => {
  // errors-15, limits-1
  test('a body of more than a mebibyte', async () => {
    const path = `/production/${estate.prId}/eo`
    assert.equal((await send('POST', path, `{"title":"${'x'.repeat(1_100_000)}"}`)).status, 413)
    assert.equal((await send('POST', path, `{"title":"${'x'.repeat(1000)}"}`)).status, 201)
  })

  // limits-2
  test('a body that is nested deep, in whichever member', async () => {
    const deep = '['.repeat(101) + ']'.repeat(101)
    for (const body of [deep, `{"customFields":{"a":${deep}}}`, `{"title":${deep}}`]) {
      assert.equal((await send('POST', `/production/${estate.prId}/eo`, body)).status, 400)
    }
  })

  // limits-4
  test('a list of more members than a request may have', async () => {
    const many = JSON.stringify(Array.from({ length: 10_001 }, (_, index) => ({ annotationId: index + 1 })))
    const { status } = await send('POST', `/production/${estate.prId}/eo/${estate.collectionId}/entry`, many)
    assert.equal(status, 400)
  })

  // limits-5
  test('a page, a facet and a pivot', async () => {
    const path = `/production/${estate.prId}/an`
    const list = JSON.parse((await send('GET', `${path}?rows=999999999`)).text)
    assert.ok(list.results.length <= 10_000)
    for (const query of [
      `facet.pivot=${new Array(20).fill('funnel').join(',')}`,
      new Array(51).fill('facet.field=funnel').join('&'),
      new Array(101).fill('fq=a:b').join('&'),
      'facet.range=created&facet.range.start=0&facet.range.end=1000000000000&facet.range.gap=1',
      `q=${'('.repeat(2000)}a${')'.repeat(2000)}`,
    ]) {
      assert.equal((await send('GET', `${path}?${query}`)).status, 400, query.slice(0, 60))
    }
  })

  // limits-3
  test('headers', async () => {
    assert.equal((await send('GET', '/production', undefined, { 'x-long': 'a'.repeat(20_000) })).status, 431)
  })
})

describe(item(18), () => {
  const size = 1000

  // uploads-17
  test('one that is larger, before it or past it', async () => {
    const clip = await beginUpload(estate.member, estate.prId, size)
    for (const [position, length] of [
      [0, size + 1],
      [size - 1, 2],
      [size + 1, 1],
      [2 ** 53, 1],
    ] as const) {
      assert.equal((await putChunk(clip.location, position, makeBytes(length))).status, 400, `${position} ${length}`)
    }
    for (const position of ['-1', '1e3', 'Infinity', '0x10', '9223372036854775807']) {
      assert.equal((await putChunk(clip.location, position, makeBytes(1))).status, 400, position)
    }
    const { received } = await estate.member.uploads.getUpload({ prId: estate.prId, id: clip.id })
    assert.deepEqual(received, [])
  })

  test('those that overlap write their places and no others', async () => {
    const clip = await beginUpload(estate.member, estate.prId, size)
    const bytes = makeBytes(size)
    for (const [start, end] of [
      [0, 600],
      [400, 1000],
      [100, 900],
    ]) {
      assert.equal((await putChunk(clip.location, start, bytes.slice(start, end))).status, 204)
    }
    // In an object store they are objects of these places.
    if (kit.service.platform.config.storage.kind !== 'disk') return
    const { size: written } = await stat(toStagingPath(kit.service.platform, clip.workflowId))
    assert.equal(written, size)
  })

  // uploads-29
  test('none after the close', async () => {
    const clip = await beginUpload(estate.member, estate.prId, 10)
    await putChunk(clip.location, 0, makeBytes(10))
    await estate.member.uploads.closeUpload({ prId: estate.prId, id: clip.id, body: {} })
    const { status } = await putChunk(clip.location, 0, makeBytes(10, 2))
    assert.ok(status >= 400 && status < 500, String(status))
  })
})

describe(item(20), () => {
  const long = process.env.RUSHES_LONG !== undefined

  /** Of what this process computed meanwhile. */
  function measureCpuMs(work: () => void): number {
    const begun = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  }

  // limits-11
  test('to parse', () => {
    const piece = fc.constantFrom(
      '*',
      '?',
      '(',
      ')',
      '"',
      'a',
      ' ',
      ':',
      '~',
      '^',
      '[',
      ']',
      '\\',
      '/',
      '+',
      '-',
      ' OR ',
      ' TO ',
    )
    parseQuietly('warm up')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 3000 }), pieces => {
        const text = pieces.join('')
        // What the collector of garbage takes on a busy machine is not the parser's.
        const taken = Math.min(...[1, 2, 3].map(() => measureCpuMs(() => parseQuietly(text))))
        assert.ok(taken < 50, `${taken} ms`)
      }),
      { numRuns: long ? 5000 : 300 },
    )
    for (const unit of ['*a', '?*', 'a~2 ', '(', '"', 'a OR ', '\\', '/(a+)+$/ ', '[a TO ', '-', 'a^1 ']) {
      assert.ok(measureCpuMs(() => parseQuietly(unit.repeat(5000))) < 200, unit)
    }
  })

  // limits-11
  test('to answer', async () => {
    const clauses = (count: number, clause: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => clause(index)).join(' OR ')
    const queries = [
      `description:*${'a*'.repeat(50)}`,
      `description:${'?*'.repeat(50)}b`,
      'description:/(a+)+$/',
      '/(x|x)*y/',
      clauses(200, index => `*${index}*`),
      clauses(200, index => `description:abcdefgh${index}~2`),
      `"${'a b '.repeat(500)}"~1000`,
      '-'.repeat(1000),
      `${'(a OR '.repeat(40)}b${')'.repeat(40)}`,
    ]
    for (const query of queries) {
      for (const name of ['q', 'fq']) {
        const begun = performance.now()
        const path = `/production/${estate.prId}/an?${name}=${encodeURIComponent(query)}`
        const { status } = await send('GET', path)
        assert.ok(status === 200 || status === 400 || status === 503, `${status}: ${query.slice(0, 60)}`)
        assert.ok(performance.now() - begun < 5000, query.slice(0, 60))
      }
      const { status } = await send('GET', `/production/${estate.prId}/mo?fq=${encodeURIComponent(query)}`)
      assert.ok(status === 200 || status === 400, `${status}: ${query.slice(0, 60)}`)
    }
  })
})

function parseQuietly(text: string): void {
  try {
    parseQuery(text)
  } catch {
    // Refused is answered, too.
  }
}

describe(item(21), () => {
  const patch = (ops: object[]) =>
    send('PATCH', `/production/${estate.prId}/mo/${estate.moId}/moa`, JSON.stringify(ops), {
      'content-type': 'application/json-patch+json',
    })

  // http-38
  test('by the number of changes', async () => {
    const add = { op: 'add', path: '/description', value: 'x' }
    assert.equal((await patch(new Array(1001).fill(add))).status, 400)
    assert.equal((await patch(new Array(1000).fill(add))).status, 200)
  })

  // http-38
  test('by the depth of a pointer', async () => {
    const { status, text } = await patch([{ op: 'add', path: `/clipMetadata${'/a'.repeat(100)}`, value: 1 }])
    assert.equal(status, 422, text)
  })

  // http-38
  test('by what they make of the document', async () => {
    const doubling = Array.from({ length: 40 }, () => ({
      op: 'copy',
      from: '/clipMetadata/a',
      path: '/clipMetadata/a/-',
    }))
    const begun = performance.now()
    const { status } = await patch([{ op: 'add', path: '/clipMetadata', value: { a: ['x'] } }, ...doubling])
    assert.ok(status === 422 || status === 413 || status === 400, String(status))
    assert.ok(performance.now() - begun < 10_000)
  })
})
