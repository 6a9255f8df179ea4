import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClip, uploadFile } from '@rushes/client'
import { RATE_25 } from '@rushes/timebase'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../server/test/service.ts'
import { browserIsMissing, openPage, signInOn } from './browser.ts'
import { createReviewScene, type ReviewScene, readShownFrame } from './review-scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
before(async () => {
  if (!skip) scene = await createReviewScene()
})
after(() => scene?.stop())

test('a clip, its subtitle editor and a comparison that were opened too early show the film once it is there', {
  skip,
}, async () => {
  const { kit, prId, browser } = scene
  const film = await scene.makeFilm('late', RATE_25, { seconds: 2 })
  const fileName = 'late.mp4'
  const { mediaObjectId: moId = 0 } = await createClip(kit.admin, prId, { name: 'Late', fileName, size: film.length })
  const ofClip = `/app/production/${prId}/clip/${moId}`
  await kit.admin.subtitles.getSubtitleOfLanguage({ prId, moId, language: 'en' })
  const first = await openPage(browser, kit)
  await signInOn(first, 'admin', adminPassword)
  const pages: Page[] = [first]
  for (const _ of ['editor', 'comparison']) pages.push(await first.context().newPage())
  const addresses = [ofClip, `${ofClip}/subtitles/en`, `/app/production/${prId}/compare?a=${moId}&b=${moId}`]
  for (const [index, page] of pages.entries()) {
    await page.goto(addresses[index] ?? '')
    await page.getByText('This clip has no file yet.').first().waitFor()
  }
  const source = new Blob([new Uint8Array(film)])
  await uploadFile(kit.admin, { prId, fileName, source, mediaObjectId: moId })
  for (const page of pages) await page.locator('video').first().waitFor()
  for (const page of pages) assert.equal(await readShownFrame(page), 0)
  // The editor counts by what was read of the film meanwhile.
  assert.equal(await pages[1]?.getByLabel('Timecode').inputValue(), '10:00:00:00')
  first.assertClean()
})

test('the library asks for the poster of a clip once there is one, and then shows it', { skip }, async () => {
  const { kit, browser } = scene
  const { id: prId } = await kit.createProduction('Fresh')
  const setting = { prId, key: 'ingest' }
  await kit.admin.productions.updateSetting({ ...setting, body: { poster: false } })
  await scene.makeFilm('fresh', RATE_25, { seconds: 2 })
  const file = join(kit.service.platform.config.dataDir, 'fresh.mp4')
  const page = await openPage(browser, kit)
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}`)
  await page.getByLabel('Files').setInputFiles(file)
  const pictures = page.locator('.clip-cell-picture')
  await pictures.filter({ hasText: 'Video' }).waitFor()
  assert.equal(await page.locator('.clip-cell img').count(), 0)
  const { results } = await kit.admin.annotations.searchMediaObjects({ prId })
  const screenshot = (await page.screenshot()).toString('base64')
  await kit.admin.media.updateScreenshot({ prId, id: Number(results[0]?.mediaObjectId), body: { screenshot } })
  await waitForPictures(page, 1)
  await kit.admin.productions.deleteSetting(setting)
  await page.getByLabel('Files').setInputFiles(file)
  await waitForPictures(page, 2)
  page.assertClean()
})

/** Until so many clips show a picture. */
async function waitForPictures(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    wanted =>
      Array.from(document.querySelectorAll<HTMLImageElement>('.clip-cell img')).filter(
        ({ complete, naturalWidth }) => complete && naturalWidth > 0,
      ).length === wanted,
    count,
  )
}
