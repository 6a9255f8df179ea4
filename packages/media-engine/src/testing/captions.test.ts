import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { RATE_29_97 } from '@rushes/timebase'
import { createMediaEngine } from '../engine.ts'
import { findInSight } from '../plan/captions.ts'
import { pack } from './sources.ts'

test('captions come out of the frames that carry them', async t => {
  const engine = createMediaEngine()
  t.after(() => engine.close())
  const folder = await mkdtemp(join(tmpdir(), 'media-engine-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const captions = new Map(
    Array.from({ length: 40 }, (_, frame) => [frame, Uint8Array.of(0xfc, 0x94, frame, 0xff, 2, frame, 0xfa, 0, 0)]),
  )
  const clip = { output: join(folder, 'clip.mp4'), width: 64, height: 48, rate: RATE_29_97, frameCount: 60 }
  await engine.encodeClip({ ...clip, captions, drawFrame: (n, picture) => picture.fill(4 * n) })
  for (const input of [clip.output, await pack(clip.output, join(folder, 'clip.ts'), { format: 'mpegts' })]) {
    const { frames, triplets } = await engine.findCaptions({ input })
    // Two constructs of each frame; the third is padding.
    assert.deepEqual(
      [...frames],
      Array.from({ length: 80 }, (_, index) => index >> 1),
    )
    assert.deepEqual(
      [...triplets],
      Array.from({ length: 40 }, (_, frame) => [0xfc, 0x94, frame, 0xff, 2, frame]).flat(),
    )
  }
})

test('captions of a track of their own are for the picture in sight', () => {
  const times = [0, 0.033, 0.067, 0.8, 0.833]
  const found = [-1, 0, 0.0325, 0.066, 0.4, 0.79, 0.7985, 0.82, 9].map(seconds => findInSight(times, seconds))
  assert.deepEqual(found, [0, 0, 1, 2, 2, 2, 3, 3, 4])
})
