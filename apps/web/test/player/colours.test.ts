import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createMediaEngine } from '@rushes/media-engine'
import { RATE_25 } from '@rushes/timebase'
import type { Browser } from 'playwright-core'
import { pack } from '../../../../packages/media-engine/src/testing/sources.ts'
import { browserIsMissing, openBrowser } from '../browser.ts'

const skip = browserIsMissing
const saturated = fileURLToPath(new URL('../../../../../shared/conformance/field/colour-hd709.mp4', import.meta.url))
const engine = createMediaEngine()
let folder: string
let browser: Browser
before(async () => {
  if (skip) return
  folder = await mkdtemp(join(tmpdir(), 'colours-'))
  browser = await openBrowser()
})
after(async () => {
  await engine.close()
  if (skip) return
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

/** Luma and chroma of four patches side by side, of less colour than Chromium computes wrongly without a GPU. */
const patches = [
  [60, 123, 122],
  [130, 128, 128],
  [200, 123, 134],
  [90, 126, 146],
] as const

function paint(picture: Buffer, width: number, height: number): void {
  const paintPlane = (start: number, columns: number, rows: number, part: 0 | 1 | 2) => {
    for (let row = 0; row < rows; row += 1) {
      for (const [place, patch] of patches.entries()) {
        const left = start + row * columns + (place * columns) / patches.length
        picture.fill(patch[part], left, left + columns / patches.length)
      }
    }
  }
  paintPlane(0, width, height, 0)
  paintPlane(width * height, width / 2, height / 2, 1)
  paintPlane(width * height * 1.25, width / 2, height / 2, 2)
}

/** Colours of the patches as the page shows a film or a picture; runs in the page. */
async function readPatches([address, count]: readonly [string, number]): Promise<number[]> {
  const isPicture = address.endsWith('.jpg')
  const element = isPicture ? new Image() : document.createElement('video')
  const shown = new Promise<unknown>((resolve, reject) => {
    element.onerror = () => reject(new Error(`${address} is not shown`))
    if (element instanceof HTMLVideoElement) {
      element.muted = true
      element.requestVideoFrameCallback(resolve)
    } else element.onload = resolve
  })
  element.src = address
  document.body.replaceChildren(element)
  await shown
  const [width, height] =
    element instanceof HTMLVideoElement
      ? [element.videoWidth, element.videoHeight]
      : [element.naturalWidth, element.naturalHeight]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  context?.drawImage(element, 0, 0)
  return Array.from({ length: count }, (_, place) => {
    const { data } = context!.getImageData(Math.floor(((place + 0.5) * width) / count), height >> 1, 1, 1)
    return [data[0]!, data[1]!, data[2]!]
  }).flat()
}

const bt709 = { colorspace: 'bt709', color_primaries: 'bt709', color_trc: 'bt709' }
const bt601 = { colorspace: 'smpte170m', color_primaries: 'smpte170m', color_trc: 'smpte170m' }
const bt2020 = { colorspace: 'bt2020nc', color_primaries: 'bt2020' }
/** What a film says of the display that it was graded on, and of its brightest picture, in candelas. */
const display = (nits: number, average: number) =>
  `mastering-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(${nits}0000,50):cll=${nits},${average}`
const full = { color_range: 'pc' }
const [hd, sd] = [
  [1280, 720],
  [480, 272],
] as const

async function openPage() {
  const page = await browser.newPage()
  await page.route('http://films.test/**', route => {
    const { pathname } = new URL(route.request().url())
    return pathname === '/'
      ? route.fulfill({ contentType: 'text/html', body: '<body></body>' })
      : route.fulfill({ path: join(folder, basename(pathname)) })
  })
  await page.goto('http://films.test/')
  return page
}

test('proxies, posters and sprites have the colours that the browser shows of the original', { skip }, async () => {
  const page = await openPage()
  const wrong: string[] = []
  const compare = async (original: string, at: (file: string) => string) => {
    await engine.makeProxy({ input: original, output: at('.proxy.mp4'), maxHeight: 540 })
    await engine.makePoster({ input: original, output: at('.jpg'), frame: 0, maxWidth: 320 })
    await engine.makeSprite({ input: at('.proxy.mp4'), output: at('.sprite.jpg') })
    const read = (path: string) =>
      page.evaluate(readPatches, [`http://films.test/${basename(path)}`, patches.length] as const)
    const expected = await read(original)
    for (const made of ['.proxy.mp4', '.jpg', '.sprite.jpg']) {
      const shown = await read(at(made))
      const distance = Math.max(...shown.map((value, place) => Math.abs(value - expected[place]!)))
      if (distance > 3) wrong.push(`${basename(at(made))}: ${shown} instead of ${expected}`)
    }
  }
  for (const [width, height] of [hd, sd]) {
    const drawFrame = (_frame: number, picture: Buffer) => paint(picture, width, height)
    const plain = join(folder, `${height}.mp4`)
    await engine.encodeClip({ output: plain, width, height, rate: RATE_25, frameCount: 2, drawFrame })
    for (const [name, tags] of [
      ['none', undefined],
      ['matrix', { colorspace: height === 720 ? 'smpte170m' : 'bt709' }],
      ['all', height === 720 ? bt709 : bt601],
      ['other', height === 720 ? { ...bt709, colorspace: 'smpte170m' } : bt709],
      ['full-none', full],
      ['full-all', { ...full, ...(height === 720 ? bt709 : bt601) }],
      ...(height === 720
        ? ([
            ['bt2020', { ...bt2020, color_trc: 'bt2020-10' }],
            ['pq', { ...bt2020, color_trc: 'smpte2084' }],
            ['pq-dark', { ...bt2020, color_trc: 'smpte2084', 'x264-params': display(200, 100) }],
            ['pq-bright', { ...bt2020, color_trc: 'smpte2084', 'x264-params': display(4000, 1000) }],
            ['hlg', { ...bt2020, color_trc: 'arib-std-b67' }],
          ] as const)
        : ([
            ['full-matrix', { ...full, colorspace: 'bt709' }],
            ['pal', { colorspace: 'bt470bg', color_primaries: 'bt470bg', color_trc: 'bt470bg' }],
          ] as const)),
    ] as const) {
      const at = (file: string) => join(folder, `${height}-${name}${file}`)
      const lanes = [{ of: 'video', codec: 'libx264', options: { preset: 'ultrafast', crf: '4', ...tags } }] as const
      const original = tags ? await pack(plain, at('.mp4'), { format: 'mp4', lanes }) : plain
      await compare(original, at)
    }
  }
  assert.deepEqual(wrong, [])
})

test('saturated colours are those of the original in the proxy, and true in the poster', {
  skip: skip || !existsSync(saturated),
}, async () => {
  const page = await openPage()
  const at = (file: string) => join(folder, `saturated${file}`)
  await copyFile(saturated, at('.mp4'))
  await engine.makeProxy({ input: at('.mp4'), output: at('.proxy.mp4'), maxHeight: 540 })
  await engine.makePoster({ input: at('.mp4'), output: at('.jpg'), frame: 0, maxWidth: 320 })
  const read = (file: string) => page.evaluate(readPatches, [`http://films.test/saturated${file}`, 4] as const)
  const toDistance = (shown: number[], wanted: number[]) =>
    Math.max(...shown.map((value, place) => Math.abs(value - wanted[place]!)))
  assert.ok(toDistance(await read('.proxy.mp4'), await read('.mp4')) <= 3)
  // of films Chromium without a GPU computes blue wrongly
  assert.ok(toDistance(await read('.jpg'), [0, 180, 0, 200, 0, 0, 0, 0, 200, 128, 128, 128]) <= 3)
})
