/** Every operation of the contract at one node and at another: each answers as the other does, and knows what the other did. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '@rushes/contract'
import { hasVersion } from '../../contract/put-versions.ts'
import { beginUpload, makeBytes } from '../../scene/begin-upload.ts'
import { type Answer, type CallOptions, call, endpoints, sample, toPath } from '../../security/calls/calls.ts'
import { toCreations } from '../../security/calls/creations.ts'
import { buildEstate, type Estate } from '../../security/calls/estate.ts'
import { sampleOf } from '../../security/calls/samples.ts'
import { adminPassword, startTestService, type TestService } from '../../service.ts'

let kit: TestService
/** Two that are alike, each in an account of its own. */
let places: readonly [Place, Place]
before(async () => {
  kit = await startTestService()
  const { id } = await kit.admin.accounts.createAccount({ body: { humanName: 'Another account' } })
  places = [await openPlace(kit.accountId), await openPlace(id)]
})
after(() => kit?.stop())

/** An estate, and what callers of its operations need. */
interface Place {
  readonly estate: Estate
  readonly ids: Readonly<Record<string, string | number>>
  readonly shareToken: string
  readonly session: string
  /** Queries by the ids of endpoints. */
  readonly queries: Readonly<Record<string, string>>
}

async function openPlace(accountId: number): Promise<Place> {
  const estate = await buildEstate(kit, accountId)
  const { prId, moId, member, ids } = estate
  const share = await estate.share()
  const thesaurus = { accountId, id: Number(ids['thesaurus/id']) }
  const [entry] = await kit.admin.thesauri.writeEntries({ ...thesaurus, body: [{ label: 'Another word' }] })
  const { uploadId, location } = await beginUpload(member, prId, 10)
  const link = await member.media.getDownloadLink({ prId, id: moId, moiId: Number(ids['moi/moiId']) })
  const { pathname, search } = new URL(await link.text())
  const queryOfLink = search.slice(1)
  return {
    estate,
    ids: { ...ids, entryId: entry!.id, uploadId, fileName: decodeURIComponent(pathname.split('/').at(-1)!) },
    shareToken: share.token,
    session: await estate.visit(share),
    queries: {
      uploadChunk: new URL(location).search.slice(1),
      headUpload: new URL(location).search.slice(1),
      getBytes: queryOfLink,
      headBytes: queryOfLink,
      exportProduction: 'media=none',
    },
  }
}

/** A caller who may do it. */
function toToken({ id, access }: Endpoint, { estate, shareToken, session }: Place): string | undefined {
  switch (access.who) {
    case 'anyone':
    case 'bearer of the link':
    case 'first stage':
      return undefined
    case 'share token':
      return id === 'identify' ? session : shareToken
    case 'system':
    case 'account':
      return kit.admin.options.token
    default:
      return estate.member.options.token
  }
}

/** What these bodies need beside what their shapes require. */
const contents: Readonly<Record<string, object>> = {
  replaceSubtitle: { structuredDescription: { subtitles: [] } },
  replaceSubtitleOfLanguage: { structuredDescription: { subtitles: [] } },
  updateEntry: { label: 'Yet another word' },
  login: { username: 'admin', password: adminPassword },
}

/** The nodes by turns: where a place is in this round, or beside. */
const toNode = (turn: number): string => kit.apiUrls[turn % kit.apiUrls.length]!

async function toBody(endpoint: Endpoint, place: Place, turn: number): Promise<unknown> {
  const { id } = endpoint
  const creation = await toCreations(kit, place.estate)[id]?.()
  if (creation) {
    const isOfUser = id === 'createUser'
    return isOfUser ? { ...creation, username: `user-${turn}`, email: `user-${turn}@example.org` } : creation
  }
  const body = sampleOf(endpoint)
  const more = contents[id]
  if (body === undefined || (more === undefined && !hasVersion(endpoint))) return sample
  return { ...(body as object), ...more }
}

/** Calls an operation at a node; a PUT with the version that the other node names. */
async function callAt(endpoint: Endpoint, place: Place, turn: number): Promise<Answer> {
  const query = place.queries[endpoint.id]
  const options: CallOptions = { token: toToken(endpoint, place), ids: place.ids, ...(query && { query }) }
  if (endpoint.bodyKind === 'bytes') return sendBytes(endpoint, options, toNode(turn))
  const body = await toBody(endpoint, place, turn)
  if (endpoint.method !== 'PUT' || !hasVersion(endpoint)) return call(toNode(turn), endpoint, { ...options, body })
  const stale = await call(toNode(turn + 1), endpoint, { ...options, body: { ...(body as object), version: 999_999 } })
  const version = (stale.error?.data as { version?: number } | null | undefined)?.version
  return call(toNode(turn), endpoint, { ...options, body: { ...(body as object), ...(version && { version }) } })
}

async function sendBytes(endpoint: Endpoint, { token, ids = {}, query = '' }: CallOptions, url: string) {
  const response = await fetch(`${url}${toPath(endpoint, ids)}?${query}`, {
    method: endpoint.method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: makeBytes(10),
  })
  const text = await response.text()
  const error = response.status >= 400 ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, error }
}

const findRead = (path: string) =>
  endpoints.find(({ method, path: other, result }) => method === 'GET' && other === path && result !== undefined)

const readVersion = ({ text }: Answer): number | undefined => {
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
  const { version } = (body ?? {}) as { version?: unknown }
  return typeof version === 'number' ? version : undefined
}

/** What the other node does not know of a call that was answered. */
async function findUnknown(endpoint: Endpoint, place: Place, turn: number, answer: Answer): Promise<string[]> {
  const { id, method, path } = endpoint
  if (method === 'GET' || method === 'HEAD') return []
  const look = async (read: Endpoint, ids = place.ids) =>
    call(toNode(turn + 1), read, { token: toToken(read, place), ids })
  const same = findRead(path)
  const wrong: string[] = []
  if (same && method === 'DELETE') {
    const { status } = await look(same)
    if (status !== 404 && readVersion(answer) !== undefined) wrong.push(`${same.id} after ${id}: ${status}`)
  } else if (same && method !== 'POST') {
    const seen = await look(same)
    const [wanted, found] = [readVersion(answer), readVersion(seen)]
    if (seen.status !== 200) wrong.push(`${same.id} after ${id}: ${seen.status}`)
    else if (wanted !== undefined && found !== undefined && found < wanted)
      wrong.push(`${same.id} after ${id}: version ${found}, not ${wanted}`)
  }
  const created = method === 'POST' && answer.text.startsWith('{') ? JSON.parse(answer.text).id : undefined
  const read = created === undefined ? undefined : endpoints.find(isReadBelow(path))
  if (read) {
    const [, before, name] = /(\w+)\/\{(\w+)\}$/.exec(read.path) ?? []
    const { status } = await look(read, { ...place.ids, [`${before}/${name}`]: created })
    if (status !== 200) wrong.push(`${read.id} after ${id}: ${status}`)
  }
  return wrong
}

const isReadBelow =
  (path: string) =>
  ({ method, path: other, result }: Endpoint) =>
    method === 'GET' && result !== undefined && other.startsWith(`${path}/{`) && /^\{\w+\}$/.test(other.slice(path.length + 1))

/** Those after which others lead nowhere, in the order in which they are called: the deeper ones first. */
const isEnding = ({ id, method }: Endpoint): boolean =>
  method === 'DELETE' || ['logout', 'cancelUpload', 'closeUpload', 'updateUserState', 'changePassword'].includes(id)
const toDepth = ({ path }: Endpoint): number => path.split('/').length
const endings = endpoints.filter(isEnding).toSorted((a, b) => toDepth(b) - toDepth(a))
const walked = [...endpoints.filter(endpoint => !isEnding(endpoint)), ...endings]

/** Operations that the estate, or a made-up body, does not let succeed; other tests have them through several nodes. */
const refused: Readonly<Record<string, number>> = {}

describe('the contract, operation by operation', () => {
  const statuses: Record<string, number> = {}
  const differing: string[] = []
  const unknown: string[] = []

  test('is answered alike by every node, and what one has done the others know', { timeout: 280_000 }, async () => {
    for (const endpoint of walked) {
      for (const round of isEnding(endpoint) ? [0] : [0, 1]) {
        const answers = []
        for (const [index, place] of places.entries()) {
          const turn = 2 * round + index + round
          const answer = await callAt(endpoint, place, turn)
          if (answer.status < 400) unknown.push(...(await findUnknown(endpoint, place, turn, answer)))
          answers.push(`${answer.status} ${answer.error?.type ?? ''}`)
          statuses[endpoint.id] ??= answer.status
        }
        if (new Set(answers).size > 1) differing.push(`${endpoint.id}: ${answers.join(', ')}`)
      }
    }
    assert.deepEqual({ differing, unknown }, { differing: [], unknown: [] })
  })

  test('is answered with a success, but for what is listed', () => {
    const failed = Object.fromEntries(Object.entries(statuses).filter(([, status]) => status >= 400))
    assert.deepEqual(failed, refused)
  })
})
