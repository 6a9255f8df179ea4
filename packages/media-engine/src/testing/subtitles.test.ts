import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { RATE_29_97 } from '@rushes/timebase'
import { createMediaEngine } from '../engine.ts'
import { MediaError } from '../errors.ts'

const script = `[Script Info]
ScriptType: v4.00+
PlayResX: 320
PlayResY: 180

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BorderStyle, Outline, Alignment, MarginV
Style: Default,Arial,40,&H00FFFFFF,&H00000000,1,2,2,10

[Events]
Format: Start, End, Style, Text
Dialogue: 0:00:00.33,0:00:00.66,Default,HELLO
`
const [width, height, grey] = [320, 180, 100]

test('subtitles are drawn while they are shown, where they are', async t => {
  const engine = createMediaEngine()
  t.after(() => engine.close())
  // With everything that means something to the filters.
  const folder = await mkdtemp(join(tmpdir(), "rushes it's [1],2;3:4=\\x "))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const at = (file: string) => join(folder, file)
  await engine.encodeClip({
    ...{ output: at('grey.mp4'), width, height, rate: RATE_29_97, frameCount: 30 },
    drawFrame: (_frame, picture) => picture.fill(grey, 0, width * height).fill(128, width * height),
  })
  await writeFile(at('subtitles.ass'), script)
  const request = { input: at('grey.mp4'), output: at('burned.mp4'), maxHeight: height }
  const { frameCount } = await engine.makeProxy({
    ...request,
    subtitles: { path: at('subtitles.ass'), shownAtMs: 400 },
  })
  assert.equal(frameCount, 30)
  for (const [frame, isShown] of [
    [9, false],
    [10, true],
    [19, true],
    [20, false],
  ] as const) {
    const { data } = await engine.decodeFrame(at('burned.mp4'), frame)
    const rows = Array.from({ length: height }, (_, y) => data.subarray(y * width, (y + 1) * width))
    const changed = rows.flatMap((row, y) => (row.some(value => Math.abs(value - grey) > 40) ? [y] : []))
    assert.equal(changed.length > 20, isShown, `frame ${frame}: ${changed.length} rows`)
    assert.ok(
      changed.every(y => y > height / 2),
      'only in the lower half',
    )
  }
  await assert.rejects(
    engine.makeProxy({ ...request, subtitles: { path: at('subtitles.ass'), shownAtMs: 900 } }),
    (error: unknown) => error instanceof MediaError && error.code === 'UNSUPPORTED',
  )
})
