import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_23_976, RATE_25, RATE_29_97 } from '@rushes/timebase'
import { byExtent } from '../../../server/test/extent.ts'
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

/** How often a page is opened by each kind of link, and how often it is sought in. */
const [loads, seeks] = process.env.RUSHES_LONG ? [50, 200] : byExtent([5, 40], [10, 200])

test(`a link to a frame or a comment shows exactly that frame, in ${loads} loads with and without a cache, as do ${seeks} seeks`, {
  skip,
  timeout: 1_200_000,
}, async () => {
  const { prId, kit } = scene
  const frameCount = 200
  const moId = await scene.addFilm('linked', RATE_25, { seconds: frameCount / 25 })
  const random = createRandom(11)
  const frames = Array.from({ length: loads }, () => 1 + random(frameCount - 1))
  const comments = await Promise.all(
    frames.map(start => {
      const body = { funnel: 'ReviewComment', start, end: start + 1, description: `At ${start}` }
      const query = { waitForIndex: true }
      return kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query })
    }),
  )
  const page = await openPage(scene.browser, scene.kit)
  await signInOn(page, 'admin', adminPassword)
  const browser = await page.context().newCDPSession(page)
  const wrong: string[] = []
  const check = async (what: string, frame: number) => {
    const named = page.locator('.player-frame', { hasText: new RegExp(`\\b${frame}$`) })
    const isNamed = await named.waitFor({ timeout: 15_000 }).then(
      () => true,
      () => false,
    )
    const shown = await readShownFrame(page)
    if (!isNamed || shown !== frame) wrong.push(`${what}: ${shown} instead of ${frame}, which is named: ${isNamed}`)
  }
  for (const cache of ['cold', 'warm']) {
    for (const [index, frame] of frames.entries()) {
      for (const link of [`t=${frame}`, `comment=${comments[index]?.id}`]) {
        if (cache === 'cold') await browser.send('Network.clearBrowserCache')
        await page.goto(`/app/production/${prId}/clip/${moId}?${link}`)
        await check(`${cache}, ${link}`, frame)
      }
    }
  }
  const timecode = page.getByLabel('Timecode')
  for (let turn = 0; turn < seeks; turn++) {
    const frame = random(frameCount)
    await timecode.fill(String(frame))
    await timecode.press('Enter')
    await check(`seek ${turn}`, frame)
  }
  assert.deepEqual(wrong, [])
  page.assertClean()
})
