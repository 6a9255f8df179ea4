/** Requests made at random: whatever comes, the service answers, and never with a fault of its own. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Endpoint, isErrorBody } from '@rushes/contract'
import fc from 'fast-check'
import { byExtent } from '../extent.ts'
import { startTestService, type TestService } from '../service.ts'
import { endpoints, toPath } from './calls/calls.ts'
import { buildEstate, type Estate } from './calls/estate.ts'
import { sampleOf } from './calls/samples.ts'

const isLong = process.env.RUSHES_LONG !== undefined
const numRuns = isLong ? 30_000 : byExtent(200, 600)
const timeout = isLong ? 3_600_000 : 300_000

let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService()
  estate = await buildEstate(kit)
})
after(() => kit.stop())

/** What would take the ground away from under the others, or waits. */
const spared = new Set([
  'logout',
  'deleteProduction',
  'streamProductionEvents',
  'streamShareEvents',
  'followWorkflow',
  'updateUserState',
])
const called = endpoints.filter(({ id, access }) => !spared.has(id) && access.who !== 'first stage')

const oddTexts = [
  '',
  '0',
  '-1',
  '1e400',
  'null',
  '%',
  '%zz',
  '\u0000',
  '\ud800',
  '*',
  '"',
  "'",
  '..',
  '[',
  'ﷺ'.repeat(50),
  '9'.repeat(40),
]
const text = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 400 }),
)
const odd = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 4 }))

interface Shape {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
}

/** Values that nearly fit a shape: right by turns, and wrong in any member. */
function nearly(shape: Shape, depth = 0): fc.Arbitrary<unknown> {
  if (depth > 3) return odd
  const right = ((): fc.Arbitrary<unknown> => {
    if (shape.enum) return fc.constantFrom(...shape.enum)
    if (shape.anyOf) return fc.oneof(...shape.anyOf.map(one => nearly(one, depth + 1)))
    switch (shape.type) {
      case 'object': {
        const members = Object.entries(shape.properties ?? {}).map(([name, member]) => [
          name,
          nearly(member, depth + 1),
        ])
        return fc.record(Object.fromEntries(members), { requiredKeys: [] })
      }
      case 'array':
        return fc.array(nearly(shape.items ?? {}, depth + 1), { maxLength: 4 })
      case 'integer':
        return fc.oneof(fc.nat(60), fc.constantFrom(0, -1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1.5, 1e300))
      case 'boolean':
        return fc.boolean()
      case 'string':
        return text
      default:
        return odd
    }
  })()
  return fc.oneof({ arbitrary: right, weight: 9 }, { arbitrary: odd, weight: 1 })
}

const bodies = new Map<Endpoint, fc.Arbitrary<unknown>>()
function bodyOf(endpoint: Endpoint): fc.Arbitrary<unknown> {
  const made =
    bodies.get(endpoint) ??
    fc.oneof(
      { arbitrary: nearly((endpoint.body ?? {}) as Shape), weight: 4 },
      { arbitrary: fc.constant(sampleOf(endpoint)), weight: 1 },
    )
  bodies.set(endpoint, made)
  return made
}

const request = fc.constantFrom(...called).chain(endpoint =>
  fc.record({
    endpoint: fc.constant(endpoint),
    query: fc.array(
      fc.tuple(fc.oneof(fc.constantFrom('q', 'fq', 'sort', ...Object.keys(endpoint.query)), text), text),
      {
        maxLength: 4,
      },
    ),
    body: endpoint.body === undefined ? fc.constant(undefined) : bodyOf(endpoint),
    raw: fc.option(text, { freq: 12, nil: undefined }),
    id: fc.option(fc.oneof(fc.nat(80).map(String), text), { freq: 3, nil: undefined }),
    type: fc.constantFrom(
      'application/json',
      'application/json',
      'application/json-patch+json',
      'text/plain',
      'x/y',
      ...endpoint.fileTypes,
    ),
    match: fc.option(text, { freq: 10, nil: undefined }),
  }),
)

// errors-24
test('whatever is asked, in whichever way, is answered without a fault of the service', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ endpoint, query, body, raw, id, type, match }) => {
      const ids = id === undefined ? estate.ids : { prId: estate.prId, moId: id, anId: id }
      const path = toPath(
        endpoint,
        Object.fromEntries(Object.entries(ids).map(([name, value]) => [name, clean(value)])),
      )
      const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
      const sent = endpoint.method === 'GET' || endpoint.method === 'HEAD' ? undefined : (raw ?? JSON.stringify(body))
      const headers: Record<string, string> = { authorization: `Bearer ${kit.admin.options.token}` }
      if (sent !== undefined) headers['content-type'] = type
      if (match !== undefined) headers['if-match'] = match.replaceAll(/[^\x20-\x7e]/g, '')
      const response = await fetch(`${kit.url}${path}?${search}`, {
        method: endpoint.method,
        headers,
        redirect: 'manual',
        ...(sent === undefined ? {} : { body: sent }),
      })
      const answer = await response.text()
      assert.ok(response.status < 500, `${response.status} ${answer}`)
      if (response.status >= 400 && endpoint.method !== 'HEAD') {
        assert.ok(isErrorBody(JSON.parse(answer)), answer)
      }
    }),
    { numRuns, endOnFailure: !isLong },
  )
})

/** Half a pair of surrogates cannot be written into an address. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

/** A part of a path that stays one. */
function clean(value: string | number): string {
  const wellFormed = String(value).toWellFormed()
  return /^\.{0,2}$/.test(wellFormed) ? '0' : wellFormed
}
