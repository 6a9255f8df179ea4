import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { createMediaEngine, type DecodedFrame, type Watermark } from '../index.ts'
import { createPng } from '../sample/png.ts'
import { pack } from './sources.ts'

const [width, height] = [320, 180]
const frames = 30
/** A grey film, a white mark. */
const grey = 60
const engine = createMediaEngine()
let folder: string
const at = (name: string) => join(folder, name)
before(async () => {
  // With everything that means something to the filters.
  folder = await mkdtemp(join(tmpdir(), "rushes it's [1],2;3:4=\\x "))
  await engine.encodeClip({
    output: at('grey.mp4'),
    width,
    height,
    rate: RATE_25,
    frameCount: frames,
    drawFrame: (_frame, picture) => picture.fill(grey, 0, width * height).fill(128, width * height),
  })
  await pack(at('grey.mp4'), at('variable.mp4'), { format: 'mp4', stretchFromFrame: 10 })
  await writeFile(at('white.png'), createPng(40, 20, [255, 255, 255, 255]))
})
after(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

const look = { position: 'bottomRight', opacity: 1, size: 0.25 } as const

/** Brightness in the middle of each ninth of the picture, row by row. */
function readNinths({ data, width, height }: DecodedFrame): number[] {
  // Near the edges, where the marks are: a ninth of the way in.
  const places = (length: number) => [1 / 9, 1 / 2, 8 / 9].map(share => Math.floor(length * share))
  return places(height).flatMap(y => places(width).map(x => data[y * width + x]!))
}

describe('watermarks', () => {
  const mark = async (watermark: Partial<Watermark>, source = 'grey.mp4') => {
    const output = at('marked.mp4')
    const whole = { path: at('white.png'), ...look, ...watermark }
    const proxy = await engine.makeProxy({ input: at(source), output, maxHeight: height, watermark: whole })
    return { proxy, output }
  }

  for (const [position, ninth] of [
    ['topLeft', 0],
    ['top', 1],
    ['topRight', 2],
    ['left', 3],
    ['center', 4],
    ['right', 5],
    ['bottomLeft', 6],
    ['bottom', 7],
    ['bottomRight', 8],
  ] as const) {
    test(`${position} is where the mark stands, from the first frame to the last, and nowhere else`, async () => {
      const { proxy, output } = await mark({ position })
      assert.equal(proxy.frameCount, frames)
      for (const frame of [0, frames - 1]) {
        const ninths = readNinths(await engine.decodeFrame(output, frame))
        for (const [place, brightness] of ninths.entries()) {
          if (place === ninth) assert.ok(brightness > 220, `${brightness} at ${place} of frame ${frame}`)
          else assert.ok(brightness < 90, `${brightness} at ${place} of frame ${frame}`)
        }
      }
    })
  }

  test('a picture is marked like a film', async () => {
    await writeFile(at('grey.png'), createPng(width, height, [grey, grey, grey, 255]))
    const output = at('marked.jpg')
    const watermark = { path: at('white.png'), ...look, position: 'topRight' } as const
    const request = { input: at('grey.png'), output, frame: 0, maxWidth: width, watermark }
    assert.deepEqual(await engine.makePoster(request), { width, height })
    const ninths = readNinths(await engine.decodeFrame(output, 0))
    assert.ok(ninths[2]! > 220)
    assert.ok(
      ninths.every((brightness, place) => place === 2 || brightness < 90),
      ninths.join(),
    )
  })

  test('the mark is as much seen as it is opaque', async () => {
    const read = async (opacity: number) => {
      const { output } = await mark({ position: 'center', opacity })
      return readNinths(await engine.decodeFrame(output, 5))[4]!
    }
    const [faint, strong] = [await read(0.2), await read(0.8)]
    assert.ok(faint > 70 && faint < 120, String(faint))
    assert.ok(strong > 170 && strong < 225, String(strong))
  })

  test('the mark has its colours in films of every matrix', async () => {
    await writeFile(at('red.png'), createPng(40, 20, [200, 60, 60, 255]))
    const drawFrame = (_frame: number, picture: Buffer) => void picture.fill(128)
    const hd = { output: at('hd.mp4'), width: 1280, height: 720, rate: RATE_25, frameCount: 2 }
    await engine.encodeClip({ ...hd, drawFrame })
    // the luma of this red in BT.709 and in BT.601, which a film without tags has by its height
    for (const [source, luma] of [
      ['hd.mp4', 93],
      ['grey.mp4', 103],
    ] as const) {
      const { output } = await mark({ path: at('red.png'), position: 'center' }, source)
      const shown = readNinths(await engine.decodeFrame(output, 0))[4]!
      assert.ok(Math.abs(shown - luma) <= 3, `${shown} in ${source}`)
    }
  })

  test('frames keep their number and their times, also where the rate varies', async () => {
    const { proxy } = await mark({}, 'variable.mp4')
    const plain = await engine.makeProxy({ input: at('variable.mp4'), output: at('plain.mp4'), maxHeight: height })
    assert.equal(proxy.frameCount, frames)
    assert.deepEqual(proxy.report.duration, plain.report.duration)
    assert.equal(proxy.report.variableFrameRate, true)
  })

  test('a high mark is no higher than the picture', async () => {
    await writeFile(at('high.png'), createPng(10, 400, [255, 255, 255, 255]))
    const { output } = await mark({ path: at('high.png'), position: 'left', size: 1 })
    assert.ok(readNinths(await engine.decodeFrame(output, 0))[5]! < 90)
  })

  test('what is no picture is refused, whatever its name', async () => {
    await writeFile(at('list.png'), '#EXTM3U\n#EXT-X-ENDLIST\n')
    await writeFile(at('text.png'), 'words')
    for (const path of [at('list.png'), at('text.png'), at('grey.mp4')]) {
      await assert.rejects(mark({ path }), ({ code }) => ['REFUSED', 'NOT_MEDIA', 'BAD_REQUEST'].includes(code))
    }
  })
})
