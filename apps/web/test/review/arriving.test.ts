import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createClip, uploadFile } from '@rushes/client'
import { RATE_25 } from '@rushes/timebase'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import { browserIsMissing, closePagesOfTests, leftToAll, openPage, signInOn } from '../browser.ts'
import { createReviewScene, type ReviewScene, readShownFrame } from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
closePagesOfTests()
before(async () => {
  if (!skip) scene = await createReviewScene()
})
after(() => scene?.stop())

test('a clip, its subtitle editor and a comparison that were opened too early show the film once it is there', {
  skip,
}, async () => {
  const { kit, prId, browser } = scene
  const film = await scene.makeFilm(RATE_25, { seconds: 2 })
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

test('the original of a clip plays until there is a proxy, for those who may download it and for nobody else', {
  skip,
}, async () => {
  const { kit, browser } = scene
  const { id: prId } = await kit.createProduction('Original first')
  await kit.admin.productions.updateSetting({ prId, key: 'ingest', body: { proxy: false } })
  const moId = await scene.addFilm('original', RATE_25, { prId, seconds: 2 })
  const page = await openPage(browser, kit)
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}/clip/${moId}`)
  await page.getByText('Original, until the version for viewing is ready').waitFor()
  assert.equal(await readShownFrame(page), 0)
  await page.goto(`/app/production/${prId}/clip/${moId}/subtitles/en`)
  page.expectErrors(/404/)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Original, until the version for viewing is ready').waitFor()
  assert.equal(await readShownFrame(page), 0)

  const { user, password } = await kit.createUser()
  await kit.admin.productions.addParticipant({ prId, body: { userId: user.id, rights: ['PRODUCTION_VIEW'] } })
  const viewer = await openPage(browser, kit)
  await signInOn(viewer, user.username, password)
  const asked: string[] = []
  viewer.on('request', request => asked.push(request.url()))
  await viewer.goto(`/app/production/${prId}/clip/${moId}`)
  await viewer.getByText('This clip is not ready to play yet.').waitFor()
  assert.equal(await viewer.locator('video').count(), 0)
  const { items } = await kit.admin.media.listInstances({ prId, id: moId })
  const original = items.find(({ type }) => type === 'RAW')
  assert.deepEqual(
    asked.filter(address => address.includes(`/moi/${original?.id}/downloadLink`)),
    [],
  )
  for (const one of [page, viewer]) one.assertClean()
})

/** Halts the processes that work on films, or has them go on. */
function signalWorkers(signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of scene.kit.service.platform.services.mediaEngine.workerPids()) process.kill(pid, signal)
}

test('who may not download sees the poster and how far the proxy is, then the film', { skip: leftToAll }, async () => {
  const { kit, browser } = scene
  const { id: prId } = await kit.createProduction('On its way')
  const { user, password } = await kit.createUser()
  await kit.admin.productions.addParticipant({ prId, body: { userId: user.id, rights: ['PRODUCTION_VIEW'] } })
  const film = await scene.makeFilm(RATE_25, { seconds: 40 })
  const viewer = await openPage(browser, kit)
  await signInOn(viewer, user.username, password)
  const fileName = 'on-its-way.mp4'
  const request = { name: 'On its way', fileName, size: film.length }
  const { mediaObjectId: moId = 0 } = await createClip(kit.admin, prId, request)
  await viewer.goto(`/app/production/${prId}/clip/${moId}`)
  await viewer.getByText('This clip has no file yet.').waitFor()
  const source = new Blob([new Uint8Array(film)])
  const uploading = uploadFile(kit.admin, { prId, fileName, source, mediaObjectId: moId })
  // The proxy may be made faster than a busy page follows: it stands still until the page shows how far it is.
  await until('the poster is made, and a part of the proxy', async () => {
    signalWorkers('SIGCONT')
    await delay(20)
    signalWorkers('SIGSTOP')
    const { items } = await kit.admin.workflows.listWorkflows({ prId })
    const tasks = items.flatMap(work => work.tasks)
    const isMade = tasks.some(({ name, status }) => name === 'poster' && status === 'Completed')
    return isMade && tasks.some(({ name, percent = 0 }) => name === 'proxy' && percent > 0)
  })
  try {
    await viewer.getByText(/^This clip is being prepared.* \d+%$/).waitFor()
    await viewer.locator('.player-poster').waitFor()
  } finally {
    signalWorkers('SIGCONT')
  }
  await uploading
  await viewer.locator('video').waitFor()
  assert.equal(await readShownFrame(viewer), 0)
  viewer.assertClean()
})

test('the library asks for the poster of a clip once there is one, and then shows it', {
  skip: leftToAll,
}, async () => {
  const { kit, browser } = scene
  const { id: prId } = await kit.createProduction('Fresh')
  const setting = { prId, key: 'ingest' }
  await kit.admin.productions.updateSetting({ ...setting, body: { poster: false } })
  const buffer = await scene.makeFilm(RATE_25, { seconds: 2 })
  const file = { name: 'fresh.mp4', mimeType: 'video/mp4', buffer }
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
  await page.getByLabel('Files').setInputFiles({ ...file, name: 'fresher.mp4' })
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
