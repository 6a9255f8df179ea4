/** `npm run pictures`: takes the picture of the README, the review page of a service that is started for it. */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { waitForWorkflow } from '@rushes/client'
import { createMediaEngine } from '@rushes/media-engine'
import { RATE_25 } from '@rushes/timebase'
import { createTemplate, serverVariable, startTestPostgres } from '../../server/test/database.ts'
import { buildWebApp } from '../build/build.ts'
import { browserIsMissing, openPage, signInOn } from '../test/browser.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from '../test/review-scene.ts'
import { addComments, password } from './crew.ts'
import { createNightFilm } from './night-film.ts'

const target = join(import.meta.dirname, '../../../docs/pictures/review.png')
const film = { width: 1280, height: 720, rate: RATE_25, frameCount: 300, startTimecode: '10:00:00:00' }
const visibleComments = 3
const moments = { entrance: 24, sail: 96, dawn: 200, flare: 262 }

if (browserIsMissing) throw new Error(browserIsMissing)
await buildWebApp()
const server = await startTestPostgres()
try {
  await createTemplate(server.url)
  process.env[serverVariable] = server.url
  const scene = await createReviewScene()
  try {
    const { kit, prId } = scene
    const moId = await addFilm(scene)
    const comment = await addComments(kit, prId, moId, moments)
    await takePicture(scene, `/app/production/${prId}/clip/${moId}?comment=${comment}`)
  } finally {
    await scene.stop()
  }
} finally {
  await server.stop()
}
console.log(target)

/** Makes the film and sends it through the ingest; gives the id of its clip. */
async function addFilm({ kit, prId, addFile }: ReviewScene): Promise<number> {
  const engine = createMediaEngine()
  try {
    const output = join(kit.service.platform.config.dataDir, 'film.mp4')
    const drawFrame = createNightFilm(film.width, film.height, moments.dawn)
    await engine.encodeClip({ ...film, output, drawFrame, audio: { frequencyHz: 220 } })
    const { moId, workflowId } = await addFile('Harbour, take 3.mp4', await readFile(output))
    await waitForWorkflow(kit.admin, { prId, id: workflowId })
    return moId
  } finally {
    await engine.close()
  }
}

async function takePicture({ kit, browser }: ReviewScene, address: string): Promise<void> {
  const page = await openPage(browser, kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'nora', password)
  await page.goto(address)
  await waitForFrame(page, moments.sail)
  await page.waitForFunction(() => {
    const video = document.querySelector('video')
    return video?.seeking === false && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
  })
  await page.locator('.player .drawing rect').waitFor()
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.time-line-wave')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return pixels.some(byte => byte > 0)
  })
  // Pictures of frames that are out of sight are not taken.
  await page.waitForFunction(
    count => document.querySelectorAll('.frame-picture canvas[data-frame]').length >= count,
    visibleComments,
  )
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, await page.screenshot())
  page.assertClean()
}
