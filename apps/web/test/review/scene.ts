/** What the tests of the review pages stand on: a service, a browser, and films whose pictures show their frame numbers. */

import assert from 'node:assert/strict'
import { createClip, uploadFile, waitForWorkflow } from '@rushes/client'
import { readFrameCounter } from '@rushes/media-engine'
import type { SampleRate } from '@rushes/timebase'
import type { Browser, Page } from 'playwright-core'
import { readSampleFilm } from '../../../server/test/scene/sample-film.ts'
import { startTestService, type TestService } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import { openBrowser } from '../browser.ts'

interface FileOptions {
  readonly prId?: number
  readonly attachToEoId?: number | undefined
}

interface FilmOptions extends FileOptions {
  readonly seconds?: number
  readonly startTimecode?: string
  readonly width?: number
  readonly height?: number
}

export interface ReviewScene {
  readonly kit: TestService
  readonly browser: Browser
  readonly prId: number
  /** A film of this rate, ingested; the id of its clip. */
  addFilm(name: string, rate: SampleRate, options?: FilmOptions): Promise<number>
  /** A film as a file. */
  makeFilm(rate: SampleRate, options?: FilmOptions): Promise<Buffer>
  /** Uploads a file; what is done with it is not awaited. */
  addFile(fileName: string, content: Buffer, options?: FileOptions): Promise<{ moId: number; workflowId: string }>
  stop(): Promise<void>
}

/** Starts a service; environment variables may be added. */
export async function createReviewScene(environment: Record<string, string> = {}): Promise<ReviewScene> {
  const kit = await startTestService(environment)
  const browser = await openBrowser()
  const { id: prId } = await kit.createProduction('The Long Night')
  const scene: ReviewScene = {
    kit,
    browser,
    prId,
    makeFilm: (rate, { seconds = 4, startTimecode = '10:00:00:00', width = 320, height = 180 } = {}) =>
      readSampleFilm({ seconds, rate, startTimecode, width, height }),
    async addFile(fileName, content, { prId: given = prId, attachToEoId } = {}) {
      const name = fileName.replace(/\.\w+$/, '')
      const request = { name, fileName, size: content.length, ...(attachToEoId ? { attachToEoId } : {}) }
      const { mediaObjectId, workflowId } = await createClip(kit.admin, given, request)
      assert.ok(mediaObjectId && workflowId)
      const source = new Blob([new Uint8Array(content)])
      await uploadFile(kit.admin, { prId: given, fileName, source, mediaObjectId })
      return { moId: mediaObjectId, workflowId }
    },
    async addFilm(name, rate, options = {}) {
      const film = await scene.makeFilm(rate, options)
      const { moId, workflowId } = await scene.addFile(`${name}.mp4`, film, options)
      await waitForWorkflow(kit.admin, { prId: options.prId ?? prId, id: workflowId })
      return moId
    },
    async stop() {
      await browser.close()
      await kit.stop()
    },
  }
  return scene
}

/** The number that the picture on the screen shows; of several films that of the one at this place. */
export function readShownFrame(page: Page, place = 0): Promise<number | undefined> {
  return readFrameOf(page, 'video', place)
}

/** The number that a film or a canvas shows, once it shows any picture. */
export async function readFrameOf(page: Page, selector: string, place = 0): Promise<number | undefined> {
  await page.waitForFunction(
    ([wanted, index]) => {
      const element = document.querySelectorAll<HTMLVideoElement | HTMLCanvasElement>(wanted)[index]
      return !(element instanceof HTMLVideoElement) || element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
    },
    [selector, place] as const,
  )
  return toFrameNumber(await page.evaluate(readPicture, [selector, place] as const))
}

/** The green parts of a film or a canvas of a page, row by row; runs in the page. */
export function readPicture([selector, place]: readonly [selector: string, place: number]) {
  const element = document.querySelectorAll<HTMLVideoElement | HTMLCanvasElement>(selector)[place]
  if (!element) throw new Error(`there is no ${selector}`)
  const isFilm = element instanceof HTMLVideoElement
  const canvas = document.createElement('canvas')
  canvas.width = isFilm ? element.videoWidth : element.width
  canvas.height = isFilm ? element.videoHeight : element.height
  const context = canvas.getContext('2d')
  context?.drawImage(element, 0, 0)
  const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() }
  // As text: a list of so many numbers takes seconds on its way.
  let green = ''
  for (let pixel = 0; pixel * 4 < data.length; pixel++) green += String.fromCharCode(data[pixel * 4 + 1] ?? 0)
  return { green: btoa(green), width: canvas.width, height: canvas.height }
}

/** The number that such a picture shows. */
export function toFrameNumber({ green, width, height }: ReturnType<typeof readPicture>): number | undefined {
  return readFrameCounter(Buffer.from(green, 'base64'), width, height)
}

/** The number of the frame that the page says it shows, once it says this one. */
export async function waitForFrame(page: Page, frame: number): Promise<void> {
  await page.locator('.player-frame', { hasText: new RegExp(`\\b${frame}$`) }).waitFor()
}

/** The frame that the page names, at once. */
async function readNamedFrame(page: Page): Promise<number> {
  return Number(/\d+$/.exec((await page.locator('.player-frame').textContent()) ?? '')?.[0])
}

/**
 * The frame of a film that was stopped, once it is both named and shown: a browser that is busy paints the last picture
 * before it tells the page of it.
 */
export async function readStandingFrame(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  const isSeeking = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.seeking)
  await until('the picture shows the frame that the page names', async () => {
    return !(await isSeeking()) && (await readShownFrame(page)) === (await readNamedFrame(page))
  })
  return readNamedFrame(page)
}
