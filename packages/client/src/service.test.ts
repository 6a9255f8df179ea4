import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Event } from '@rushes/contract'
import { startReceiver } from '../../../apps/server/test/peers/receiver.ts'
import { downloadOriginal, makeBytes, sha256 } from '../../../apps/server/test/scene/begin-upload.ts'
import { adminPassword, startTestService, type TestService } from '../../../apps/server/test/service.ts'
import {
  createClient,
  createClip,
  followEvents,
  listAll,
  readWebhook,
  searchAll,
  signIn,
  uploadFile,
  visitShare,
  WebhookError,
  waitForWorkflow,
} from './index.ts'
import { startRoughLine } from './testing/rough-line.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

const hourMs = 3_600_000

test('a user who signed in stays signed in after "The token is valid for 1 hour"', async () => {
  const api = await signIn({ baseUrl: kit.url, username: 'admin', password: adminPassword })
  const first = await api.options.tokens?.get()
  kit.clock.advance(hourMs + 1)
  assert.equal((await api.authentication.getCurrentUser()).username, 'admin')
  assert.notEqual(await api.options.tokens?.get(), first)
  kit.clock.advance(-hourMs - 1)
})

test('a wrong password is reported when signing in, not later', async () => {
  const username = (await kit.createUser()).user.username
  await assert.rejects(signIn({ baseUrl: kit.url, username, password: 'not this one' }), { type: 'UnauthorizedError' })
})

test('a visitor of a share comes back as the same one "after 1 hour of inactivity"', async () => {
  const collection = await kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })
  const share = await kit.admin.sharing.createShare({ prId, id: collection.id, body: { password: 'open sesame' } })
  const visitor = { username: 'Ann', email: 'ann@example.org' }
  const link = { baseUrl: kit.url, prId, shareId: share.id, shareToken: share.token! }
  await assert.rejects(visitShare({ ...link, visitor }), 'the password is missing')
  const api = await visitShare({ ...link, password: 'open sesame', visitor })
  const before = await api.sharing.identify({ prId })
  kit.clock.advance(hourMs + 1)
  assert.equal((await api.collections.getCollection({ prId, id: collection.id })).title, 'Dailies')
  assert.equal((await api.sharing.identify({ prId })).sharedUser.id, before.sharedUser.id)
  const known = await kit.admin.sharing.listSharedUsers({ prId, id: share.id }).catch(() => undefined)
  if (known) assert.equal(known.total, 1)
  kit.clock.advance(-hourMs - 1)
})

test('a listing is read to its end, page after page; a search by its marks', async () => {
  const { id } = await kit.createProduction()
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await kit.admin.uploads.createMediaObjects({ prId: id, body: { name }, query: { waitForIndex: true } })
  }
  const names = await Array.fromAsync(listAll(kit.admin.media.listMediaObjects, { prId: id }, 2), clip => clip.name)
  assert.deepEqual(names.toSorted(), ['Five', 'Four', 'One', 'Three', 'Two'])
  const query = { fq: ['funnel:MediaObjectAnnotation'], sort: 'created desc' }
  const found = await Array.fromAsync(searchAll(kit.admin.annotations.searchAnnotations, { prId: id, query }, 2))
  assert.equal(found.length, 5)
  assert.equal(new Set(found.map(document => document.id)).size, 5)
})

test('events are followed over a line that is cut, each once and in order', async () => {
  const { id } = await kit.createProduction()
  const line = await startRoughLine(kit.url)
  const stopper = new AbortController()
  try {
    const api = createClient({ ...kit.admin.options, baseUrl: line.url })
    const [known] = (await kit.admin.events.listProductionEvents({ prId: id })).slice(-1)
    const seen: Event[] = []
    const following = (async () => {
      const options = { prId: id, signal: stopper.signal, ...(known?.id === undefined ? {} : { after: known.id }) }
      for await (const event of followEvents(api, options)) {
        seen.push(event)
        if (seen.length % 3 === 0) line.cut()
        if (seen.filter(({ type }) => type === 'Media.create').length === 12) return
      }
    })()
    for (let count = 0; count < 12; count++) await createClip(kit.admin, id, { name: `Clip ${count}` })
    await following
    const told = await kit.admin.events.listProductionEvents({ prId: id, query: { since: known!.id! } })
    assert.deepEqual(
      seen.map(event => event.id),
      told.slice(0, seen.length).map(event => event.id),
    )
  } finally {
    stopper.abort()
    await line.stop()
  }
})

test('events are followed from where the stream began, when the line is cut before the first of them', async () => {
  const { id } = await kit.createProduction()
  let opened = 0
  const api = createClient({
    ...kit.admin.options,
    fetch: async (address, init) => {
      const response = await fetch(address, init)
      return ++opened === 1
        ? cutBehindPosition(response, () => createClip(kit.admin, id, { name: 'Unseen' }))
        : response
    },
  })
  const stopper = new AbortController()
  for await (const event of followEvents(api, { prId: id, signal: stopper.signal })) {
    // It may also receive what has just happened.
    if (event.type === 'Media.create') stopper.abort()
  }
  assert.equal(opened, 2)
})

/** The answer until it has told its position; then something happens, and the line is cut. */
function cutBehindPosition(response: Response, happen: () => Promise<unknown>): Response {
  let text = ''
  const decoder = new TextDecoder()
  const cutter = new TransformStream<Uint8Array, Uint8Array>({
    async transform(part, controller) {
      if (text.includes('\nid: ')) return
      text += decoder.decode(part)
      controller.enqueue(part)
      if (!text.includes('\nid: ')) return
      await happen()
      controller.error(new TypeError('cut'))
    },
  })
  return new Response(response.body!.pipeThrough(cutter), response)
}

test('an upload survives a line that is cut, and cut again, in the middle of its chunks', async () => {
  const bytes = makeBytes(23_456_789)
  const faults = [1_000_000, 3_000_000, 500_000, 4_000_000].map(afterBytes => ({ afterBytes, fault: 'cut' as const }))
  const line = await startRoughLine(kit.url, faults)
  try {
    const api = createClient({ ...kit.admin.options, baseUrl: line.url })
    const clip = await uploadFile(api, { prId, fileName: 'rushes.mov', source: new Blob([bytes]), parallel: 3 })
    assert.ok(line.faulty >= 2, `${line.faulty} connections were cut`)
    assert.equal(sha256(await downloadOriginal(kit.admin, prId, clip.id)), sha256(bytes))
  } finally {
    await line.stop()
  }
})

test('a chunk on a line that falls silent is sent again on another', async () => {
  const bytes = makeBytes(12_000_000)
  const line = await startRoughLine(kit.url, [undefined, { afterBytes: 1_000_000, fault: 'stall' }])
  try {
    const api = createClient({ ...kit.admin.options, baseUrl: line.url })
    const source = new Blob([bytes])
    const clip = await uploadFile(api, { prId, fileName: 'rushes.mov', source, chunkTimeoutMs: 3000 })
    assert.equal(line.faulty, 1)
    assert.equal(sha256(await downloadOriginal(kit.admin, prId, clip.id)), sha256(bytes))
  } finally {
    await line.stop()
  }
})

test('chunks overtake each other, and the file is the same', async () => {
  const bytes = makeBytes(22_000_000)
  const arrived: number[] = []
  const overtaken = Promise.withResolvers<void>()
  const api = createClient({
    ...kit.admin.options,
    fetch: async (address, init) => {
      if (init?.method !== 'PUT') return fetch(address, init)
      const position = Number(new URL(String(address)).searchParams.get('position'))
      // The first chunk leaves when two later ones have arrived.
      if (position === 0) await overtaken.promise
      const response = await fetch(address, init)
      if (arrived.push(position) === 2) overtaken.resolve()
      return response
    },
  })
  const clip = await uploadFile(api, { prId, fileName: 'rushes.mov', source: new Blob([bytes]) })
  assert.ok(arrived.indexOf(0) >= 2, String(arrived))
  assert.equal(sha256(await downloadOriginal(kit.admin, prId, clip.id)), sha256(bytes))
})

test('an upload whose close was answered to nobody is closed once, and found to be', async () => {
  const bytes = makeBytes(100_000)
  let closed = 0
  const api = createClient({
    ...kit.admin.options,
    fetch: async (address, init) => {
      const response = await fetch(address, init)
      if (!String(address).endsWith('/close') || ++closed > 1) return response
      await response.arrayBuffer()
      throw new TypeError('the line was cut')
    },
  })
  const clip = await uploadFile(api, { prId, fileName: 'notes.bin', source: new Blob([bytes]) })
  assert.equal(closed, 1)
  assert.equal(sha256(await downloadOriginal(kit.admin, prId, clip.id)), sha256(bytes))
})

test('a way in is given up on the way', async () => {
  const stopper = new AbortController()
  const password = () => {
    stopper.abort(new Error('enough'))
    return adminPassword
  }
  const entering = signIn({ baseUrl: kit.url, username: 'admin', password, signal: stopper.signal })
  await assert.rejects(entering, { message: 'enough' })
})

test('a chunk that was damaged on the way is refused by its digest and sent again', async () => {
  const bytes = makeBytes(2_000_000)
  let damaged = 0
  const api = createClient({
    ...kit.admin.options,
    fetch: async (address, init) => {
      if (init?.method !== 'PUT' || damaged > 0) return fetch(address, init)
      damaged += 1
      const body = new Uint8Array(await new Response(init.body).arrayBuffer())
      body[1000] = (body[1000] ?? 0) ^ 1
      return fetch(address, { ...init, body })
    },
  })
  const source = new Blob([bytes])
  const own = (chunk: Uint8Array) => createHash('sha256').update(chunk).digest()
  for (const digests of [true, own]) {
    damaged = 0
    const clip = await uploadFile(api, { prId, fileName: 'rushes.mov', source, digests })
    assert.equal(damaged, 1)
    assert.equal(sha256(await downloadOriginal(kit.admin, prId, clip.id)), sha256(bytes))
  }
})

test('memory of chunks that were sent is handed back, and only that', async () => {
  const bytes = makeBytes(12_000_000)
  const given = new Set<Uint8Array>()
  const source = {
    size: bytes.length,
    slice: (start: number, end: number) => {
      const chunk = bytes.slice(start, end)
      given.add(chunk)
      return chunk
    },
    release: (chunk: Uint8Array<ArrayBuffer>) => {
      assert.ok(given.delete(chunk), 'each once')
      // Whatever is still read of it from here on would be seen.
      chunk.fill(0)
    },
  }
  const line = await startRoughLine(kit.url, [undefined, { afterBytes: 1_000_000, fault: 'cut' }])
  const api = createClient({ ...kit.admin.options, baseUrl: line.url })
  const clip = await uploadFile(api, { prId, fileName: 'rushes.mov', source })
  assert.deepEqual([line.faulty, given.size], [1, 1], 'what was cut is left alone')
  assert.equal(sha256(await downloadOriginal(kit.admin, prId, clip.id)), sha256(bytes))
  await line.stop()
})

test('a workflow is waited for, with its reports on the way', async () => {
  const upload = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const created = await createClip(kit.admin, prId, { name, fileName: name, size: bytes.length })
    await uploadFile(kit.admin, {
      prId,
      fileName: name,
      source: new Blob([bytes]),
      mediaObjectId: created.mediaObjectId!,
    })
    return created.workflowId!
  }
  const statuses: string[] = []
  const id = await upload('notes.txt', new TextEncoder().encode('Slate 4, take 2'))
  const report = await waitForWorkflow(kit.admin, { prId, id, onReport: ({ status }) => statuses.push(status) })
  assert.equal(report.status, 'Completed')
  assert.equal(statuses.at(-1), 'Completed')
})

test('a message of a webhook is read after its signature was checked, and refused when anything was changed', async () => {
  const receiver = await startReceiver()
  try {
    const made = await kit.admin.webhooks.createWebhook({
      id: kit.accountId,
      body: { url: receiver.url, types: ['Production.create'] },
    })
    await kit.createProduction('With a webhook')
    const [message] = await receiver.waitFor(1)
    const request = { headers: message!.headers, body: message!.text, secret: made.secret! }
    assert.equal((await readWebhook(request)).type, 'Production.create')
    const old = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    assert.equal((await readWebhook({ ...request, secret: [old, made.secret!] })).type, 'Production.create')
    await assert.rejects(
      readWebhook({ ...request, body: message!.text.replace('With', 'Without') }),
      /not of this secret/,
    )
    await assert.rejects(readWebhook({ ...request, secret: old }), /not of this secret/)
    await assert.rejects(readWebhook({ ...request, toleranceMs: -1 }), /too old/)
    await assert.rejects(readWebhook({ ...request, headers: {} }), /webhook-id is missing/)
    await assert.rejects(readWebhook({ ...request, headers: {} }), WebhookError)
    await assert.rejects(readWebhook({ ...request, secret: old }), WebhookError)
  } finally {
    await receiver.stop()
  }
})
