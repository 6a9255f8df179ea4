/** Clips whose large files a browser gets from the object store itself, which knows nothing of the pages. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { waitForWorkflow } from '@rushes/client'
import { RATE_25 } from '@rushes/timebase'
import { type ObjectStore, startObjectStore, whyNoObjectStore } from '../../../server/test/peers/object-store.ts'
import { addFile } from '../../../server/test/scene/add-file.ts'
import { adminPassword } from '../../../server/test/service.ts'
import { browserIsMissing, closePagesOfTests, openPage, signInOn } from '../browser.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from '../review/scene.ts'
import { makeDocument } from './odd-clips.ts'

const skip = browserIsMissing || whyNoObjectStore()
let objects: ObjectStore
let scene: ReviewScene
closePagesOfTests()
before(async () => {
  if (skip) return
  objects = await startObjectStore()
  scene = await createReviewScene(objects.toSettings('pages'))
})
after(async () => {
  await scene?.stop()
  await objects?.stop()
})

/** Files from this size on are sent by the store. */
const largeBytes = 8 * 1024 * 1024

/** A clip's page, and the addresses of the store that it asks. */
async function openClip(moId: number) {
  const page = await openPage(scene.browser, scene.kit)
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().startsWith(objects.endpoint)) asked.push(request.url())
  })
  page.expectErrors(new RegExp(`^asked ${objects.endpoint}/media/pages/blobs/`))
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}/clip/${moId}`)
  return { page, asked }
}

// media-23
test('a film plays from the store, to the frame', { skip }, async () => {
  const film = await scene.makeFilm(RATE_25, { seconds: 8 })
  const { moId, workflowId } = await scene.addFile('large.mp4', film)
  await waitForWorkflow(scene.kit.admin, { prId: scene.prId, id: workflowId })
  // A box of nothing at the end, as editing programs leave some.
  const box = Buffer.alloc(largeBytes)
  box.writeUInt32BE(largeBytes)
  box.write('free', 4)
  await addFile(scene.kit, scene.prId, moId, Buffer.concat([film, box]), { profile: 'HD' })
  const { page, asked } = await openClip(moId)
  await page.locator('video').waitFor()
  const timecode = page.getByLabel('Timecode')
  for (const frame of [150, 3, 77]) {
    await timecode.fill(String(frame))
    await timecode.press('Enter')
    await waitForFrame(page, frame)
  }
  assert.ok(asked.length > 0, 'the film came from the service')
  const size = await page.locator('video').evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight])
  assert.deepEqual(size, [320, 180])
  page.assertClean()
})

test('a large PDF is read through the service: the store need not know the pages', { skip }, async () => {
  const { moId } = await scene.addFile('Call sheet.pdf', makeDocument(largeBytes))
  const { page, asked } = await openClip(moId)
  await page.locator('.pages canvas').waitFor()
  await page.getByText('Page 1 of 2').first().waitFor()
  assert.deepEqual(asked, [])
  page.assertClean()
})
