/** "Growing files: a clip can be probed and played from what has arrived while the upload goes on." */

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { MediaObject } from '@rushes/contract'
import { createMediaEngine, type MediaEngine, makeSampleClip, readFrameCounter } from '@rushes/media-engine'
import { storeVariable } from '../../../../test/peers/object-store.ts'
import { beginUpload, putChunk } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

const totalFrames = 1250
let kit: TestService
let engine: MediaEngine
let folder: string
let prId: number
/** A film whose header comes first. */
let film: Uint8Array<ArrayBuffer>
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  engine = createMediaEngine()
  folder = await mkdtemp(join(tmpdir(), 'rushes-growing-'))
  const source = join(folder, 'source.mp4')
  await makeSampleClip(engine, source, {
    seconds: totalFrames / 25,
    width: 640,
    height: 360,
    startTimecode: '10:00:00:00',
  })
  const output = join(folder, 'film.mp4')
  const report = await engine.probe(source)
  await engine.makeProxy({ input: source, output, maxHeight: 180, startTimecode: '10:00:00:00', report })
  film = new Uint8Array(await readFile(output))
})
after(async () => {
  await kit.stop()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function waitFor(id: string): Promise<void> {
  const answer = await kit.admin.workflows.followWorkflow({ prId, id, alias: 'workflow' })
  assert.equal(((await answer.json()) as { status: string }).status, 'Completed')
}

/** Waits for the previews that have been started. */
async function waitForPreviews(): Promise<void> {
  const { items } = await kit.admin.workflows.listWorkflows({ prId, query: { fq: ['label:Preview'] } })
  for (const { id } of items) await waitFor(id)
}

const getClip = (id: number) => kit.admin.media.getMediaObject({ prId, id })
const listProfiles = ({ mediaObjectInstances = [] }: MediaObject) =>
  mediaObjectInstances.filter(instance => instance.type === 'PROXY').map(instance => instance.profile)

/** The number that a frame of the clip shows. */
async function readFrame(id: number, n: number): Promise<number | undefined> {
  const path = join(folder, 'frame.jpg')
  const response = await kit.admin.ingest.grabFrame({ prId, id, n })
  await writeFile(path, new Uint8Array(await response.arrayBuffer()))
  const { data, width, height } = await engine.decodeFrame(path, 0)
  return readFrameCounter(data, width, height)
}

/** Parts of an upload cannot be read before the object is complete. */
const skip = process.env[storeVariable] !== undefined && 'an object store gives no previews'

// ingest-20
test('a growing clip has facts and a proxy of what has arrived, more of them later, and then its ingest', {
  skip,
}, async () => {
  assert.ok(film.length > 3 * 256 * 1024, `${film.length} bytes`)
  const third = Math.ceil(film.length / 3)
  const { id, location, workflowId } = await beginUpload(kit.admin, prId, film.length, { growing: true })
  const send = async (from: number, to: number) =>
    assert.equal((await putChunk(location, from, film.slice(from, to))).status, 204)

  await send(0, third)
  await waitForPreviews()
  const first = await getClip(id)
  assert.equal(first.growing, true)
  assert.deepEqual(listProfiles(first), ['GROWING'])
  assert.equal(first.timecodeFrames, 900_000)
  const frames = first.sampleRate && (await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: id })).end
  assert.ok(frames && frames > 50 && frames < totalFrames / 2, `${frames} frames of a third`)
  assert.equal(await readFrame(id, frames - 1), frames - 1)

  // Bytes behind a gap can not be played.
  await send(third + 1, 2 * third)
  await send(third, third + 1)
  await waitForPreviews()
  const second = await getClip(id)
  assert.deepEqual(listProfiles(second), ['GROWING'])
  const more = (await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: id })).end
  assert.ok(more && more > frames, `${more} frames of two thirds`)

  await send(2 * third, film.length)
  await kit.admin.uploads.closeUpload({ prId, id })
  await waitFor(workflowId)
  const whole = await getClip(id)
  assert.equal(whole.growing, false)
  assert.deepEqual(listProfiles(whole), ['SD'])
  assert.equal((await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: id })).end, totalFrames)
})

// ingest-20
test('what cannot be read from its beginning is left alone until all of it is there', async () => {
  const bytes = new Uint8Array(600_000).fill(7)
  const { id, location } = await beginUpload(kit.admin, prId, bytes.length, { growing: true, fileName: 'a.bin' })
  await putChunk(location, 0, bytes.slice(0, 400_000))
  await waitForPreviews()
  const clip = await getClip(id)
  assert.deepEqual([clip.type, listProfiles(clip)], ['PENDING', []])
})

// ingest-20
test('an upload that is not said to grow has no previews', async () => {
  const { id, location } = await beginUpload(kit.admin, prId, film.length)
  await putChunk(location, 0, film.slice(0, 600_000))
  assert.equal((await getClip(id)).growing, false)
  const { items } = await kit.admin.workflows.listWorkflows({ prId, query: { fq: [`mediaObjectId:${id}`] } })
  assert.deepEqual(items, [])
})
