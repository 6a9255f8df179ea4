import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readFrameCounter } from '@rushes/media-engine'
import { readSampleFilm } from '../../../../test/scene/sample-film.ts'
import { allSkipped, createIngestScene, type IngestScene, statusOf } from './scene.ts'

let scene: IngestScene
let { kit, engine, prId, clip, upload, waitFor, getClip, download } = {} as IngestScene
before(async () => {
  scene = await createIngestScene()
  ;({ kit, engine, prId, clip, upload, waitFor, getClip, download } = scene)
})
after(() => scene.stop())

/** Bytes that look random and are the same on every machine. */
function createNoise(length: number): Buffer {
  let state = 1
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return (state >> 16) & 255
    }),
  )
}

describe('the ingest of a damaged film', () => {
  // ingest-17
  test('shows what can be decoded under its own frame numbers, and says that it is damaged', async () => {
    const bytes = await readSampleFilm({ seconds: 4, width: 320, height: 180 })
    createNoise(6000).copy(bytes, Math.floor((bytes.indexOf('mdat') + bytes.length) / 2))
    const { moId, workflowId } = await upload(bytes, 'damaged.mp4')
    const report = await waitFor(workflowId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    const proxy = await download(moId, 'PROXY')
    assert.equal((await engine.probe(proxy)).frameCount, 100)
    for (const frame of [0, 10, 99]) {
      const { data, width, height } = await engine.decodeFrame(proxy, frame)
      assert.equal(readFrameCounter(data, width, height), frame)
    }
    const annotation = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
    assert.equal(annotation.end, 100)
    const description = annotation.structuredDescription as {
      damaged?: boolean
      damagedFrames?: number
      loudness?: string
    }
    assert.equal(description.damaged, true)
    // The sound is measured beside the proxy, or before it.
    assert.match(description.loudness ?? '', /^[\da-f]{120}$/)
    const [warning] = report.taskReports.find(({ name }) => name === 'proxy')?.report?.warnings as object[]
    assert.deepEqual(warning, {
      type: 'DAMAGED',
      message: `The original is damaged: ${description.damagedFrames} of its frames could not be decoded`,
      count: description.damagedFrames,
    })
    for (const task of ['probe', 'proxy'] as const) {
      const { id } = await kit.admin.ingest.startIngest({ prId, moId, body: { redoSingleTask: task } })
      assert.equal((await waitFor(id)).status, 'Completed')
      const redone = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
      const { end, structuredDescription } = redone
      assert.deepEqual({ end, structuredDescription }, { end: 100, structuredDescription: description }, task)
    }
  })

  // ingest-17
  test('whose time scale is 0 ends in Error with a clear reason', async () => {
    const bytes = Buffer.from(clip)
    for (let box = bytes.indexOf('mdhd'); box >= 0; box = bytes.indexOf('mdhd', box + 4))
      bytes.writeUInt32BE(0, box + 16)
    const report = await waitFor((await upload(bytes, 'timescale0.mp4')).workflowId)
    assert.equal(report.status, 'Error')
    assert.equal(report.errorReports[0]?.error?.code, 'NOT_MEDIA')
    assert.match(report.errorReports[0]?.error?.message ?? '', /frame.* in .* seconds/)
  })
})

describe('a file that is named as a video and is none', () => {
  for (const [name, bytes] of [
    ['zeros.mp4', Buffer.alloc(50_000)],
    ['random.mp4', createNoise(50_000)],
    ['text.mp4', Buffer.from('Scene 1. Interior. Night.\n'.repeat(100))],
  ] as const) {
    // ingest-4
    test(`${name} is stored as a document, with a warning`, async () => {
      const { moId, workflowId } = await upload(bytes, name)
      const report = await waitFor(workflowId)
      assert.deepEqual(statusOf(report), { ...allSkipped, probe: 'Completed', finish: 'Completed' })
      assert.equal((await getClip(moId)).type, 'DOCUMENT')
      const [warning] = report.taskReports.find(task => task.name === 'probe')?.report?.warnings as {
        message: string
      }[]
      assert.match(warning?.message ?? '', /is named as a video but could not be read as one/)
    })
  }
})
