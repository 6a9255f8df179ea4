/** What the tests of the review pages stand on: a service, a browser, and films whose pictures show their frame numbers. */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClip, uploadFile, waitForWorkflow } from '@rushes/client'
import { createMediaEngine, makeSampleClip, readFrameCounter } from '@rushes/media-engine'
import type { SampleRate } from '@rushes/timebase'
import type { Browser, Page } from 'playwright-core'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { openBrowser } from './browser.ts'

export interface ReviewScene {
  readonly kit: TestService
  readonly browser: Browser
  readonly prId: number
  /** A film of this rate, ingested; the id of its clip. */
  addFilm(name: string, rate: SampleRate, options?: { seconds?: number; attachToEoId?: number }): Promise<number>
  stop(): Promise<void>
}

export async function createReviewScene(): Promise<ReviewScene> {
  const kit = await startTestService()
  const engine = createMediaEngine()
  const browser = await openBrowser()
  const { id: prId } = await kit.createProduction('The Long Night')
  return {
    kit,
    browser,
    prId,
    async addFilm(name, rate, { seconds = 4, attachToEoId } = {}) {
      const path = join(kit.service.platform.config.dataDir, `${name}.mp4`)
      await makeSampleClip(engine, path, { seconds, rate, startTimecode: '10:00:00:00' })
      const file = await readFile(path)
      const fileName = `${name}.mp4`
      const request = { name, fileName, size: file.length, ...(attachToEoId ? { attachToEoId } : {}) }
      const { mediaObjectId, workflowId } = await createClip(kit.admin, prId, request)
      assert.ok(mediaObjectId && workflowId)
      await uploadFile(kit.admin, { prId, fileName, source: new Blob([new Uint8Array(file)]), mediaObjectId })
      await waitForWorkflow(kit.admin, { prId, id: workflowId })
      return mediaObjectId
    },
    async stop() {
      await browser.close()
      await engine.close()
      await kit.stop()
    },
  }
}

/** The number that the picture on the screen shows. */
export async function readShownFrame(page: Page): Promise<number | undefined> {
  const { grey, width, height } = await page.evaluate(() => {
    const video = document.querySelector('video')
    if (!video) throw new Error('there is no film')
    const canvas = document.createElement('canvas')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    const context = canvas.getContext('2d')
    context?.drawImage(video, 0, 0)
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() }
    const green = Array.from({ length: data.length / 4 }, (_, pixel) => data[pixel * 4 + 1] ?? 0)
    return { grey: green, width: canvas.width, height: canvas.height }
  })
  return readFrameCounter(Buffer.from(grey), width, height)
}

/** The number of the frame that the page says it shows, once it says this one. */
export async function waitForFrame(page: Page, frame: number): Promise<void> {
  await page.locator('.player-frame', { hasText: new RegExp(`\\b${frame}$`) }).waitFor()
}
