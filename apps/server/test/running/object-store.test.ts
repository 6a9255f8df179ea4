/** Two services whose media is in an object store, each with a data folder of its own. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, uploadFile, waitForWorkflow } from '@rushes/client'
import { fetchArchive, sendArchive } from '../../src/modules/archives/testing/tar-file.ts'
import { openBucket } from '../../src/platform/blobs/s3/bucket.ts'
import { StartError } from '../../src/platform/database/index.ts'
import { type ObjectStore, startObjectStore, whyNoObjectStore } from '../peers/object-store.ts'
import { refusal } from '../refusal.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../scene/begin-upload.ts'
import { readSampleFilm } from '../scene/sample-film.ts'
import { createOwnProduction } from '../service-process.ts'
import { until } from '../until.ts'
import { type Nodes, startNodes } from './cluster/nodes.ts'

const chunkBytes = 5_000_000
const bytes = makeBytes(38_000_003)

describe('a service on an object store', { skip: whyNoObjectStore() }, () => {
  let objects: ObjectStore
  let nodes: Nodes
  let prId: number
  let first: Client
  let second: Client
  before(async () => {
    objects = await startObjectStore()
    nodes = await startNodes(objects.toSettings('a/service'))
    first = await nodes.signIn(0)
    second = await nodes.signIn(1)
    prId = (await createOwnProduction(first)).prId
  })
  after(async () => {
    await nodes?.stop()
    await objects?.stop()
  })

  /** The names of all objects of the service. */
  async function listObjects(): Promise<string[]> {
    const bucket = openBucket({ ...objects, prefix: 'a', region: 'us-east-1', pathStyle: true })
    const names: string[] = []
    for await (const page of bucket.list('service')) names.push(...page.map(({ key }) => key))
    return names
  }

  /** The location of an upload at a service. */
  function atNode(place: number, location: string): string {
    const { pathname, search } = new URL(location)
    return nodes.services[place]!.url + pathname + search
  }

  /** Sends all chunks, in turns through both services, the last one first. */
  async function sendAll(location: string, content = bytes): Promise<void> {
    const starts = Array.from({ length: Math.ceil(content.length / chunkBytes) }, (_, index) => index * chunkBytes)
    for (const [index, start] of starts.toReversed().entries()) {
      const chunk = content.slice(start, start + chunkBytes)
      assert.equal((await putChunk(atNode(index % 2, location), start, chunk)).status, 204)
    }
  }

  test('a file that came through both services is read through both, whole and in part', async () => {
    const clip = await beginUpload(first, prId, bytes.length, { hash: sha256(bytes) })
    await sendAll(clip.location)
    const state = await second.uploads.getUpload({ prId, id: clip.id })
    assert.deepEqual(state.received, [[0, bytes.length]])
    const closes = [first, second].map(api =>
      api.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } }),
    )
    for (const { mediaObjectInstances } of await Promise.all(closes)) {
      assert.equal(mediaObjectInstances?.[0]?.size, bytes.length)
    }
    for (const api of [first, second]) {
      assert.equal(sha256(await downloadOriginal(api, prId, clip.id)), sha256(bytes))
    }
    const { items } = await second.media.listInstances({ prId, id: clip.id })
    const link = await (await second.media.getDownloadLink({ prId, id: clip.id, moiId: items[0]!.id })).text()
    const part = await fetch(link, { headers: { range: 'bytes=16777210-16777230' } })
    assert.equal(part.status, 206)
    assert.deepEqual(new Uint8Array(await part.arrayBuffer()), bytes.slice(16_777_210, 16_777_231))
    assert.deepEqual(
      (await listObjects()).filter(name => name.startsWith('service/uploads/')),
      [],
    )
    await first.media.deleteMediaObject({ prId, id: clip.id })
    await until('the object is gone', async () => (await listObjects()).every(name => !name.includes(`/${clip.id}/`)))
  })

  test('a node does not start on the store of another service', async () => {
    const service = 's3://media/a/service is the media folder of another service'
    await assert.rejects(startNodes(objects.toSettings('a/service'), [{}]), (error: unknown) => {
      assert.ok(error instanceof StartError)
      assert.ok(error.message.startsWith(`RUSHES_STORAGE_URL: ${service}`), error.message)
      return true
    })
  })

  test('an object that is deleted by two at once is gone for both', async () => {
    const bucket = openBucket({ ...objects, prefix: 'twice', region: 'us-east-1', pathStyle: true })
    for (let round = 0; round < 40; round++) {
      await bucket.put('deleted', Buffer.from('bytes'))
      await Promise.all(Array.from({ length: 4 }, () => bucket.delete('deleted')))
      assert.equal(await bucket.head('deleted'), undefined)
    }
  })

  // media-23
  test('a film is fetched from the store, by an address that is open for a minute; its link is checked each time', async () => {
    const clip = await beginUpload(first, prId, bytes.length, { fileName: 'Überfahrt 1.mov' })
    await sendAll(clip.location)
    await first.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
    const { items } = await first.media.listInstances({ prId, id: clip.id })
    const link = await (await first.media.getDownloadLink({ prId, id: clip.id, moiId: items[0]!.id })).text()
    const answer = await fetch(link, { redirect: 'manual' })
    const location = new URL(answer.headers.get('location') ?? '')
    assert.deepEqual([answer.status, location.origin], [302, objects.endpoint])
    assert.equal(location.searchParams.get('X-Amz-Expires'), '60')
    assert.equal(answer.headers.get('cache-control'), 'private, no-store')

    const whole = await fetch(location)
    assert.equal(sha256(new Uint8Array(await whole.arrayBuffer())), sha256(bytes))
    assert.equal(whole.headers.get('content-type'), 'application/octet-stream')
    const head = await fetch(link, { method: 'HEAD', redirect: 'manual' })
    assert.deepEqual([head.status, Number(head.headers.get('content-length'))], [200, bytes.length])
    assert.equal(whole.headers.get('content-disposition'), head.headers.get('content-disposition'))
    const streamed = await fetch(`${link}&redirect=false`, { redirect: 'manual', headers: { range: 'bytes=0-9' } })
    assert.equal(streamed.status, 206)
    assert.deepEqual(new Uint8Array(await streamed.arrayBuffer()), bytes.slice(0, 10))

    assert.equal(nodes.services[0]?.platform.blobs.addressOrigin, objects.endpoint)
    location.searchParams.set('X-Amz-Expires', '6000')
    assert.equal((await fetch(location)).status, 403)
    await first.media.deleteMediaObject({ prId, id: clip.id })
    assert.equal((await fetch(link, { redirect: 'manual' })).status, 404)
  })

  // media-23
  test('with RUSHES_STORAGE_DELIVERY=proxy the service sends everything', async () => {
    const proxying = await startNodes({ ...objects.toSettings('proxying'), RUSHES_STORAGE_DELIVERY: 'proxy' })
    try {
      const api = await proxying.signIn(0)
      const { prId } = await createOwnProduction(api)
      const clip = await beginUpload(api, prId, bytes.length)
      assert.equal((await putChunk(clip.location, 0, bytes)).status, 204)
      await api.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
      const { items } = await api.media.listInstances({ prId, id: clip.id })
      const link = await (await api.media.getDownloadLink({ prId, id: clip.id, moiId: items[0]!.id })).text()
      const answer = await fetch(link, { redirect: 'manual' })
      assert.equal(answer.status, 200)
      assert.equal(sha256(new Uint8Array(await answer.arrayBuffer())), sha256(bytes))
      assert.equal(proxying.services[0]?.platform.blobs.addressOrigin, undefined)
    } finally {
      await proxying.stop()
    }
  })

  // uploads-28
  test('a file with another hash than announced is open for the right bytes, all of them', async () => {
    const clip = await beginUpload(first, prId, bytes.length, { hash: sha256(bytes) })
    await sendAll(clip.location, makeBytes(bytes.length, 2))
    await assert.rejects(second.uploads.closeUpload({ prId, id: clip.id, body: {} }), refusal(422, '/hash'))
    const { missing, closed } = await first.uploads.getUpload({ prId, id: clip.id })
    assert.deepEqual([missing, closed], [[[0, bytes.length]], false])
    await sendAll(clip.location)
    await first.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
    assert.equal(sha256(await downloadOriginal(second, prId, clip.id)), sha256(bytes))
    await until('one object is left', async () => {
      return (await listObjects()).filter(name => name.includes(`/${clip.id}/`)).length === 1
    })
  })

  test('nothing is left of an upload that is cancelled', async () => {
    const clip = await beginUpload(first, prId, bytes.length)
    await putChunk(clip.location, 0, bytes.slice(0, 20_000_000))
    assert.ok((await listObjects()).some(name => name.includes(clip.workflowId)))
    await second.uploads.cancelUpload({ prId, id: clip.id })
    await until('nothing is left', async () => (await listObjects()).every(name => !name.includes(clip.workflowId)))
  })

  test('a production is exported as an archive through one service, and imported through the other', async () => {
    const clip = await beginUpload(first, prId, bytes.length)
    await sendAll(clip.location)
    await first.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
    const archive = await fetchArchive(first, prId, { media: 'original' })
    const { accountId } = await first.productions.getProduction({ prId })
    const { production } = await sendArchive(second, accountId!, archive, { name: 'Imported' })
    const { items } = await first.media.listMediaObjects({ prId: production.id, query: {} })
    const digests: string[] = []
    for (const { id } of items) digests.push(sha256(await downloadOriginal(first, production.id, id)))
    assert.ok(digests.includes(sha256(bytes)))
  })

  test('a film is ingested, and frames are taken of it', async () => {
    const source = new Blob([await readSampleFilm({ seconds: 2, width: 320, height: 180 })])
    const { id, workflowId } = await uploadFile(first, { prId, fileName: 'film.mp4', source })
    const report = await waitForWorkflow(second, { prId, id: workflowId! })
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    const { items } = await second.media.listInstances({ prId, id })
    const types = [...new Set(items.map(({ type }) => type))].toSorted()
    assert.deepEqual(types, ['PROXY', 'RAW', 'STITCH', 'THUMB', 'WAVEFORM'])
    const frame = await second.ingest.grabFrame({ prId, id, n: 10, query: {} })
    assert.equal(frame.status, 200)
  })

  test('while the store does not answer, requests for bytes are 503 with Retry-After, and nothing is lost', async () => {
    const clip = await beginUpload(first, prId, bytes.length)
    assert.equal((await putChunk(clip.location, 0, bytes.slice(0, 9_000_000))).status, 204)
    const closed = await beginUpload(first, prId, 3_000)
    await putChunk(closed.location, 0, bytes.slice(0, 3_000))
    await first.uploads.closeUpload({ prId, id: closed.id, body: { skipIngest: true } })
    const { items } = await first.media.listInstances({ prId, id: closed.id })
    const link = await (await first.media.getDownloadLink({ prId, id: closed.id, moiId: items[0]!.id })).text()

    await objects.kill()
    const refused = await fetch(`${clip.location}&position=9000000`, {
      method: 'PUT',
      body: bytes.slice(9_000_000),
      headers: { 'content-type': 'application/octet-stream' },
    })
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
    assert.equal((await fetch(link)).status, 503)
    assert.equal((await fetch(`${nodes.services[0]!.url}/health/ready`)).status, 503)
    assert.equal((await first.productions.getProduction({ prId })).id, prId)

    await objects.start()
    const { missing } = await second.uploads.getUpload({ prId, id: clip.id })
    assert.deepEqual(missing, [[9_000_000, bytes.length]])
    await putChunk(atNode(1, clip.location), 9_000_000, bytes.slice(9_000_000))
    await second.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
    assert.equal(sha256(await downloadOriginal(first, prId, clip.id)), sha256(bytes))
    assert.equal((await fetch(link)).status, 200)
  })
})
