import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_23_976, RATE_25, RATE_29_97 } from '@rushes/timebase'
import type { Page } from 'playwright-core'
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
const loads = process.env.RUSHES_LONG ? 50 : byExtent(5, 50)
const seeks = process.env.RUSHES_LONG ? 200 : byExtent(40, 200)
const linkedFrameCount = 200
let linked: Promise<{ moId: number; frames: readonly number[]; comments: readonly number[] }> | undefined

/** A film with a comment on each of some frames, for the tests that follow links into it. */
function addLinkedFilm() {
  linked ??= (async () => {
    const { prId, kit } = scene
    const moId = await scene.addFilm('linked', RATE_25, { seconds: linkedFrameCount / 25 })
    const random = createRandom(11)
    const frames = Array.from({ length: loads }, () => 1 + random(linkedFrameCount - 1))
    const comments = await Promise.all(
      frames.map(async start => {
        const body = { funnel: 'ReviewComment', start, end: start + 1, description: `At ${start}` }
        const query = { waitForIndex: true }
        return (await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query })).id
      }),
    )
    return { moId, frames, comments }
  })()
  return linked
}

/** Collects where a page does not come to a frame, or shows another one than it names. */
function watchFrames(page: Page) {
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
  return { wrong, check }
}

for (const cache of ['cold', 'warm'] as const) {
  test(`a link to a frame or a comment shows exactly that frame, in ${loads} loads of each with a ${cache} cache`, {
    skip,
    timeout: 1_200_000,
  }, async () => {
    const { moId, frames, comments } = await addLinkedFilm()
    const page = await openPage(scene.browser, scene.kit)
    await signInOn(page, 'admin', adminPassword)
    const browser = await page.context().newCDPSession(page)
    const { wrong, check } = watchFrames(page)
    for (const [index, frame] of frames.entries()) {
      for (const link of [`t=${frame}`, `comment=${comments[index]}`]) {
        if (cache === 'cold') await browser.send('Network.clearBrowserCache')
        // What is awaited is the frame, not what the page loads after it.
        await page.goto(`/app/production/${scene.prId}/clip/${moId}?${link}`, { waitUntil: 'commit' })
        await check(link, frame)
      }
    }
    assert.deepEqual(wrong, [])
    page.assertClean()
  })
}

test(`each of ${seeks} frames that are typed is the one that is shown`, { skip, timeout: 1_200_000 }, async () => {
  const { moId } = await addLinkedFilm()
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
