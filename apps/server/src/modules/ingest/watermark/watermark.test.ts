import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { createIngestScene, type IngestScene, statusOf } from '../testing/scene.ts'

let scene: IngestScene
let { kit, engine, prId, clip, upload, waitFor, download } = {} as IngestScene
/** One white point: laid over, it is a white rectangle. */
const white = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGP4DwQACfsD/fteaysAAAAASUVORK5CYII=',
  'base64',
)
before(async () => {
  scene = await createIngestScene()
  ;({ kit, engine, prId, clip, upload, waitFor, download } = scene)
})
after(() => scene.stop())

const setWatermark = (watermark: unknown) =>
  kit.admin.productions.updateSetting({ prId, key: 'ingest', body: { watermark } })
const addMark = async (content = white) => {
  const body = { filename: 'mark.png', content: content.toString('base64') }
  return (await kit.admin.files.createFile({ prId, body })).id
}
/** Brightness of the proxy where the mark is to be: a tenth of the way in from the upper left. */
async function readCorner(path: string, frame: number): Promise<number> {
  const { data, width, height } = await engine.decodeFrame(path, frame)
  return data[Math.floor(height / 10) * width + Math.floor(width / 10)]!
}

describe('the watermark of a production', () => {
  // ingest-9
  test('is laid over every proxy: `ingest.watermark = { fileResourceId, position, opacity, size }`', async () => {
    const plain = await upload(clip, 'plain.mp4')
    await waitFor(plain.workflowId)
    const before = await readCorner(await download(plain.moId, 'PROXY'), 10)
    await setWatermark({ fileResourceId: await addMark(), position: 'topLeft', opacity: 1, size: 0.3 })
    const { moId, workflowId } = await upload(clip, 'marked.mp4')
    const report = await waitFor(workflowId)
    assert.equal(statusOf(report).proxy, 'Completed')
    const path = await download(moId, 'PROXY')
    const seen = await readCorner(path, 10)
    assert.ok(seen > 225 && before < 200, `${before}, then ${seen}`)
    assert.equal((await engine.probe(path)).frameCount, 50)
    const original = await readFile(await download(moId, 'RAW'))
    assert.deepEqual(original, clip, 'and never over the original')
  })

  // ingest-9
  test('is laid over the version of a picture that browsers show', async () => {
    await setWatermark({ fileResourceId: await addMark(), position: 'topLeft', opacity: 1, size: 0.3 })
    const { bytes } = await engine.grabFrame({ input: `${scene.folder}/clip.mp4`, frame: 10, maxWidth: 320 })
    const { moId, workflowId } = await upload(bytes, 'picture.jpg')
    await waitFor(workflowId)
    assert.ok((await readCorner(await download(moId, 'PROXY'), 0)) > 225)
  })

  // ingest-9
  test('that cannot be read stops the proxy: nobody gets unmarked what was to be marked', async () => {
    const gone = await addMark()
    await kit.admin.files.deleteFile({ prId, id: gone })
    const noPicture = await addMark(Buffer.from('words'))
    for (const fileResourceId of [gone, noPicture, undefined, 'x']) {
      await setWatermark({ fileResourceId })
      const { moId, workflowId } = await upload(clip, 'unmarked.mp4')
      const report = await waitFor(workflowId)
      assert.equal(statusOf(report).proxy, 'Error')
      assert.ok(['NO_WATERMARK', 'BAD_REQUEST'].includes(report.errorReports?.[0]?.error?.code ?? ''))
      const { items } = await kit.admin.media.listInstances({ prId, id: moId })
      assert.ok(items.every(({ type }) => type !== 'PROXY'))
      const events = await kit.admin.events.listProductionEvents({ prId, query: { type: ['Transcode.failed'] } })
      assert.ok(events.some(({ object }) => object?.id === moId))
    }
  })
})
