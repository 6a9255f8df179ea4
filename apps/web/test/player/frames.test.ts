import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_23_976, RATE_25, RATE_29_97 } from '@rushes/timebase'
import { adminPassword } from '../../../server/test/service.ts'
import { browserIsMissing, closePagesOfTests, openPage, signInOn } from '../browser.ts'
import { createReviewScene, type ReviewScene, readShownFrame, waitForFrame } from '../review/scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
closePagesOfTests()
before(async () => {
  if (!skip) scene = await createReviewScene()
})
after(() => scene?.stop())

/** A small generator, so that every run takes the same way. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** 200 in the long run. */
const seeksAndSteps = process.env.RUSHES_LONG ? 200 : 10
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
