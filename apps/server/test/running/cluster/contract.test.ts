/** Every operation of the contract at one node and at another: each answers as the other does, and knows what the other did. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, createClient, expectClip, followEvents, waitForWorkflow } from '@rushes/client'
import { type Endpoint, productionRights } from '@rushes/contract'
import { hasVersion } from '../../contract/put-versions.ts'
import { refusal } from '../../refusal.ts'
import { beginUpload, makeBytes, putChunk, sha256 } from '../../scene/begin-upload.ts'
import { presetId } from '../../scene/subtitles.ts'
import { type Answer, type CallOptions, call, endpoints, type Ids, sample, toPath } from '../../security/calls/calls.ts'
import { toCreations } from '../../security/calls/creations.ts'
import { buildEstate, type Estate } from '../../security/calls/estate.ts'
import { sampleOf } from '../../security/calls/samples.ts'
import { adminPassword, startTestService, type TestService } from '../../service.ts'
import { until } from '../../until.ts'

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
  readonly ids: Record<string, string | number>
  readonly shareToken: string
  readonly session: string
  /** Queries by the ids of endpoints. */
  readonly queries: Readonly<Record<string, string>>
  /** Where some lead, by the ids of endpoints. */
  readonly idsOf: Readonly<Record<string, Ids>>
}

async function openPlace(accountId: number): Promise<Place> {
  const estate = await buildEstate(kit, accountId)
  const { prId, moId, member, ids } = estate
  const share = await estate.share()
  const thesaurus = { accountId, id: Number(ids['thesaurus/id']) }
  const [entry] = await kit.admin.thesauri.writeEntries({ ...thesaurus, body: [{ label: 'Another word' }] })
  const { id: upload, uploadId, location } = await beginUpload(member, prId, 10)
  const { id: cancelled } = await beginUpload(member, prId, 10)
  const link = await member.media.getDownloadLink({ prId, id: moId, moiId: Number(ids['moi/moiId']) })
  const { pathname, search } = new URL(await link.text())
  const queryOfLink = search.slice(1)
  const session = await estate.visit(share)
  const ofShare = { 'share/id': share.id }
  const sessions = await member.sharing.listShareSessions({ prId, id: share.id })
  return {
    estate,
    ids: { ...ids, entryId: entry!.id, uploadId, fileName: decodeURIComponent(pathname.split('/').at(-1)!) },
    shareToken: share.token,
    session,
    idsOf: {
      getUpload: { 'mo/id': upload },
      closeUpload: { 'mo/id': upload },
      cancelUpload: { 'mo/id': cancelled },
      loginToShare: ofShare,
      deleteShareSession: { ...ofShare, 'session/sessionId': sessions.items[0]!.id },
    },
    queries: {
      uploadChunk: new URL(location).search.slice(1),
      headUpload: new URL(location).search.slice(1),
      getBytes: queryOfLink,
      headBytes: queryOfLink,
      exportProduction: 'media=none',
    },
  }
}

/** What members of a production may not, or end their own part in. */
const ofAdmin: readonly string[] = [
  'createUser',
  'createProduction',
  'changePassword',
  'deleteProduction',
  'removeParticipant',
]

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
      return ofAdmin.includes(id) ? kit.admin.options.token : estate.member.options.token
  }
}

/** What these bodies need beside what their shapes require. */
const contents: Readonly<Record<string, object>> = {
  identify: { username: 'Ann', email: 'ann@example.org' },
  setSpeechSecret: { origin: 'https://speech.example', value: 'secret' },
  patchMediaObject: [{ op: 'replace', path: '/name', value: 'changed' }],
  replaceSubtitle: { structuredDescription: { subtitles: [] } },
  replaceSubtitleOfLanguage: { structuredDescription: { subtitles: [] } },
  updateEntry: { label: 'Yet another word' },
  login: { username: 'admin', password: adminPassword },
  updateParticipant: { rights: [...productionRights] },
  changePassword: { newPassword: 'another long password' },
  addParticipant: { rights: ['PRODUCTION_VIEW'] },
  createFile: { filename: 'b.txt', content: 'Yg==' },
  createAccountFile: { filename: 'b.txt', content: 'Yg==' },
}

/** The nodes by turns: where a place is in this round, or beside. */
const toNode = (turn: number): string => kit.apiUrls[turn % kit.apiUrls.length]!

async function toBody(endpoint: Endpoint, place: Place, turn: number): Promise<unknown> {
  const { id } = endpoint
  const creation = await toCreations(kit, place.estate)[id]?.()
  const unique = { email: `user-${turn}@example.org`, ...(id === 'createUser' && { username: `user-${turn}` }) }
  if (creation) return { ...creation, ...('email' in creation && unique), ...contents[id] }
  const body = sampleOf(endpoint)
  const more = contents[id]
  if (body === undefined || (more === undefined && !hasVersion(endpoint))) return sample
  return Array.isArray(more) ? more : { ...(body as object), ...more }
}

/** Calls an operation at a node; a PUT with the version that the other node names. */
async function callAt(endpoint: Endpoint, place: Place, turn: number): Promise<Answer> {
  const query = place.queries[endpoint.id]
  const ids = { ...place.ids, ...place.idsOf[endpoint.id] }
  const options: CallOptions = { token: toToken(endpoint, place), ids, ...(query && { query }) }
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
    call(toNode(turn + 1), read, { token: toToken(ofAdmin.includes(id) ? endpoint : read, place), ids })
  const same = findRead(path)
  const wrong: string[] = []
  if (same && method === 'DELETE') {
    const { status } = await look(same)
    if (status < 400 && readVersion(answer) !== undefined) wrong.push(`${same.id} after ${id}: ${status}`)
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
    const { status } = await look(read, { ...place.ids, [toLastId(read)]: created })
    if (status !== 200) wrong.push(`${read.id} after ${id}: ${status}`)
  }
  // Where others lead that are called later.
  const below = created === undefined ? undefined : endpoints.find(({ path: other }) => isBelow(path, other))
  const key = below && toLastId(below)
  if (key && !(key in place.ids) && !(key.split('/')[1]! in place.ids)) place.ids[key] = created
  return wrong
}

/** Whether a path is of one that another path creates. */
const isBelow = (path: string, other: string): boolean =>
  other.startsWith(`${path}/`) && /^\{\w+\}$/.test(other.slice(path.length + 1))
const isReadBelow =
  (path: string) =>
  ({ method, path: other, result }: Endpoint) =>
    method === 'GET' && result !== undefined && isBelow(path, other)
/** What `Ids` call the last id of a path. */
const toLastId = ({ path }: Endpoint): string => {
  const [, before, name] = /(\w+)\/\{(\w+)\}$/.exec(path) ?? []
  return `${before}/${name}`
}

/** After these others lead nowhere. */
const lastOnes = [
  'deleteCollection',
  'removeParticipant',
  'deleteProduction',
  'logout',
  'changePassword',
  'updateUserState',
]
const isEnding = ({ id, method }: Endpoint): boolean =>
  method === 'DELETE' || ['cancelUpload', 'closeUpload', ...lastOnes].includes(id)
const isReading = ({ method }: Endpoint): boolean => method === 'GET' || method === 'HEAD'
/** In the order in which they are called: writes, reads, ends, of which the deeper ones come first. */
const toRank = (endpoint: Endpoint): number => {
  if (!isEnding(endpoint)) return isReading(endpoint) ? 1 : 0
  return lastOnes.includes(endpoint.id) ? 1000 + lastOnes.indexOf(endpoint.id) : 100 - endpoint.path.split('/').length
}
const walked = endpoints.toSorted((a, b) => toRank(a) - toRank(b))

/** Whether these succeed is a matter of how far work is at that moment. */
const ofWork: readonly string[] = [
  'createAdvancedSubtitle',
  'cancelWorkflow',
  'pauseWorkflow',
  'redoWorkflow',
  'resumeWorkflow',
  'startBulkWorkflow',
  'submitSubmission',
]

/** What the estate, or a made-up body, does not let succeed. */
const refused: Readonly<Record<string, number>> = {
  // Without mail there are no tokens of it.
  ...{ forgetPassword: 404, resetPassword: 404, showMailStop: 403, stopMail: 403 },
  ...{ acceptInvitation: 404, declineInvitation: 404, findInvitation: 404, registerByInvitation: 404 },
  ...{ acceptProductionInvitation: 404, declineProductionInvitation: 404, findProductionInvitation: 404 },
  ...{ registerByProductionInvitation: 404, resendAccountInvitation: 404, resendProductionInvitation: 422 },
  ...{ removeAccountParticipant: 404, updateAccountParticipant: 404 },
  // Without an identity provider, a second factor, or another session.
  ...{ beginSingleSignOn: 404, finishSingleSignOn: 404, deleteSession: 404 },
  ...{ disableSecondFactor: 404, enableSecondFactor: 422, renewRecoveryCodes: 404, validateSecondFactor: 401 },
  // Without a film, a speech engine, a webhook that was sent, a task that waits.
  ...{ getSpriteIndex: 404, grabFrame: 404, startIngest: 422, startTranscription: 422 },
  ...{ completeByCallback: 404, redeliver: 404, getWebhookDelivery: 404 },
  // Files and bodies that are made of other ones.
  ...{ compareSubtitles: 400, convertSubtitle: 400, importEntries: 422, importProduction: 422, mergeEntry: 422 },
  addVersions: 422,
  ...{ downloadSubtitleExport: 403, patchParagraph: 422, replaceTranscript: 422 },
  // What came before has ended it, or holds it.
  ...{ deleteDeliveryRequest: 409, redeliverSubmission: 409, deleteSubtitleOfLanguage: 404, testWebhook: 409 },
}

describe('what begins at one node goes on at another', () => {
  const at = (turn: number, token?: string) => createClient({ baseUrl: toNode(turn), ...(token && { token }) })
  let prId: number
  let first: Client
  let second: Client
  before(async () => {
    prId = (await kit.createProduction()).id
    first = at(0, kit.admin.options.token)
    second = at(1, kit.admin.options.token)
  })
  const toAddress = (turn: number, address: string) => {
    const { pathname, search } = new URL(address)
    return toNode(turn) + pathname + search
  }
  const createClip = async (name: string) => {
    const created = await first.uploads.createMediaObjects({ prId, body: { name } })
    return expectClip([created].flat()[0]!).mediaObjectId
  }

  test('a session', async () => {
    const { user, password } = await kit.createUser()
    const { token } = await at(0).authentication.login({ body: { username: user.username, password } })
    assert.equal((await at(1, token).authentication.getCurrentUser()).id, user.id)
    await at(1, token).authentication.logout()
    const isOver = () =>
      at(0, token)
        .authentication.getCurrentUser()
        .then(() => false, refusal(401))
    await until('it has ended at the other node', isOver)
  })

  test('an upload', async () => {
    const bytes = makeBytes(3000)
    const { id, location } = await beginUpload(first, prId, 0, { growing: true, fileName: 'notes.txt' })
    for (const turn of [0, 1, 2]) {
      const [start, end] = [turn * 1000, (turn + 1) * 1000]
      assert.equal((await putChunk(toAddress(turn + 1, location), start, bytes.slice(start, end))).status, 204)
      const { headers } = await fetch(toAddress(turn, location), { method: 'HEAD' })
      assert.equal(headers.get('x-upload-received'), String(end))
    }
    const { workflowId } = await second.uploads.closeUpload({ prId, id, body: {} })
    await waitForWorkflow(first, { prId, id: workflowId! })
    const { items } = await second.media.listInstances({ prId, id })
    const link = await (await first.media.getDownloadLink({ prId, id, moiId: items[0]!.id })).text()
    const response = await fetch(toAddress(1, link))
    assert.equal(sha256(new Uint8Array(await response.arrayBuffer())), sha256(bytes))
  })

  test('a stream of events, and a search', async () => {
    const moId = await createClip('A clip')
    const reading = new AbortController()
    const begun = Promise.withResolvers<void>()
    const seen: unknown[] = []
    const following = (async () => {
      const options = { prId, signal: reading.signal, onBegin: () => begun.resolve() }
      for await (const { type, object } of followEvents(second, options))
        if (type === 'Annotation.create') seen.push(object?.id)
    })()
    following.catch(begun.reject)
    await begun.promise
    const body = { start: 0, description: `word${crypto.randomUUID().replaceAll('-', '')}` }
    const { id } = await first.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
    const { numFound } = await second.annotations.searchAnnotations({ prId, query: { q: body.description } })
    assert.equal(numFound, 1)
    await until('its event is seen', () => seen.includes(id))
    reading.abort()
    await following
    assert.deepEqual(seen, [id])
  })

  test('a share with its visitors', async () => {
    const { id: collection } = await first.collections.createCollection({ prId, body: { title: 'For the client' } })
    const share = await second.sharing.createShare({ prId, id: collection, body: { permissions: ['VIEW'] } })
    const { token } = await at(0, share.token).sharing.loginToShare({ prId, id: share.id, body: {} })
    const body = { username: 'Ann', email: 'ann@example.org' }
    const { token: identified } = await at(1, token).sharing.identify({ prId, body })
    const visitor = at(0, identified)
    assert.equal((await visitor.sharing.getCurrentShare({ prId })).id, share.id)
    const { items } = await first.sharing.listShareSessions({ prId, id: share.id })
    for (const { id } of items) await second.sharing.deleteShareSession({ prId, id: share.id, sessionId: id })
    const isOver = () => visitor.collections.getCollection({ prId, id: collection }).then(() => false, refusal(401))
    await until('the visit has ended at the other node', isOver)
  })

  test('a workflow', async () => {
    const { estate } = places[0]
    const place = { prId: estate.prId, moId: estate.moId, language: 'en', presetId }
    const { workflowId } = await first.subtitles.exportSubtitle({ ...place, body: {} })
    const run = { prId: estate.prId, id: workflowId }
    const { status, location } = await waitForWorkflow(second, run)
    assert.equal(status, 'Completed')
    assert.equal((await first.workflows.getWorkflow(run)).status, 'Completed')
    assert.equal((await fetch(toAddress(1, location!))).status, 200)
  })
})

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
          const mayWait = ofWork.includes(endpoint.id) && (answer.status < 300 || answer.status === 409)
          answers.push(mayWait ? 'as the work is' : `${answer.status} ${answer.error?.type ?? ''}`)
          statuses[endpoint.id] = Math.min(statuses[endpoint.id] ?? answer.status, answer.status)
        }
        if (new Set(answers).size > 1) differing.push(`${endpoint.id}: ${answers.join(', ')}`)
      }
    }
    assert.deepEqual({ differing, unknown }, { differing: [], unknown: [] })
  })

  test('is answered with a success, but for what is listed', () => {
    const ended = Object.entries(statuses).filter(([id]) => !ofWork.includes(id))
    const failed = Object.fromEntries(ended.filter(([, status]) => status >= 400))
    assert.deepEqual(failed, refused)
  })
})
