/** Texts that are too long for an index, or that the database cannot hold, wherever the contract takes a text. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '@rushes/contract'
import { waitForIndex } from '../../../src/modules/search/index.ts'
import { createRandom } from '../../random.ts'
import { refusal } from '../../refusal.ts'
import { startTestService, type TestService } from '../../service.ts'
import { call, endpoints, toPath } from '../calls/calls.ts'
import { toCreations } from '../calls/creations.ts'
import { buildEstate, type Estate } from '../calls/estate.ts'
import { sampleOf } from '../calls/samples.ts'
import { captureLog } from '../log-capture.ts'
import { makeTextFile } from './text-files.ts'
import { isObject, listPlaces, type Place, type Shape } from './text-places.ts'

const random = createRandom('long texts')
const isLong = process.env.RUSHES_LONG !== undefined
const { log, lines } = captureLog()
let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService({}, log)
  estate = await buildEstate(kit)
})
after(() => kit.stop())

/** Characters of three bytes that do not compress. */
function randomText(length: number): string {
  return Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 0x5000))).join('')
}

/** What ends the session that asks, or waits. */
const spared = new Set(['logout', 'streamProductionEvents', 'streamShareEvents', 'followWorkflow'])
const called = endpoints.filter(({ id }) => !spared.has(id))
const timeout = isLong ? 3_600_000 : 290_000
const faults = new Map<string, string>()

async function send(endpoint: Endpoint, what: string, options: { body?: unknown; query?: string; ids?: object }) {
  const ids = { ...estate.ids, ...options.ids }
  const ask = (body: unknown) =>
    call(kit.url, endpoint, {
      token: kit.admin.options.token,
      ids,
      ...(body === undefined ? {} : { body }),
      ...(options.query === undefined ? {} : { query: options.query }),
    })
  let answer = await ask(options.body)
  const version = (answer.error?.data as { version?: number } | null)?.version
  if (answer.status === 409 && version !== undefined && isObject(options.body)) {
    answer = await ask({ ...options.body, version })
  }
  if (answer.status >= 500) faults.set(`${endpoint.id} ${what}`, `${answer.status} ${answer.text}`)
  return answer.status
}

/** Too long for an index, and as long as the contract lets it be; in the long form also what no database holds. */
function textsFor({ maxLength }: Pick<Place, 'maxLength'>): string[] {
  const texts = [randomText(1000)]
  if (maxLength < 1000) texts.push(randomText(maxLength))
  if (isLong) texts.push(randomText(Math.min(maxLength, 30_000)), 'a\u0000b\ud800c')
  return texts
}

/** Faults that requests leave behind: what a background service could not do. */
function listLoggedFaults(): string[] {
  return lines.filter(line => (JSON.parse(line) as { level: number }).level >= 50)
}

// http-17
test('no text member of any body makes the service fail', { timeout }, async () => {
  const creations = toCreations(kit, estate)
  const statuses = new Map<number, number>()
  for (const endpoint of called) {
    const { body, bodyKind, id } = endpoint
    if (body === undefined || bodyKind === 'bytes' || bodyKind === 'json patch') continue
    const whole = (await creations[id]?.()) ?? sampleOf(endpoint)
    for (const place of listPlaces(body as Shape)) {
      for (const text of textsFor(place)) {
        const status = await send(endpoint, place.name, { body: place.put(whole, text) })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
  }
  assert.deepEqual([...faults], [])
  // Otherwise nothing but refusals would have been looked at.
  assert.ok((statuses.get(200) ?? 0) > 100, JSON.stringify([...statuses]))
})

// http-17
test('no text member of any patch makes the service fail', { timeout }, async () => {
  for (const endpoint of called.filter(({ bodyKind }) => bodyKind === 'json patch')) {
    for (const [member, shape] of Object.entries((endpoint.result as Shape).properties ?? {})) {
      const places = listPlaces(shape)
      for (const place of places) {
        for (const text of textsFor(place)) {
          const body = [{ op: 'add', path: `/${member}`, value: place.put(undefined, text) }]
          await send(endpoint, `/${member}${place.name}`, { body })
        }
      }
    }
    for (const path of [`/${randomText(1000)}`, `/customFields/${randomText(1000)}`, `/tags/${randomText(1000)}`]) {
      await send(endpoint, 'path', { body: [{ op: 'add', path, value: 'x' }] })
    }
  }
  assert.deepEqual([...faults], [])
})

// http-17
test('no text in a file makes the service fail', { timeout }, async () => {
  const statuses = new Set<number>()
  for (const endpoint of called) {
    for (const type of endpoint.fileTypes) {
      for (const text of textsFor({ maxLength: 400 })) {
        const query = 'filename' in endpoint.query ? `?filename=${encodeURIComponent(text.slice(0, 50))}` : ''
        const response = await fetch(kit.url + toPath(endpoint, estate.ids) + query, {
          method: endpoint.method,
          headers: { authorization: `Bearer ${kit.admin.options.token}`, 'content-type': type },
          body: makeTextFile(type, text),
        })
        const answer = await response.text()
        if (response.status >= 500) faults.set(`${endpoint.id} ${type}`, `${response.status} ${answer}`)
        statuses.add(response.status)
      }
    }
  }
  assert.deepEqual([...faults], [])
  assert.ok(statuses.has(200) && statuses.has(201), [...statuses].join())
})

// http-17
test('no text in an address makes the service fail', { timeout }, async () => {
  const seen = new Set<string>()
  for (const endpoint of called.filter(({ method }) => method === 'GET' || method === 'HEAD' || method === 'DELETE')) {
    const names = [...endpoint.path.matchAll(/(?:(\w+)\/)?\{(\w+)\}/g)]
    for (const [, before, name] of names) {
      for (const length of [100, 1000]) {
        const ids = { [before === undefined ? name! : `${before}/${name}`]: randomText(length) }
        await send(endpoint, `{${name}}`, { ids })
      }
    }
    if (endpoint.method === 'DELETE') continue
    for (const [name, shape] of Object.entries(endpoint.query)) {
      // Searches and lists share most of their parameters.
      const kind = `${endpoint.resultKind} ${name} ${JSON.stringify(shape)}`
      if (seen.has(kind) && !isLong) continue
      seen.add(kind)
      await send(endpoint, `?${name}`, { query: `${name}=${encodeURIComponent(randomText(1000))}` })
    }
  }
  // Those that write take their names from the path as well.
  for (const endpoint of called.filter(({ method }) => method !== 'GET' && method !== 'HEAD' && method !== 'DELETE')) {
    for (const [, before, name] of endpoint.path.matchAll(/(?:(\w+)\/)?\{(\w+)\}/g)) {
      for (const length of [80, 300, 1000]) {
        const ids = { [before === undefined ? name! : `${before}/${name}`]: randomText(length) }
        await send(endpoint, `{${name}}`, { ids, body: sampleOf(endpoint) })
      }
    }
  }
  assert.deepEqual([...faults], [])
})

test('what was written is found: no document was too long for the index', { timeout }, async () => {
  await waitForIndex(kit.service.platform, 60_000)
  assert.deepEqual(
    listLoggedFaults().map(line => line.slice(0, 500)),
    [],
  )
})

test('a login with a name that nobody can have is refused like any other, and counted against the address', async () => {
  const login = (username: string) => kit.client().authentication.login({ body: { username, password: 'a password' } })
  await assert.rejects(login(randomText(1000)), refusal(401))
  const { database } = kit.service.platform
  const { failures } = await database
    .selectFrom('login_failure')
    .select('failures')
    .where('key', 'like', 'address:%')
    .executeTakeFirstOrThrow()
  await assert.rejects(login(randomText(1000)), refusal(401))
  const after = await database
    .selectFrom('login_failure')
    .select('failures')
    .where('key', 'like', 'address:%')
    .execute()
  assert.deepEqual(
    after.map(row => row.failures),
    [failures + 1],
  )
})
