import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { WorkflowMinWrapper } from '@rushes/contract'
import { readFrameCounter } from '@rushes/media-engine'
import { untilLogIsComplete } from '../../../../test/events/event-log.ts'
import { readEvents } from '../../../platform/events/log.ts'
import { logStart } from '../../../platform/events/position.ts'
import { allSkipped, createIngestScene, type IngestScene, statusOf } from './scene.ts'

let scene: IngestScene
let { kit, engine, prId, folder, clip, upload, waitFor, getClip, download } = {} as IngestScene
before(async () => {
  scene = await createIngestScene()
  ;({ kit, engine, prId, folder, clip, upload, waitFor, getClip, download } = scene)
})
after(() => scene.stop())

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

  // ingest-1
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

  // ingest-2
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
    const query = { fq: ['hasScreenshot:true'] }
    assert.equal((await kit.admin.annotations.searchMediaObjects({ prId, query })).numFound, 1)
  })

  // annotations-36
  test('gives lists of clips what the file is', async () => {
    const query = { q: `mediaObjectId:${moId}`, fl: ['mediaObject*'] }
    const { results } = await kit.admin.annotations.searchMediaObjects({ prId, query })
    const { mediaObjectLoudness: loudness, ...facts } = results[0] ?? {}
    assert.match(String(loudness), /^[0-9a-f]{100}$/)
    assert.deepEqual(facts, {
      mediaObjectId: moId,
      mediaObjectName: 'My clip.mp4',
      mediaObjectType: 'VIDEO',
      mediaObjectResolution: '320x180',
      mediaObjectFrameRate: 25,
      mediaObjectSize: clip.length,
      mediaObjectTimecodeFrames: 900_000,
      mediaObjectSampleRate: { numerator: 25, denumerator: 1, drop_frame: false },
      mediaObjectDurationSeconds: 2,
      mediaObjectCodec: 'h264',
      mediaObjectChannels: 2,
      mediaObjectSamplingFrequency: 48_000,
    })
    const found = await kit.admin.annotations.searchMediaObjects({
      prId,
      query: {
        fq: ['mediaObjectResolution:320x180', 'mediaObjectSize:[1 TO *]'],
        sort: 'mediaObjectTimecodeFrames asc',
      },
    })
    assert.equal(found.numFound, 1)
  })

  // ingest-6
  test('makes a proxy with the same frames and timecode, and a poster', async () => {
    const proxy = await engine.probe(await download(moId, 'PROXY'))
    assert.equal(proxy.frameCount, 50)
    assert.equal(proxy.startTimecode?.text, '10:00:00:00')
    const poster = await engine.probe(await download(moId, 'THUMB'))
    assert.deepEqual([poster.kind, poster.mimeType, poster.video?.width], ['IMAGE', 'image/jpeg', 320])
    const original = await readFile(await download(moId, 'RAW'))
    assert.ok(original.equals(clip), 'the original is untouched')
  })

  // ingest-6
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

  // ingest-12
  test('answers the index of the sprite: every picture with its time and its place', async () => {
    const response = await kit.admin.ingest.getSpriteIndex({ prId, id: moId })
    assert.match(response.headers.get('content-type') ?? '', /^text\/vtt/)
    const [head, ...cues] = (await response.text()).trimEnd().split('\n\n')
    assert.equal(head, 'WEBVTT')
    assert.deepEqual(
      cues.map(cue => cue.split('\n')[0]),
      [
        '00:00:00.000 --> 00:00:00.480',
        '00:00:00.480 --> 00:00:00.960',
        '00:00:00.960 --> 00:00:01.440',
        '00:00:01.440 --> 00:00:01.920',
        '00:00:01.920 --> 00:00:02.000',
      ],
    )
    const [address = '', place] = cues[2]?.split('\n')[1]?.split('#xywh=') ?? []
    const [x, y, width, height] = place?.split(',').map(Number) ?? []
    const picture = await fetch(address)
    assert.equal(picture.headers.get('content-type'), 'image/jpeg')
    const path = join(folder, 'sprite.jpg')
    await writeFile(path, new Uint8Array(await picture.arrayBuffer()))
    const sprite = await engine.decodeFrame(path, 0)
    assert.deepEqual([x, y], [2 * (width ?? 0), 0])
    assert.deepEqual([sprite.width, sprite.height], [5 * (width ?? 0), height])
    await assert.rejects(kit.admin.ingest.getSpriteIndex({ prId, id: 1 }), { name: 'NotFoundError' })
  })

  // ingest-10
  test('creates a new poster when another key frame is chosen, also instead of a given picture', async () => {
    const readPoster = async () => {
      const { data, width, height } = await engine.decodeFrame(await download(moId, 'THUMB'), 0)
      return readFrameCounter(data, width, height)
    }
    const choose = async (keyFrame: number) => {
      const body = [{ op: 'add' as const, path: '/keyFrame', value: keyFrame }]
      await kit.admin.media.patchMediaObject({ prId, id: moId, body })
      const { items } = await kit.admin.workflows.listWorkflows({ prId, query: { fq: ['label:Poster'] } })
      for (const { id } of items) assert.equal((await waitFor(id)).status, 'Completed')
    }
    await choose(31)
    assert.equal(await readPoster(), 31)
    assert.equal((await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })).keyframeFrames, 31)
    const screenshot = [...(await readFile(await download(moId, 'THUMB')))]
    await kit.admin.media.updateScreenshot({ prId, id: moId, body: { screenshot } })
    await choose(44)
    const { items } = await kit.admin.media.listInstances({ prId, id: moId })
    assert.equal(items.filter(instance => instance.type === 'THUMB').length, 1)
    assert.equal(await readPoster(), 44)
  })

  // ingest-11
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

  // media-24, getFrameTimes
  test('says when each picture is shown, to those who may see the clip', async () => {
    const { times, end } = await kit.admin.media.getFrameTimes({ prId, moId })
    assert.deepEqual([times, end], [Array.from({ length: 50 }, (_, frame) => 40 * frame), 2000])
    const address = `${kit.url}/production/${prId}/mo/${moId}/frametimes`
    const headers = { authorization: `Bearer ${kit.admin.options.token}` }
    const etag = (await fetch(address, { headers })).headers.get('etag') ?? ''
    assert.equal((await fetch(address, { headers: { ...headers, 'if-none-match': etag } })).status, 304)
    const stranger = await kit.createMember(prId, { rights: ['LOG_EDIT'] })
    await assert.rejects(stranger.api.media.getFrameTimes({ prId, moId }), { name: 'ForbiddenError' })
    await assert.rejects(kit.admin.media.getFrameTimes({ prId, moId: 1 }), { name: 'NotFoundError' })
    const { id } = await kit.admin.collections.createCollection({
      prId,
      body: { title: 'Cut', objectType: 'Notebook' },
    })
    const share = await kit.admin.sharing.createShare({ prId, id, body: { permissions: ['VIEW'] } })
    const { token } = await kit.client(share.token).sharing.loginToShare({ prId, id: share.id, body: {} })
    const see = () => kit.client(token).media.getFrameTimes({ prId, moId })
    await assert.rejects(see(), { name: 'NotFoundError' })
    await kit.admin.collections.attachEntries({ prId, id, body: [{ mediaObjectId: moId }] })
    assert.deepEqual((await see()).times, times)
  })

  // ingest-21
  test('reports Media.probe, Media.instance.proxy.online, Media.ingest', async () => {
    await untilLogIsComplete(kit.service.platform.database)
    const { events } = await readEvents(kit.service.platform.database, logStart, { limit: 10_000, productionId: prId })
    const types = events.filter(event => event.object?.id === moId).map(event => event.type)
    for (const type of ['Media.create', 'Media.probe', 'Media.instance.proxy.online', 'Media.ingest'] as const) {
      assert.equal(types.filter(found => found === type).length, 1, type)
    }
  })

  // ingest-13
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

  // ingest-14
  test('may be redone in one task', async () => {
    const single = await kit.admin.ingest.startIngest({ prId, moId, body: { redoSingleTask: 'poster' } })
    const report = await waitFor(single.id)
    assert.deepEqual(statusOf(report), { ...allSkipped, poster: 'Completed', finish: 'Completed' })
  })

  // ingest-15
  test('finds shots on request, again each time, but leaves those that someone has edited', async () => {
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

  // ingest-16
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
