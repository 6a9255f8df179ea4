import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient, createClip, uploadFile } from '@rushes/client'
import { ServiceError } from '@rushes/contract'
import { downloadOriginal, makeBytes, sha256 } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

/** A client whose chunks pass through `intercept`; everything else goes straight to the service. */
function createInterceptedClient(intercept: (send: () => Promise<Response>) => Promise<Response>): Client {
  return createClient({
    ...kit.admin.options,
    fetch: (address, init) => (init?.method === 'PUT' ? intercept(() => fetch(address, init)) : fetch(address, init)),
  })
}

const bytes = makeBytes(12_345_678)
const file = { fileName: 'interview.mov', source: new Blob([bytes]) }

test('the uploader sends a file in parallel chunks, tells how far it is and closes the upload', async () => {
  const progress: number[] = []
  let most = 0
  let now = 0
  const api = createInterceptedClient(async send => {
    most = Math.max(most, ++now)
    return send().finally(() => {
      now -= 1
    })
  })
  const clip = await uploadFile(api, { ...file, prId, name: 'Interview', onProgress: sent => progress.push(sent) })
  assert.equal(clip.name, 'Interview')
  assert.equal(clip.mediaObjectInstances?.[0]?.size, bytes.length)
  assert.equal(sha256(await downloadOriginal(kit.admin, prId, clip.id)), sha256(bytes))
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  )
  assert.deepEqual([progress[0], progress.at(-1)], [0, bytes.length])
  // It starts at 5 MB: three chunks for this file, all on their way at once.
  assert.equal(most, 3)
})

test('a chunk that fails is sent again, whether it had arrived or not', async () => {
  let count = 0
  const api = createInterceptedClient(async send => {
    count += 1
    if (count === 1) throw new TypeError('the network is gone')
    if (count === 2) {
      await send()
      throw new TypeError('the answer is lost')
    }
    return count === 3 ? new Response('busy', { status: 503 }) : send()
  })
  let last = 0
  const clip = await uploadFile(api, {
    ...file,
    prId,
    onProgress(sent) {
      last = sent
    },
  })
  assert.equal(sha256(await downloadOriginal(kit.admin, prId, clip.id)), sha256(bytes))
  assert.equal(last, bytes.length)
})

// uploads-23
test('an upload that was stopped goes on where it was, by its clip alone', async () => {
  const stopper = new AbortController()
  const source = { size: bytes.length, slice: async (start: number, end: number) => bytes.slice(start, end) }
  await assert.rejects(
    uploadFile(kit.admin, {
      ...file,
      prId,
      source,
      parallel: 1,
      name: 'Stopped',
      signal: stopper.signal,
      onProgress: sent => sent > 0 && stopper.abort(),
    }),
    { name: 'AbortError' },
  )
  const { items } = await kit.admin.media.listMediaObjects({ prId, query: { fq: ['name:Stopped'] } })
  const { id } = items[0]!
  const before = await kit.admin.uploads.getUpload({ prId, id })
  assert.deepEqual(before.missing, [[5_000_000, bytes.length]])
  const first: number[] = []
  await uploadFile(kit.admin, { ...file, prId, mediaObjectId: id, onProgress: sent => first.push(sent) })
  assert.equal(first[0], 5_000_000)
  assert.equal(sha256(await downloadOriginal(kit.admin, prId, id)), sha256(bytes))
  await assert.rejects(uploadFile(kit.admin, { ...file, prId, mediaObjectId: id, source: new Blob(['x']) }), RangeError)
})

test('a location that ended with its session is replaced by one of the session of now', async () => {
  const { user, password } = await kit.createUser()
  await kit.admin.productions.addParticipant({ prId, body: { userId: user.id, rights: ['LIBRARY_UPLOAD'] } })
  const signIn = async () =>
    (await kit.client().authentication.login({ body: { username: user.username, password } })).token
  let token = await signIn()
  let sent = 0
  const api = createClient({
    baseUrl: kit.url,
    async fetch(address, init) {
      // As a browser adds the cookie of the session that it has by then.
      const headers = new Headers(init?.headers)
      if (init?.method === 'PUT' && ++sent === 2) {
        await kit.client(token).authentication.logout()
        token = await signIn()
      }
      if (init?.method !== 'PUT') headers.set('authorization', `Bearer ${token}`)
      return fetch(address, { ...init, headers })
    },
  })
  const { mediaObjectId } = await createClip(api, prId, { name: 'Long', fileName: 'long.mov', size: bytes.length })
  const id = mediaObjectId
  await uploadFile(api, { ...file, prId, mediaObjectId: id, parallel: 1 })
  assert.equal(sha256(await downloadOriginal(kit.admin, prId, id)), sha256(bytes))
})

test('a refusal ends the upload at once', async () => {
  let count = 0
  const api = createInterceptedClient(async send => {
    count += 1
    await send()
    return new Response('{}', { status: 409 })
  })
  await assert.rejects(
    uploadFile(api, { ...file, prId, parallel: 1 }),
    (error: unknown) => error instanceof ServiceError && error.status === 409,
  )
  assert.equal(count, 1)
})
