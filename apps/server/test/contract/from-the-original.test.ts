/** What docs/from-the-original.md says, sentence by sentence, as far as nothing else is tested by that sentence alone. */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { uploadFile, waitForWorkflow } from '@rushes/client'
import { makeBytes } from '../scene/begin-upload.ts'
import { presetId } from '../scene/subtitles.ts'
import { adminPassword, startTestService, type TestService } from '../service.ts'

const page = await readFile(fileURLToPath(new URL('../../../../docs/from-the-original.md', import.meta.url)), 'utf8')
const publicUrl = 'https://media.example.org'
const origin = 'https://tool.example.org'

let kit: TestService
let token: string
let prId: number
let production: string
before(async () => {
  kit = await startTestService({ RUSHES_PUBLIC_URL: publicUrl, RUSHES_CORS_ORIGINS: origin })
  token = kit.admin.options.token!
  prId = (await kit.createProduction()).id
  production = `/api/production/${prId}`
  const preset = { id: presetId, name: 'Television', default: true }
  await kit.admin.productions.updateSetting({ prId, key: 'subtitlePresets', body: [preset] })
})
after(() => kit.stop())

type Json = Record<string, unknown>

/** A test of something that the page says in these words. */
function says(words: string, show: () => Promise<void>): void {
  test(words, async () => {
    assert.ok(page.includes(words), 'the page says it otherwise')
    await show()
  })
}

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(kit.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return { status: response.status, headers: response.headers, text, json: (isJson ? JSON.parse(text) : {}) as Json }
}

/** The answer to something that goes well. */
async function ask(method: string, path: string, body?: unknown): Promise<Json> {
  const { status, json, text } = await send(method, path, body)
  assert.ok(status < 300, `${method} ${path}: ${status} ${text}`)
  return json
}

const createClip = (request: Json) => ask('POST', `${production}/mo`, request)
const placeholder = async () => (await createClip({ name: 'A placeholder' })).id as number

// http-1
says('Everything answers at the address and below `/api`', async () => {
  for (const path of ['/authentication/user', '/api/authentication/user']) {
    assert.equal((await ask('GET', path)).username, 'admin')
  }
})

// http-2
says('`.json` or `.js` at the end of a GET is passed over', async () => {
  const [plain, ...others] = await Promise.all(['', '.json', '.js'].map(end => send('GET', `/api/production${end}`)))
  for (const other of others) assert.deepEqual(other.json, plain!.json)
})

// http-3
says('it is the base of every `location`, `href` and share link', async () => {
  const clip = await createClip({ name: 'Sent', fileName: 'sent.bin', size: 3 })
  assert.ok(String(clip.location).startsWith(`${publicUrl}/data/`), String(clip.location))
  const { href, hrefs } = await ask('GET', `${production}/mo/${clip.id}/moa`)
  for (const address of [href, ...Object.values(hrefs as Json)]) {
    assert.ok(String(address).startsWith(`${publicUrl}/production/${prId}/`), String(address))
  }
})

// authentication-2, authentication-3
says('also under its old names `POST /login` and `POST /j_spring_security_check`', async () => {
  for (const [path, user, password] of [
    ['/api/authentication/login', 'username', 'password'],
    ['/api/login', 'username', 'password'],
    ['/api/j_spring_security_check', 'j_username', 'j_password'],
  ] as const) {
    const form = new URLSearchParams({ [user]: 'admin', [password]: adminPassword })
    const response = await fetch(kit.url + path, { method: 'POST', body: form })
    assert.equal(typeof ((await response.json()) as Json).token, 'string', path)
    assert.match(response.headers.get('set-cookie') ?? '', /^MOJITO_SESSION_ID_V2=/)
    form.set('useCookies', 'false')
    const without = await fetch(kit.url + path, { method: 'POST', body: form })
    assert.equal(without.headers.get('set-cookie'), null)
  }
})

// authentication-13, authentication-15
says(
  'As `Authorization: Bearer …` or `BasicToken …`, as `access_token` in the query, or as the cookie `MOJITO_SESSION_ID_V2`',
  async () => {
    const ways: [query: string, headers: Record<string, string>][] = [
      ['', { authorization: `Bearer ${token}` }],
      ['', { authorization: `BasicToken ${token}` }],
      [`?access_token=${token}`, {}],
      ['', { cookie: `MOJITO_SESSION_ID_V2=${token}` }],
    ]
    for (const [query, headers] of ways) {
      const response = await fetch(`${kit.url}/api/authentication/user${query}`, { headers })
      assert.equal(response.status, 200, JSON.stringify([query, headers]))
    }
  },
)

// http-47
says('Name their origins in `RUSHES_CORS_ORIGINS`', async () => {
  const { headers } = await send('GET', '/api/production', undefined, { origin })
  assert.equal(headers.get('access-control-allow-origin'), origin)
  assert.match(headers.get('access-control-expose-headers') ?? '', /x-pagination-total-results/i)
  const stranger = await send('GET', '/api/production', undefined, { origin: 'https://elsewhere.example.org' })
  assert.equal(stranger.headers.get('access-control-allow-origin'), null)
})

// http-20, http-21
says('`hrefs` as addresses onto which `?access_token=` may be put; dates are epoch milliseconds', async () => {
  const { hrefs, created } = await ask('GET', `${production}/mo/${await placeholder()}/moa`)
  for (const href of Object.values(hrefs as Json)) assert.equal(new URL(String(href)).search, '')
  assert.ok(Math.abs(Number(created) - kit.clock.now()) < 60_000)
})

// errors-1, errors-6
says('`type`, `code`, `errorNumber`, `message`, `data`; 403 names the right that is missing', async () => {
  const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
  const headers = { authorization: `Bearer ${api.options.token}` }
  const { status, json } = await send('POST', `${production}/eo`, { title: 'No' }, headers)
  assert.deepEqual(Object.keys(json), ['type', 'code', 'errorNumber', 'message', 'data'])
  assert.deepEqual([status, json.code, json.data], [403, 403, { right: 'LIBRARY_UPDATE_METADATA' }])
})

// errors-11, errors-18
says('409 a stale `version`, 422 a broken rule', async () => {
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'One' } })
  const stored = await ask('GET', `${production}/eo/${id}`)
  await ask('PUT', `${production}/eo/${id}`, { ...stored, title: 'Two' })
  const stale = await send('PUT', `${production}/eo/${id}`, { ...stored, title: 'Three' })
  assert.deepEqual([stale.status, stale.json.type], [409, 'ConflictError'])
  const backwards = { funnel: 'ClipAnnotation', start: 10, end: 5 }
  const broken = await send('POST', `${production}/mo/${await placeholder()}/clip`, backwards)
  assert.deepEqual([broken.status, broken.json.type], [422, 'ValidationError'])
})

// http-39, http-40, http-44
says(
  '`limit` and `offset` or `rows` and `start`, `fq`, `sort` in any case, `X-Pagination-Total-Results` and `X-Pagination-Offset`',
  async () => {
    for (const title of ['Ant', 'Bee', 'Cat']) await kit.admin.collections.createCollection({ prId, body: { title } })
    for (const query of ['limit=1&offset=1&sort=title ASC', 'rows=1&start=1&sort=title asc']) {
      const { headers, json } = await send('GET', `${production}/eo?fq=title:(Ant Bee Cat)&${query}`)
      assert.deepEqual([(json as unknown as Json[]).map(({ title }) => title), query], [['Bee'], query])
      assert.deepEqual([headers.get('x-pagination-total-results'), headers.get('x-pagination-offset')], ['3', '1'])
    }
  },
)

// annotations-34
says('`GET /production/{prId}/mo/search` answers 201', async () => {
  assert.equal((await send('GET', `${production}/mo/search?q=*:*`)).status, 201)
})

// http-32
says(
  'JSON Patch with the further `create`; a patch is not guarded by the version, a failed `test` is 409',
  async () => {
    const moa = `${production}/mo/${await placeholder()}/moa`
    const patch = (...body: Json[]) => send('PATCH', moa, body)
    const add = (value: string) => ({ op: 'add', path: '/description', value })
    assert.equal((await patch({ ...add('one'), op: 'create' })).status, 200)
    assert.equal((await patch({ ...add('two'), op: 'create' })).status, 409)
    assert.equal((await patch(add('three'))).json.description, 'three')
    assert.equal((await patch({ ...add('one'), op: 'test' }, add('four'))).status, 409)
    assert.equal((await ask('GET', moa)).description, 'three')
  },
)

// uploads-13
says('chunks go to `location` with `&position=` and no other token', async () => {
  const bytes = makeBytes(1000)
  const clip = await createClip({ name: 'Chunks', fileName: 'chunks.bin', size: bytes.length })
  assert.deepEqual(
    (clip.createdObjects as Json[]).find(({ type }) => type === 'MediaObject'),
    { type: 'MediaObject', id: clip.id },
  )
  const location = String(clip.location).replace(publicUrl, kit.url)
  for (const position of [500, 0]) {
    const body = bytes.slice(position, position + 500)
    assert.equal((await fetch(`${location}&position=${position}`, { method: 'PUT', body })).status, 204)
  }
  assert.equal((await send('POST', `${production}/mo/${clip.id}/close`)).status, 201)
})

// workflows-8
says('events for `text/event-stream`, else the last report as JSON', async () => {
  const source = new Blob(['Slate 4, take 2'])
  const clip = await uploadFile(kit.admin, { prId, fileName: 'watched.txt', source })
  await waitForWorkflow(kit.admin, { prId, id: clip.workflowId! })
  const progress = `${production}/workflow/${clip.workflowId}/progress`
  assert.equal((await ask('GET', progress)).status, 'Completed')
  const stream = await send('GET', progress, undefined, { accept: 'text/event-stream' })
  assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/)
  assert.match(stream.text, /data: \{.*"status":"Completed"/)
})

// uploads-3
says('both; the answer is of the same kind', async () => {
  assert.equal(Array.isArray(await createClip({ name: 'One' })), false)
  const list = (await ask('POST', `${production}/mo`, [{ name: 'One' }])) as unknown as Json[]
  assert.deepEqual([Array.isArray(list), list.length], [true, 1])
})

// subtitles-1
says('`subtitlePresetId` on the annotation, or inside `structuredDescription`', async () => {
  const moId = await placeholder()
  const subtitle = await ask('GET', `${production}/mo/${moId}/subtitle/en/${presetId}`)
  const { subtitlePresetId: inside } = subtitle.structuredDescription as Json
  assert.deepEqual([subtitle.subtitlePresetId, inside], [presetId, presetId])
})

// sharing-19
says('`token` at the top level, beside the members of the SharedUser and the same as `sharedUser`', async () => {
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'Shared' } })
  const share = await ask('POST', `${production}/eo/${id}/share`, {})
  const headers = { authorization: `Bearer ${share.token}` }
  const { json } = await send('POST', `${production}/share/${share.id}/login`, {}, headers)
  const { sharedUser, token: session, ...rest } = json
  assert.equal(typeof session, 'string')
  for (const [name, value] of Object.entries(sharedUser as Json)) assert.deepEqual(rest[name], value, name)
})

// accounts-7
says('the name of an account as `humanName`, or `accountHumanName`', async () => {
  const { id } = await ask('GET', '/api/authentication/user')
  const [account] = (await ask('GET', `/api/user/${id}/accountrights`)) as unknown as Json[]
  assert.ok(account!.humanName)
  assert.equal(account!.accountHumanName, account!.humanName)
})

// annotations-14, review-3
says('`PATCH /production/{prId}/mo/{moId}/moa` and `PATCH /production/{prId}/an/{anId}`', async () => {
  const moa = await ask('GET', `${production}/mo/${await placeholder()}/moa`)
  for (const [path, value] of [
    [`/mo/${moa.mediaObjectId}/moa`, 'APPROVED'],
    [`/an/${moa.id}`, 'NOT_APPROVED'],
  ]) {
    const patched = await ask('PATCH', production + path, [{ op: 'add', path: '/reviewStatus', value }])
    assert.equal(patched.reviewStatus, value)
  }
})

// uploads-8
says('(`attachToEdlId`, `prefix`, `proxyProfile` and such) are taken and passed over', async () => {
  assert.ok((await createClip({ name: 'Old', attachToEdlId: 3, prefix: 'x', proxyProfile: { a: 1 } })).id)
})

// http-44, search-16
says(
  'takes any member of the items. Which members there are is known from the items alone, because most are optional and some are free-form: one that no item has changes nothing. A search, which knows its fields, answers 400',
  async () => {
    const properties = [{ order: 2 }, { order: 1 }]
    for (const clientProperties of properties) {
      await kit.admin.delivery.createDeliveryRequest({ prId, body: { label: 'Sorted', clientProperties } })
    }
    const list = async (sort: string) => {
      const { json } = await send('GET', `${production}/delivery_request?fq=label:Sorted&sort=${sort}`)
      return (json as unknown as Json[]).map(({ clientProperties }) => clientProperties)
    }
    assert.deepEqual(await list('clientProperties.order desc'), properties)
    assert.deepEqual(await list('clientProperties.order asc'), properties.toReversed())
    assert.deepEqual(await list('nonsense asc'), await list('id asc'))
    const search = await send('GET', `${production}/delivery_request/search?q=*:*&sort=nonsense asc`)
    assert.deepEqual([search.status, search.json.type], [400, 'BadRequestError'])
  },
)

// accounts-19
says('The answer to an invitation has the token once, as `invitationToken`', async () => {
  const body = { email: 'ida@example.org', rights: ['PRODUCTION_VIEW' as const] }
  const invited = await kit.admin.productions.addParticipant({ prId, body })
  const token = invited.invitationToken!
  assert.equal((await ask('POST', '/api/production/invitation/find', { token })).email, 'ida@example.org')
  const { items } = await kit.admin.productions.listParticipants({ prId })
  const shown = items.find(({ email }) => email === 'ida@example.org')
  assert.deepEqual([shown?.invitationState, shown?.invitationToken], ['PENDING', undefined])
})

says('Ten wrong passwords lock a user for a while', async () => {
  const { user } = await kit.createUser()
  const tryOnce = (password: string) => send('POST', '/api/authentication/login', { username: user.username, password })
  for (let count = 0; count < 10; count++) assert.equal((await tryOnce('a guess')).status, 401)
  const { status, json } = await tryOnce(`password of ${user.username}`)
  assert.deepEqual([status, json.type], [403, 'AccountLockedError'])
})

// authentication-11
says('`redirectIfSAML` is taken and leads nowhere', async () => {
  const form = new URLSearchParams({ username: 'admin', password: adminPassword, redirectIfSAML: '/somewhere' })
  const response = await fetch(`${kit.url}/api/authentication/login`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  assert.equal(response.status, 200)
})

// events-20
says('events of type `Monitor.create` and the like are taken from other systems', async () => {
  const told = await ask('POST', `/api/account/${kit.accountId}/event`, [{ type: 'Monitor.create' }])
  assert.equal((told as unknown as Json[])[0]?.type, 'Monitor.create')
})

// sharing-8
says(
  'A new password of a share ends its open sessions.** One that is cleared, and a share that expires, end none.',
  async () => {
    const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'Guarded' } })
    const share = await ask('POST', `${production}/eo/${id}/share`, { password: 'snowflake' })
    const enter = async (password: string) => {
      const headers = { authorization: `Bearer ${share.token}` }
      return String((await send('POST', `${production}/share/${share.id}/login`, { password }, headers)).json.token)
    }
    const look = async (session: string) =>
      (await send('GET', `${production}/share/current`, undefined, { authorization: `Bearer ${session}` })).status
    const shareId = share.id as number
    const first = await enter('snowflake')
    await kit.admin.sharing.setSharePassword({ prId, id: shareId, body: 'icicle' })
    assert.equal(await look(first), 401)
    const second = await enter('icicle')
    await kit.admin.sharing.setSharePassword({ prId, id: shareId, body: '' })
    assert.equal(await look(second), 200)
    const { version } = await kit.admin.sharing.getShare({ prId, id: shareId })
    await kit.admin.sharing.updateShare({ prId, id: shareId, body: { expires: kit.clock.now() + 60_000, version } })
    kit.clock.advance(120_000)
    assert.equal(await look(second), 200)
    kit.clock.advance(-120_000)
  },
)
