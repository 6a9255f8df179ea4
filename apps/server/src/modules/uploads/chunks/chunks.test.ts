import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import type { Client } from '@rushes/client'
import fc from 'fast-check'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../../../../test/scene/begin-upload.ts'
import { toStagingPath } from '../../../../test/scene/stored-paths.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until, untilSeen } from '../../../../test/until.ts'

let kit: TestService
let prId: number
let api: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  api = (await kit.createMember(prId, { roles: ['Production Administrator'] })).api
})
after(() => kit.stop())

const getReceived = async (id: number) => (await api.uploads.getUpload({ prId, id })).received

// uploads-14, uploads-15
test('chunks of any size in any order, resent and overlapping, make the very file', async () => {
  const chunk = fc.tuple(fc.nat(5000), fc.nat(1500))
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 12 }), async chunks => {
      const bytes = makeBytes(5000)
      const clip = await beginUpload(api, prId, bytes.length)
      const covered = new Set<number>()
      for (const [start, length] of chunks) {
        const end = Math.min(start + length, bytes.length)
        const answer = await putChunk(clip.location, start, bytes.slice(start, end))
        for (let at = start; at < end; at++) covered.add(at)
        assert.deepEqual(answer, { status: 204, received: covered.size, error: undefined })
      }
      for (const [start, end] of (await api.uploads.getUpload({ prId, id: clip.id })).missing) {
        assert.equal((await putChunk(clip.location, start, bytes.slice(start, end))).status, 204)
      }
      await api.uploads.closeUpload({ prId, id: clip.id, body: {} })
      assert.equal(sha256(await downloadOriginal(api, prId, clip.id)), sha256(bytes))
    }),
    { numRuns: 6 },
  )
})

// uploads-15
test('chunks in parallel, each of them twice, leave one range', async () => {
  const bytes = makeBytes(3_000_000)
  const clip = await beginUpload(api, prId, bytes.length)
  const starts = Array.from({ length: 30 }, (_, index) => (index % 15) * 200_000)
  const answers = await Promise.all(
    starts.map(start => putChunk(clip.location, start, bytes.slice(start, start + 200_000))),
  )
  assert.deepEqual([...new Set(answers.map(answer => answer.status))], [204])
  assert.equal(Math.max(...answers.map(answer => answer.received)), bytes.length)
  assert.deepEqual(await getReceived(clip.id), [[0, bytes.length]])
  await api.uploads.closeUpload({ prId, id: clip.id, body: {} })
  assert.equal(sha256(await downloadOriginal(api, prId, clip.id)), sha256(bytes))
})

// uploads-29
test('a chunk over received bytes that races with the close is in the original where it was taken, and only there', async () => {
  const [chunks, chunkBytes] = [6, 40_000]
  const seen = new Set<number>()
  for (let round = 0; round < 10; round++) {
    const bytes = makeBytes(chunks * chunkBytes)
    const clip = await beginUpload(api, prId, bytes.length)
    assert.equal((await putChunk(clip.location, 0, bytes)).status, 204)
    const others = Array.from({ length: chunks }, (_, at) => makeBytes(chunkBytes, 2 + at))
    const sending = others.map((other, at) => putChunk(clip.location, at * chunkBytes, other))
    // Some are under way, and some have not begun.
    if (round > 2) await Promise.race(sending)
    await api.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
    const answers = await Promise.all(sending)
    const original = await downloadOriginal(api, prId, clip.id)
    for (const [at, { status }] of answers.entries()) {
      seen.add(status)
      const [start, end] = [at * chunkBytes, (at + 1) * chunkBytes]
      const expected = status === 204 ? others[at]! : bytes.slice(start, end)
      assert.equal(sha256(original.slice(start, end)), sha256(expected), `round ${round}, chunk ${at}: ${status}`)
    }
  }
  for (const status of seen) assert.ok(status === 204 || status === 409, String(status))
})

// uploads-22, uploadChunk, headUpload
test('HEAD of the location tells how many bytes have come and how many are missing', async () => {
  const clip = await beginUpload(api, prId, 100)
  await putChunk(clip.location, 20, makeBytes(30))
  const { status, headers } = await fetch(clip.location, { method: 'HEAD' })
  assert.deepEqual([status, headers.get('x-upload-received'), headers.get('x-upload-missing')], [200, '30', '70'])
})

// uploads-13
test('without a position a chunk goes to the beginning', async () => {
  const clip = await beginUpload(api, prId, 10)
  assert.equal((await putChunk(clip.location, undefined, makeBytes(4))).status, 204)
  assert.deepEqual(await getReceived(clip.id), [[0, 4]])
})

// uploads-16
test('a position that is negative, no integer or past the size is refused with 400', async () => {
  const clip = await beginUpload(api, prId, 10)
  for (const position of ['-1', '1.5', 'x', '', '11', '99999999999999999999', '1e1']) {
    assert.deepEqual(await putChunk(clip.location, position, makeBytes(1)), {
      status: 400,
      received: 0,
      error: 'BadRequestError',
    })
  }
  assert.equal((await putChunk(clip.location, 10, makeBytes(0))).status, 204)
})

// uploads-17
test('a body past the declared size is refused and nothing past the size is written, with a length or without', async () => {
  const clip = await beginUpload(api, prId, 1000)
  assert.equal((await putChunk(clip.location, 500, makeBytes(501))).status, 400)
  const body = ReadableStream.from([makeBytes(400), makeBytes(400), makeBytes(400)])
  const init: RequestInit = { method: 'PUT', body, duplex: 'half' }
  const refused = await fetch(`${clip.location}&position=500`, init).then(
    response => response.status,
    // The connection is closed under a sender that does not stop to listen.
    () => 400,
  )
  assert.equal(refused, 400)
  assert.deepEqual(await getReceived(clip.id), [])
  // An object store has nothing that is not recorded.
  if (kit.service.platform.config.storage.kind !== 'disk') return
  const { size } = await stat(toStagingPath(kit.service.platform, clip.workflowId))
  assert.ok(size <= 1000)
})

// uploads-53, uploads-54
test('a growing recording takes chunks beyond what was announced, as far as the quota goes, and ends where they do', async () => {
  const { id: prId } = await kit.createProduction()
  await kit.admin.productions.updateSetting({ prId, key: 'quota', body: { maxBytes: 1000 } })
  const getState = async (id: number) => {
    const { size, received, missing } = await kit.admin.uploads.getUpload({ prId, id })
    return { size, received, missing }
  }
  const close = (id: number) => kit.admin.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
  const bytes = makeBytes(900)
  const clip = await beginUpload(kit.admin, prId, 0, { growing: true, hash: sha256(bytes) })
  const send = (start: number, end: number) => putChunk(clip.location, start, bytes.slice(start, end))

  // Two at once, of which the later one may be the first.
  assert.deepEqual(
    (await Promise.all([send(0, 300), send(300, 600)])).map(({ status }) => status),
    [204, 204],
  )
  assert.equal((await send(700, 900)).status, 204)
  assert.deepEqual(await getState(clip.id), {
    size: 900,
    received: [
      [0, 600],
      [700, 900],
    ],
    missing: [[600, 700]],
  })
  await assert.rejects(close(clip.id), refusal(412))

  const beyond = { status: 402, received: 0, error: 'QuotaExceededError' }
  assert.deepEqual(await putChunk(clip.location, 900, makeBytes(101)), beyond)
  await assert.rejects(beginUpload(kit.admin, prId, 101), refusal(402))
  const other = await beginUpload(kit.admin, prId, 100, { growing: true })
  assert.deepEqual(await putChunk(other.location, 0, makeBytes(101)), beyond)
  assert.deepEqual(await getState(other.id), { size: 100, received: [], missing: [[0, 100]] })
  assert.equal((await putChunk(other.location, 2 ** 53 - 20, makeBytes(10))).status, 400)
  await assert.rejects(close(other.id), refusal(412), 'nothing has come')

  // Fewer than were announced: the rest of the quota is free again.
  assert.equal((await putChunk(other.location, 0, makeBytes(40))).status, 204)
  await close(other.id)
  await kit.admin.uploads.cancelUpload({ prId, id: (await beginUpload(kit.admin, prId, 60)).id })
  assert.equal((await downloadOriginal(kit.admin, prId, other.id)).length, 40)

  assert.equal((await send(550, 750)).status, 204)
  const { mediaObjectInstances } = await close(clip.id)
  assert.equal(mediaObjectInstances?.[0]?.size, 900)
  assert.equal(sha256(await downloadOriginal(kit.admin, prId, clip.id)), sha256(bytes))
  assert.equal((await send(0, 10)).status, 409)
})

// uploads-18
test('a chunk whose `Content-Digest` does not match is refused with 422 and nothing of it is kept', async () => {
  const bytes = makeBytes(3000)
  const clip = await beginUpload(api, prId, bytes.length)
  const toDigest = (of: Uint8Array) => ({
    'content-digest': `sha-256=:${createHash('sha256').update(of).digest('base64')}:`,
  })
  assert.equal((await putChunk(clip.location, 0, bytes.slice(0, 2000), toDigest(bytes.slice(0, 2000)))).status, 204)
  const other = makeBytes(3000, 2)
  assert.equal((await putChunk(clip.location, 0, other, toDigest(bytes))).error, 'ValidationError')
  assert.deepEqual(await getReceived(clip.id), [[0, 2000]])
  assert.equal((await putChunk(clip.location, 2000, bytes.slice(2000), { 'content-digest': 'md5=:AA==:' })).status, 204)
  assert.equal((await putChunk(clip.location, 0, bytes, { 'content-digest': 'sha-256=:AA==:' })).status, 400)
  assert.equal((await putChunk(clip.location, 0, bytes, { 'content-digest': 'sha-256=nonsense' })).status, 400)
  await api.uploads.closeUpload({ prId, id: clip.id, body: {} })
  assert.equal(sha256(await downloadOriginal(api, prId, clip.id)), sha256(bytes))
  const left = await readdir(kit.service.platform.stagingDir)
  assert.deepEqual(
    left.filter(name => name.startsWith('chunk-')),
    [],
  )
})

// uploads-19
test('of a chunk whose connection is cut, what came is kept and recorded, and no more than that', async () => {
  const bytes = makeBytes(2_000_000)
  const clip = await beginUpload(api, prId, bytes.length)
  const { host, hostname, port, pathname, search } = new URL(clip.location)
  const socket = connect(Number(port), hostname)
  socket.write(
    `PUT ${pathname}${search}&position=500000 HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/octet-stream\r\ncontent-length: 1500000\r\n\r\n`,
  )
  await new Promise(resolve => socket.write(bytes.slice(500_000, 900_000), resolve))
  socket.destroy()
  const received = await untilSeen(
    'what came is recorded',
    () => getReceived(clip.id),
    ranges => ranges.length > 0,
  )
  assert.equal(received.length, 1)
  const [start, end] = received[0]!
  assert.equal(start, 500_000)
  assert.ok(end <= 900_000)
  for (const [from, to] of (await api.uploads.getUpload({ prId, id: clip.id })).missing) {
    await putChunk(clip.location, from, bytes.slice(from, to))
  }
  await api.uploads.closeUpload({ prId, id: clip.id, body: {} })
  assert.equal(sha256(await downloadOriginal(api, prId, clip.id)), sha256(bytes))
})

// uploads-21
test('the token of one upload opens neither another one nor anything else', async () => {
  const [one, two] = [await beginUpload(api, prId, 10), await beginUpload(api, prId, 10)]
  const toToken = (location: string) => new URL(location).searchParams.get('access_token')!
  const crossed = two.location.replace(toToken(two.location), toToken(one.location))
  assert.equal((await putChunk(crossed, 0, makeBytes(10))).status, 401)
  assert.equal((await fetch(crossed, { method: 'HEAD' })).status, 401)
  const bare = await fetch(two.location.split('?')[0]!, { method: 'PUT', body: makeBytes(10) })
  assert.equal(bare.status, 401)
  assert.equal((await fetch(`${kit.url}/production/${prId}/mo?access_token=${toToken(one.location)}`)).status, 401)
  // A login beside the token of the location does not get in its way.
  const { token } = await kit.client().authentication.login({
    body: { username: 'admin', password: 'correct horse battery staple' },
  })
  assert.equal((await putChunk(two.location, 0, makeBytes(10), { authorization: `Bearer ${token}` })).status, 204)
  assert.equal((await putChunk(one.location.replace(/\d+\?/, '999999?'), 0, makeBytes(1))).status, 404)
})

// uploads-20
test('a chunk is bytes, whatever its sender calls it, and however large', async () => {
  const clip = await beginUpload(api, prId, 2_000_000)
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png']) {
    const { status } = await putChunk(clip.location, 0, makeBytes(2_000_000), { 'content-type': type })
    assert.equal(status, 204, type)
  }
})

// uploads-30
test('a cancelled upload stops the chunk that is being received', async () => {
  const clip = await beginUpload(api, prId, 3_000_000)
  let send: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = controller
      controller.enqueue(makeBytes(1_500_000))
    },
  })
  const answer = fetch(`${clip.location}&position=0`, { method: 'PUT', body, duplex: 'half' }).then(
    response => response.status,
    () => 404,
  )
  const isOfUpload = (name: string) => name.includes(clip.workflowId) || name.startsWith('piece-')
  const isThere = async () => (await readdir(kit.service.platform.stagingDir)).some(isOfUpload)
  await until('the chunk is being received', isThere)
  await api.uploads.cancelUpload({ prId, id: clip.id })
  assert.equal(await answer, 404)
  assert.equal(await isThere(), false)
  try {
    send?.close()
  } catch {
    // The request was given up and has closed it.
  }
})
