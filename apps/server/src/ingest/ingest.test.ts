import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { MediaObject, MediaObjectRequest, SharePermission, WorkflowMinWrapper } from '@rushes/contract'
import { createMediaEngine, type MediaEngine, makeSampleClip, readFrameCounter } from '@rushes/media-engine'
import { startTestService, type TestService } from '../../test/service.ts'
import { logStart, readEvents } from '../platform/event-log.ts'

let kit: TestService
let engine: MediaEngine
let folder: string
let prId: number
let clip: Buffer
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rushes-ingest-'))
  engine = createMediaEngine()
  const path = join(folder, 'clip.mp4')
  await makeSampleClip(engine, path, { seconds: 2, startTimecode: '10:00:00:00', width: 320, height: 180 })
  clip = await readFile(path)
  kit = await startTestService()
  prId = (await kit.createProduction('Ingest')).id
})
after(async () => {
  await kit.stop()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

/** Uploads a file and closes it; the ingest begins. */
async function upload(
  bytes: Uint8Array,
  fileName: string,
  api: Client = kit.admin,
  request: MediaObjectRequest = {},
): Promise<{ moId: number; workflowId: string }> {
  const created = await api.uploads.createMediaObjects({ prId, body: { ...request, fileName, size: bytes.length } })
  const answer = Array.isArray(created) ? created[0] : created
  const { mediaObjectId, location, workflowId } = answer as {
    mediaObjectId: number
    location: string
    workflowId: string
  }
  const put = await fetch(`${location}&position=0`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  assert.ok(put.ok, await put.text())
  await api.uploads.closeUpload({ prId, id: mediaObjectId })
  return { moId: mediaObjectId, workflowId }
}

/** A WAV file with a tone: one channel, 16 bits, 48 kHz. */
function makeTone(seconds: number): Buffer {
  const rate = 48_000
  const samples = Int16Array.from({ length: seconds * rate }, (_value, index) => 8000 * Math.sin(index / 20))
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer)])
}

async function waitFor(workflowId: string): Promise<WorkflowMinWrapper> {
  const response = await kit.admin.workflows.followWorkflow({ prId, alias: 'workflow', id: workflowId })
  return (await response.json()) as WorkflowMinWrapper
}

const statusOf = (report: WorkflowMinWrapper) => Object.fromEntries(report.tasks.map(task => [task.name, task.status]))
const allSkipped = {
  probe: 'Skipped',
  poster: 'Skipped',
  proxy: 'Skipped',
  stitch: 'Skipped',
  waveform: 'Skipped',
  shots: 'Skipped',
  finish: 'Skipped',
}
const getClip = (moId: number): Promise<MediaObject> => kit.admin.media.getMediaObject({ prId, id: moId })

/** The bytes of the clip's instance of a type, as a file for the media tools. */
async function download(moId: number, type: string): Promise<string> {
  const instances = (await kit.admin.media.listInstances({ prId, id: moId })).items
  const instance = instances.find(candidate => candidate.type === type)
  assert.ok(instance, `no ${type}`)
  const link = await (await kit.admin.media.getDownloadLink({ prId, id: moId, moiId: instance.id })).text()
  const path = join(folder, `${moId}-${instance.fileName}`)
  const response = await fetch(link)
  assert.equal(response.status, 200)
  await writeFile(path, new Uint8Array(await response.arrayBuffer()))
  return path
}

describe('the ingest of a film', () => {
  let moId: number
  let report: WorkflowMinWrapper
  before(async () => {
    const uploaded = await upload(clip, 'folder/My clip.mp4')
    moId = uploaded.moId
    report = await waitFor(uploaded.workflowId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    assert.equal(report.id, uploaded.workflowId)
  })

  test('writes frames, rate, timecode and duration to the clip', async () => {
    const found = await getClip(moId)
    assert.equal(found.type, 'VIDEO')
    assert.equal(found.durationSeconds, 2)
    assert.deepEqual(found.sampleRate, { numerator: 25, denumerator: 1, drop_frame: false })
    assert.equal(found.timecodeFrames, 900_000)
    assert.equal(found.timecode?.text, '10:00:00:00')
    assert.equal(found.proxyOnline, true)
    assert.equal(found.workflowId, report.id)
    assert.deepEqual(found.tracks?.map(track => track.type).sort(), ['AUDIO', 'DATA', 'VIDEO'])
  })

  test('writes the technical description and the end to the annotation of the clip', async () => {
    const annotation = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
    assert.deepEqual([annotation.start, annotation.end], [0, 50])
    const description = annotation.structuredDescription as Record<string, unknown>
    assert.equal(description.frames, 50)
    assert.equal(description.fileName, 'My clip.mp4')
    assert.equal(description.reelName, 'My clip')
    assert.equal(description.mimeType, 'video/mp4')
    assert.equal(description.timecode, 900_000)
    const format = description.format as Record<string, unknown>
    assert.equal(format.size, String(clip.length))
    assert.equal(format.filename, 'My clip.mp4')
    assert.equal(annotation.hasScreenshot, true)
  })

  test('makes a proxy with the same frames and timecode, and a poster', async () => {
    const proxy = await engine.probe(await download(moId, 'PROXY'))
    assert.equal(proxy.frameCount, 50)
    assert.equal(proxy.startTimecode?.text, '10:00:00:00')
    const poster = await engine.probe(await download(moId, 'THUMB'))
    assert.deepEqual([poster.kind, poster.mimeType, poster.video?.width], ['IMAGE', 'image/jpeg', 320])
    const original = await readFile(await download(moId, 'RAW'))
    assert.ok(original.equals(clip), 'the original is untouched')
  })

  test('makes a sprite that says which frame each picture shows, and the waveform of the sound', async () => {
    const { items } = await kit.admin.media.listInstances({ prId, id: moId })
    const { tracks = [], mimeType } = items.find(instance => instance.type === 'STITCH') ?? {}
    const [{ stitchCount, stitchX, stitchY, skip, width, height } = {}] = tracks
    assert.deepEqual([mimeType, stitchCount, stitchX, stitchY, skip], ['image/jpeg', 5, 5, 1, 12])
    const picture = await engine.probe(await download(moId, 'STITCH'))
    assert.deepEqual([picture.video?.width, picture.video?.height], [5 * (width ?? 0), height])
    const waveform = JSON.parse(await readFile(await download(moId, 'WAVEFORM'), 'utf8'))
    assert.deepEqual([waveform.version, waveform.bits, waveform.data.length], [2, 8, 2 * waveform.length])
    assert.ok(Math.abs(waveform.length - 100) <= 3, `${waveform.length} points of 20 ms in 2 s`)
  })

  test('lets any frame be grabbed, exactly, as long as it exists', async () => {
    const grab = (n: number, query: { width?: number } = {}, headers: Record<string, string> = {}) =>
      kit.admin.ingest.grabFrame({ prId, id: moId, n, query, headers })
    for (const n of [0, 1, 12, 24, 49]) {
      const response = await grab(n)
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/jpeg'])
      const path = join(folder, 'grabbed.jpg')
      await writeFile(path, new Uint8Array(await response.arrayBuffer()))
      const { data, width, height } = await engine.decodeFrame(path, 0)
      assert.equal(readFrameCounter(data, width, height), n)
      const etag = response.headers.get('etag') ?? ''
      assert.equal((await grab(n, {}, { 'if-none-match': etag })).status, 304)
    }
    const small = join(folder, 'small.jpg')
    await writeFile(small, new Uint8Array(await (await grab(3, { width: 64 })).arrayBuffer()))
    assert.equal((await engine.probe(small)).video?.width, 64)
    await assert.rejects(grab(50), { name: 'NotFoundError' })
    await assert.rejects(grab(0, { width: 5 }), { name: 'BadRequestError' })
    await assert.rejects(kit.admin.ingest.grabFrame({ prId, id: 1, n: 0 }), { name: 'NotFoundError' })
    const stranger = await kit.createMember(prId, { rights: ['LOG_EDIT'] })
    await assert.rejects(stranger.api.ingest.grabFrame({ prId, id: moId, n: 0 }), { name: 'ForbiddenError' })
  })

  test('tells of itself: Media.probe, Media.instance.proxy.online, Media.ingest', async () => {
    const { events } = await readEvents(kit.service.platform.database, logStart, { limit: 10_000, productionId: prId })
    const types = events.filter(event => event.object?.id === moId).map(event => event.type)
    for (const type of ['Media.create', 'Media.probe', 'Media.instance.proxy.online', 'Media.ingest'] as const) {
      assert.equal(types.filter(found => found === type).length, 1, type)
    }
  })

  test('is refused a second time with 409, unless it is redone; then its files take the place of the old ones', async () => {
    const before = (await kit.admin.media.listInstances({ prId, id: moId })).items
    await assert.rejects(kit.admin.ingest.startIngest({ prId, moId }), { name: 'ConflictError' })
    const again = await kit.admin.ingest.startIngest({ prId, moId, body: { redo: true, workflowLabel: 'Again' } })
    assert.equal(again.label, 'Again')
    await assert.rejects(kit.admin.ingest.startIngest({ prId, moId, body: { redo: true } }), {
      name: 'ConflictError',
      message: /still running/,
    })
    assert.equal((await waitFor(again.id)).status, 'Completed')
    const after = (await kit.admin.media.listInstances({ prId, id: moId })).items
    assert.deepEqual(after.map(instance => instance.type).sort(), ['PROXY', 'RAW', 'STITCH', 'THUMB', 'WAVEFORM'])
    const proxyOf = (list: typeof after) => list.find(instance => instance.type === 'PROXY')?.id
    assert.notEqual(proxyOf(after), proxyOf(before))
  })

  test('may be redone in one task', async () => {
    const single = await kit.admin.ingest.startIngest({ prId, moId, body: { redoSingleTask: 'poster' } })
    const report = await waitFor(single.id)
    assert.deepEqual(statusOf(report), { ...allSkipped, poster: 'Completed', finish: 'Completed' })
  })

  test('finds shots where that is asked for, anew each time, but keeps those that someone has worked with', async () => {
    const shots = async () => {
      const list = await kit.admin.annotations.listAnnotationsOfClip({
        prId,
        moId,
        query: { q: '*', fq: ['type:SHOT'] },
      })
      return list.results.map(({ id, start, end, source }) => ({ id: Number(id), start, end, source }))
    }
    assert.deepEqual(await shots(), [])
    const find = async () => {
      const { id } = await kit.admin.ingest.startIngest({ prId, moId, body: { redoSingleTask: 'shots' } })
      assert.equal((await waitFor(id)).status, 'Completed')
    }
    await find()
    const [first, ...others] = await shots()
    assert.deepEqual(others, [])
    assert.deepEqual(first, { id: first?.id, start: 0, end: 50, source: 'automatic_shot_detection' })
    await find()
    const [second, ...more] = await shots()
    assert.deepEqual(more, [])
    assert.notEqual(second?.id, first?.id)
    const body = [{ op: 'add' as const, path: '/description', value: 'The first shot' }]
    await kit.admin.annotations.patchAnnotation({ prId, anId: second!.id, body })
    await find()
    assert.equal((await shots()).length, 2)
  })

  test('needs LIBRARY_UPLOAD, and a clip of this production with an original', async () => {
    const viewer = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    await assert.rejects(viewer.api.ingest.startIngest({ prId, moId }), {
      name: 'ForbiddenError',
      data: { right: 'LIBRARY_UPLOAD' },
    })
    await assert.rejects(kit.admin.ingest.startIngest({ prId, moId: 1 }), { name: 'NotFoundError' })
    const created = await kit.admin.uploads.createMediaObjects({ prId, body: { name: 'placeholder' } })
    const placeholder = (Array.isArray(created) ? created[0] : created) as { mediaObjectId: number }
    await assert.rejects(kit.admin.ingest.startIngest({ prId, moId: placeholder.mediaObjectId }), {
      name: 'ValidationError',
    })
  })
})

describe('the ingest of other files', () => {
  test('a text is stored untouched as a document', async () => {
    const text = Buffer.from('Scene 1. Interior. Night.\n'.repeat(100))
    const { moId, workflowId } = await upload(text, 'script.txt')
    const report = await waitFor(workflowId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    assert.deepEqual(statusOf(report), { ...allSkipped, probe: 'Completed', finish: 'Completed' })
    const found = await getClip(moId)
    assert.deepEqual([found.type, found.proxyOnline], ['DOCUMENT', false])
    assert.ok((await readFile(await download(moId, 'RAW'))).equals(text))
  })

  test('a picture has a poster and a proxy that browsers show', async () => {
    const path = join(folder, 'still.jpg')
    await engine.makePoster({ input: join(folder, 'clip.mp4'), output: path, frame: 7, maxWidth: 320 })
    const { moId, workflowId } = await upload(await readFile(path), 'still.jpg')
    const report = await waitFor(workflowId)
    assert.deepEqual(statusOf(report), {
      ...allSkipped,
      probe: 'Completed',
      poster: 'Completed',
      proxy: 'Completed',
      finish: 'Completed',
    })
    const found = await getClip(moId)
    assert.deepEqual([found.type, found.proxyOnline], ['IMAGE', true])
    const proxy = await engine.probe(await download(moId, 'PROXY'))
    assert.deepEqual([proxy.mimeType, proxy.video?.width, proxy.video?.height], ['image/jpeg', 320, 180])
  })

  test('sound has a proxy to listen to, no poster, and frames at 25 in a second', async () => {
    const { moId, workflowId } = await upload(makeTone(1.5), 'tone.wav')
    const report = await waitFor(workflowId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    assert.deepEqual(statusOf(report), {
      ...allSkipped,
      probe: 'Completed',
      proxy: 'Completed',
      waveform: 'Completed',
      finish: 'Completed',
    })
    const found = await getClip(moId)
    assert.deepEqual([found.type, found.durationSeconds, found.proxyOnline], ['AUDIO', 1.5, true])
    assert.equal((await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })).end, 38)
    assert.equal((await engine.probe(await download(moId, 'PROXY'))).kind, 'AUDIO')
  })

  test('a damaged film ends in Error and says why; the clip stays and can be ingested again', async () => {
    const damaged = Buffer.from(clip)
    damaged.fill(0xff, 64)
    const { moId, workflowId } = await upload(damaged, 'damaged.mp4')
    const report = await waitFor(workflowId)
    assert.equal(report.status, 'Error')
    assert.equal(report.errorReports[0]?.name, 'probe')
    assert.equal(report.errorReports[0]?.error?.code, 'NOT_MEDIA')
    assert.ok((report.errorReports[0]?.error?.message.length ?? 0) > 10)
    assert.equal((await getClip(moId)).type, 'PENDING')
    const again = await kit.admin.ingest.startIngest({ prId, moId, body: { redo: true } })
    assert.equal((await waitFor(again.id)).status, 'Error')
  })

  test('a film that was cut short keeps the frames that can be decoded, and is flagged', async () => {
    // The index of this file stands before its pictures, so a cut leaves a readable beginning.
    const whole = join(folder, 'whole.mp4')
    await engine.makeProxy({ input: join(folder, 'clip.mp4'), output: whole, maxHeight: 180 })
    const bytes = await readFile(whole)
    const { moId, workflowId } = await upload(bytes.subarray(0, Math.floor(bytes.length * 0.7)), 'cut.mp4')
    const report = await waitFor(workflowId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    const annotation = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
    const proxy = await engine.probe(await download(moId, 'PROXY'))
    assert.ok(proxy.frameCount !== undefined && proxy.frameCount > 0 && proxy.frameCount < 50)
    assert.equal(annotation.end, proxy.frameCount)
    const description = annotation.structuredDescription as Record<string, unknown>
    assert.deepEqual([description.truncated, description.frames], [true, proxy.frameCount])
  })

  test('`enableProxy` and `enableHDProxy` of the request go before the setting of the production', async () => {
    const without = await upload(clip, 'without.mp4', kit.admin, { enableProxy: false })
    assert.equal(statusOf(await waitFor(without.workflowId)).proxy, 'Skipped')
    const high = await upload(clip, 'high.mp4', kit.admin, { enableProxy: false, enableHDProxy: true })
    assert.equal(statusOf(await waitFor(high.workflowId)).proxy, 'Completed')
    const { items } = await kit.admin.media.listInstances({ prId, id: high.moId })
    assert.equal(items.find(instance => instance.type === 'PROXY')?.profile, 'HD')
  })

  test('the setting `ingest` of the production says what is made', async () => {
    const nothing = { proxy: false, poster: false, stitch: false, waveform: false }
    await kit.admin.productions.updateSetting({ prId, key: 'ingest', body: nothing })
    try {
      const { moId, workflowId } = await upload(clip, 'plain.mp4')
      const report = await waitFor(workflowId)
      assert.deepEqual(statusOf(report), { ...allSkipped, probe: 'Completed', finish: 'Completed' })
      assert.equal((await getClip(moId)).type, 'VIDEO')
    } finally {
      await kit.admin.productions.deleteSetting({ prId, key: 'ingest' })
    }
  })
})

test('a share visitor who uploads may follow its own ingest, and no other', async () => {
  const collection = await kit.admin.collections.createCollection({
    prId,
    body: { title: 'Drop box', objectType: 'Notebook' },
  })
  const visit = async (permissions: SharePermission[]) => {
    const share = await kit.admin.sharing.createShare({ prId, id: collection.id, body: { permissions } })
    const { token } = await kit.client(share.token).sharing.loginToShare({ prId, id: share.id, body: {} })
    return kit.client(token)
  }
  const visitor = await visit(['VIEW', 'UPLOAD'])
  const { workflowId } = await upload(Buffer.from('A letter to the editor'), 'letter.txt', visitor)
  const own = { prId, alias: 'workflow', id: workflowId } as const
  const report = (await (await visitor.workflows.followWorkflow(own)).json()) as WorkflowMinWrapper
  assert.equal(report.status, 'Completed')
  await assert.rejects((await visit(['VIEW', 'UPLOAD'])).workflows.followWorkflow(own), { name: 'NotFoundError' })
  await assert.rejects((await visit(['VIEW'])).workflows.followWorkflow(own), { name: 'ForbiddenError' })
  const { workflowId: foreign } = await upload(Buffer.from('Not for visitors'), 'note.txt')
  await assert.rejects(visitor.workflows.followWorkflow({ ...own, id: foreign }), { name: 'NotFoundError' })
  await waitFor(foreign)
})
