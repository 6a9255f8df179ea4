import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { RATE_25, RATE_29_97 } from '@rushes/timebase'
import { createMediaEngine } from '../engine.ts'
import { MediaError } from '../errors.ts'
import { readFrameCounter } from '../sample/frame-counter.ts'
import { makeSampleClip } from '../sample/sample-clip.ts'

/** As large as a picture of a sprite may be, so that none is scaled. */
const SIZE = { width: 160, height: 96 }

describe('what is made from a proxy', () => {
  const engine = createMediaEngine()
  let folder: string
  const at = (file: string): string => join(folder, file)
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-engine-'))
  })
  after(async () => {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('each picture of a sprite shows the frame that its place says', async () => {
    const source = at('source.mp4')
    await makeSampleClip(engine, source, { ...SIZE, seconds: 6, rate: RATE_29_97, startTimecode: '00:59:58;00' })
    const { report } = await engine.makeProxy({ input: source, output: at('proxy.mp4'), maxHeight: 540 })
    const layout = await engine.makeSprite({ input: at('proxy.mp4'), output: at('sprite.jpg'), report })
    assert.deepEqual(layout, { tile: SIZE, columns: 10, rows: 2, count: 15, everyFrames: 12 })
    const { data, width, height } = await engine.decodeFrame(at('sprite.jpg'), 0)
    assert.deepEqual([width, height], [1600, 192])
    for (let place = 0; place < layout.count; place += 1) {
      const [left, top] = [(place % layout.columns) * SIZE.width, Math.floor(place / layout.columns) * SIZE.height]
      const tile = Buffer.alloc(SIZE.width * SIZE.height)
      for (let row = 0; row < SIZE.height; row += 1) {
        const start = (top + row) * width + left
        data.copy(tile, row * SIZE.width, start, start + SIZE.width)
      }
      assert.equal(readFrameCounter(tile, SIZE.width, SIZE.height), place * layout.everyFrames)
    }
  })

  test('shots begin at the very frames of the cuts, and span the film without gaps', async () => {
    const luma = [30, 220, 90, 160]
    const cuts = [0, 30, 61, 92]
    const output = at('cuts.mp4')
    await engine.encodeClip({
      ...{ output, width: 320, height: 180, rate: RATE_25, frameCount: 120 },
      drawFrame(frame, picture) {
        const scene = cuts.findLastIndex(cut => cut <= frame)
        // A flash of two frames is no cut.
        picture.fill(frame === 40 || frame === 41 ? 235 : luma[scene]!, 0, 320 * 180)
        picture.fill(100 + 20 * scene, 320 * 180)
      },
    })
    let share = 0
    const shots = await engine.findShots({ input: output, onProgress: value => (share = value) })
    assert.deepEqual(shots, [
      { start: 0, end: 30 },
      { start: 30, end: 61 },
      { start: 61, end: 92 },
      { start: 92, end: 120 },
    ])
    assert.ok(share >= 0 && share <= 1)
    const none = await engine.findShots({ input: output, threshold: 255 })
    assert.deepEqual(none, [{ start: 0, end: 120 }])
  })

  test('sound is written as samples of one channel, the first of them heard with frame 0', async () => {
    const source = at('heard.mp4')
    await makeSampleClip(engine, source, { ...SIZE, seconds: 3, toneHz: 500 })
    const request = { input: source, output: at('sound.pcm'), samplingFrequency: 16_000 }
    const { sampleCount } = await engine.extractSound(request)
    const pcm = await readFile(request.output)
    assert.equal(pcm.length, 2 * sampleCount)
    assert.ok(Math.abs(sampleCount - 48_000) < 1_600, `${sampleCount} samples`)
    // A tone of 500 Hz goes up through zero 500 times a second.
    const samples = new Int16Array(pcm.buffer, pcm.byteOffset, sampleCount).subarray(16_000, 32_000)
    const rises = samples.filter((sample, place) => place > 0 && samples[place - 1]! < 0 && sample >= 0).length
    assert.ok(Math.abs(rises - 500) <= 1, `${rises} rises`)
    assert.ok(Math.max(...samples) > 2_000)
    await makeSampleClip(engine, at('mute.mp4'), { ...SIZE, seconds: 1, toneHz: 0 })
    const refused = [
      { ...request, input: at('mute.mp4') },
      { ...request, samplingFrequency: 100 },
    ]
    for (const [index, code] of (['NO_STREAM', 'BAD_REQUEST'] as const).entries()) {
      await assert.rejects(
        engine.extractSound(refused[index]!),
        error => error instanceof MediaError && error.code === code,
      )
    }
  })

  test('looking for shots can be stopped', async () => {
    const stop = new AbortController()
    const looking = engine.findShots({ input: at('source.mp4'), signal: stop.signal })
    stop.abort()
    await assert.rejects(looking, error => error instanceof MediaError && error.code === 'ABORTED')
  })
})
