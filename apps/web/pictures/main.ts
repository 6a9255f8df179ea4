/** `npm run pictures`: takes the pictures of the README, of a service that is started for them. */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileBody, waitForWorkflow } from '@rushes/client'
import { createMediaEngine } from '@rushes/media-engine'
import { RATE_25 } from '@rushes/timebase'
import { createTemplate, serverVariable, startTestPostgres } from '../../server/test/database.ts'
import { buildWebApp } from '../build/build.ts'
import { browserIsMissing, openPage, signInOn } from '../test/browser.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from '../test/review/scene.ts'
import { addComments, password } from './crew.ts'
import { createNightFilm } from './night-film.ts'
import { settlePage } from './settle-page.ts'

const folder = join(import.meta.dirname, '../../../docs/pictures')
const film = { width: 1280, height: 720, rate: RATE_25, frameCount: 300, startTimecode: '10:00:00:00' }
const visibleComments = 3
const size = { width: 1440, height: 900 }
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
    const clip = `/app/production/${prId}/clip/${moId}`
    await mkdir(folder, { recursive: true })
    await takeReview(scene, `${clip}?comment=${comment}`)
    await addSubtitles(scene, moId)
    await takeSubtitles(scene, `${clip}/subtitles/en`)
  } finally {
    await scene.stop()
  }
} finally {
  await server.stop()
}
console.log(folder)

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

/** What two people on the pier say, with the preset for television. */
async function addSubtitles({ kit, prId }: ReviewScene, moId: number): Promise<void> {
  const preset = { id: 'tv', name: 'Television', basedOn: 'broadcast', default: true }
  await kit.admin.productions.updateSetting({ prId, key: 'subtitlePresets', body: [preset] })
  const spoken = [
    ['00:00:00,800', '00:00:02,600', 'The last boat left\nan hour ago.'],
    ['00:00:02,800', '00:00:04,600', '– There is a sail out there.\n– Where?'],
    ['00:00:04,800', '00:00:06,800', 'Behind the lighthouse,\ncoming in slowly.'],
    ['00:00:07,200', '00:00:08,900', 'Nobody sails at this hour.'],
    ['00:00:09,200', '00:00:11,400', 'Then somebody has\na reason to.'],
  ]
  const text = spoken.map(([start, end, words], index) => `${index + 1}\n${start} --> ${end}\n${words}\n`).join('\n')
  const body = new FileBody('application/x-subrip', new TextEncoder().encode(text))
  await kit.admin.subtitles.replaceSubtitleOfLanguage({ prId, moId, language: 'en', body })
}

async function takeSubtitles({ kit, browser }: ReviewScene, address: string): Promise<void> {
  const page = await openPage(browser, kit, { viewport: size })
  await signInOn(page, 'nora', password)
  await page.goto(address)
  await page.locator('.entry-row').nth(2).click()
  await page.locator('.spotting-block[data-chosen="true"]').waitFor()
  await page.waitForFunction(() => {
    const video = document.querySelector('video')
    return video?.seeking === false && video.currentTime > 4 && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
  })
  await settlePage(page)
  await writeFile(join(folder, 'subtitles.png'), await page.screenshot({ animations: 'disabled' }))
  page.assertClean()
}

async function takeReview({ kit, browser }: ReviewScene, address: string): Promise<void> {
  const page = await openPage(browser, kit, { viewport: size })
  await signInOn(page, 'nora', password)
  await page.goto(address)
  await waitForFrame(page, moments.sail)
  await page.waitForFunction(() => {
    const video = document.querySelector('video')
    return video?.seeking === false && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
  })
  await page.locator('.player .drawing .mark').waitFor()
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
  await writeFile(join(folder, 'review.png'), await page.screenshot())
  page.assertClean()
}
