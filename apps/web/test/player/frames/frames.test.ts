import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_23_976, RATE_25, RATE_29_97 } from '@rushes/timebase'
import { byExtent } from '../../../../server/test/extent.ts'
import { adminPassword } from '../../../../server/test/service.ts'
import { browserIsMissing, closePagesOfTests, openPage, signInOn } from '../../browser.ts'
import { createReviewScene, type ReviewScene, readShownFrame, waitForFrame } from '../../review/scene.ts'
import {
  addLinkedFilm,
  createRandom,
  followLinks,
  type LinkedFilm,
  linkedFrameCount,
  watchFrames,
} from './linked-film.ts'

const skip = browserIsMissing
let scene: ReviewScene
closePagesOfTests()
before(async () => {
  if (!skip) scene = await createReviewScene()
})
after(() => scene?.stop())

/** 200 in the long run. */
const seeksAndSteps = process.env.RUSHES_LONG ? 200 : byExtent(10, 30)
for (const [name, rate] of [
  ['25', RATE_25],
  ['29.97', RATE_29_97],
  ['23.976', RATE_23_976],
] as const) {
  test(`at ${name} frames a second the picture is that of the frame which the page names, after ${seeksAndSteps} seeks and steps`, {
    skip,
    timeout: 1_200_000,
  }, async () => {
    const seconds = 8
    const moId = await scene.addFilm(`at-${name}`, rate, { seconds })
    const frameCount = Math.round((seconds * rate.num) / rate.den)
    const page = await openPage(scene.browser, scene.kit)
    await signInOn(page, 'admin', adminPassword)
    await page.goto(`/app/production/${scene.prId}/clip/${moId}`)
    await page.locator('video').waitFor()
    const timecode = page.getByLabel('Timecode')
    const random = createRandom(7)
    const wrong: string[] = []
    let frame = 0
    for (let turn = 0; turn < seeksAndSteps; turn++) {
      if (random(2) === 0) {
        frame = random(frameCount)
        await timecode.fill(String(frame))
        await timecode.press('Enter')
        await page.locator('#content').focus()
      } else {
        const [key, by] = (
          [
            [',', -1],
            ['.', 1],
            ['Shift+ArrowRight', 0],
            ['Shift+ArrowLeft', 0],
          ] as const
        )[random(4)]!
        const second = Math.round(rate.num / rate.den) * (key.endsWith('Right') ? 1 : -1)
        frame = Math.min(frameCount - 1, Math.max(0, frame + (by || second)))
        await page.keyboard.press(key)
      }
      await waitForFrame(page, frame)
      const shown = await readShownFrame(page)
      if (shown !== frame) wrong.push(`${turn}: ${shown} instead of ${frame}`)
    }
    assert.deepEqual(wrong, [])
    page.assertClean()
    await page.context().close()
  })
}

let linked: Promise<LinkedFilm> | undefined
/** With five frames that links lead to; `comment-links` and `frame-links` follow more. */
const getLinkedFilm = () => {
  linked ??= addLinkedFilm(scene, 5)
  return linked
}

const seeks = process.env.RUSHES_LONG ? 200 : byExtent(40, 200)

test(`each of ${seeks} frames that are typed is the one that is shown`, { skip, timeout: 1_200_000 }, async () => {
  const { moId } = await getLinkedFilm()
  const page = await openPage(scene.browser, scene.kit)
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}/clip/${moId}`)
  const { wrong, check } = watchFrames(page)
  const timecode = page.getByLabel('Timecode')
  const random = createRandom(13)
  for (let turn = 0; turn < seeks; turn++) {
    const frame = random(linkedFrameCount)
    await timecode.fill(String(frame))
    await timecode.press('Enter')
    await check(`seek ${turn}`, frame)
  }
  assert.deepEqual(wrong, [])
  page.assertClean()
})

test('a link to a frame or a comment shows exactly that frame, with and without a cache', { skip }, async () => {
  const film = await getLinkedFilm()
  for (const cache of ['cold', 'warm'] as const) {
    for (const kind of ['frame', 'comment'] as const) await followLinks(scene, film, cache, kind)
  }
})
