/** Films of which one frame is shown for hours: through the whole ingest, in bounded time. */

import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { readFrameCounter } from '@rushes/media-engine'
import { readSampleFilm } from '../../../../test/scene/sample-film.ts'
import { withGap } from './gap.ts'
import { createIngestScene, type IngestScene } from './scene.ts'

const frames = 75
const hours = 4
const rate = 25
let scene: IngestScene
let film: Buffer
before(async () => {
  scene = await createIngestScene()
  film = await readSampleFilm({ seconds: frames / rate, width: 320, height: 180, toneHz: 0 })
})
after(() => scene.stop())

const cases = [
  { what: 'in its middle', frame: 37, isShown: true, shown: frames, seconds: hours * 3600 + (frames - 1) / rate },
  { what: 'at its begin', frame: 0, isShown: true, shown: frames, seconds: hours * 3600 + (frames - 1) / rate },
  { what: 'after which its edit list ends', frame: 37, isShown: false, shown: 38, seconds: 38 / rate },
  { what: 'that is all of what its edit list shows', frame: 0, isShown: false, shown: 1, seconds: 1 / rate },
]
for (const { what, frame, isShown, shown, seconds } of cases) {
  test(`a film with a gap of hours ${what} has its frames, its length and a proxy that plays`, async () => {
    const { kit, engine, prId } = scene
    const began = performance.now()
    const { moId, workflowId } = await scene.upload(withGap(film, { frame, hours, isShown }), 'gap.mp4')
    const report = await scene.waitFor(workflowId)
    assert.equal(report.status, 'Completed', JSON.stringify(report.errorReports))
    // Frames for all of the gap, a third of a million, would take minutes.
    assert.ok(performance.now() - began < 30_000)
    const clip = await scene.getClip(moId)
    assert.equal(clip.type, 'VIDEO')
    assert.ok(Math.abs(clip.durationSeconds! - seconds) < 1 / rate, `${clip.durationSeconds} s`)
    assert.deepEqual([clip.sampleRate?.numerator, clip.sampleRate?.denumerator], [rate, 1])
    const { end } = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
    assert.equal(end, shown)
    const proxy = await scene.download(moId, 'PROXY')
    const probed = await engine.probe(proxy)
    assert.equal(probed.frameCount, shown)
    assert.ok((await stat(proxy)).size < 2 * film.length)
    for (const number of new Set([0, frame, shown - 1])) {
      const { data, width, height } = await engine.decodeFrame(proxy, number)
      assert.equal(readFrameCounter(data, width, height), number)
    }
  })
}
