import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25, RATE_29_97 } from '@rushes/timebase'
import type { Page } from 'playwright-core'
import { addShots } from '../../../../server/test/scene/subtitles.ts'
import { adminPassword } from '../../../../server/test/service.ts'
import { until } from '../../../../server/test/until.ts'
import {
  assertAccessible,
  assertFits,
  browserIsMissing,
  closePagesOfTests,
  leftToAll,
  openPage,
  signInOn,
  type WatchedPage,
} from '../../browser.ts'
import { createReviewScene, type ReviewScene, readShownFrame } from '../scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let first: number
let later: number
let faster: number
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  ;[first, later, faster] = await Promise.all([
    scene.addFilm('First', RATE_25, { seconds: 6 }),
    scene.addFilm('Later', RATE_25, { seconds: 6, startTimecode: '10:00:01:00' }),
    scene.addFilm('Faster', RATE_29_97, { seconds: 6 }),
  ])
})
after(() => scene?.stop())

async function openComparison(query: string): Promise<WatchedPage> {
  const page = await openPage(scene.browser, scene.kit, { viewport: { width: 1280, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}/compare?${query}`)
  await page.locator('video').nth(1).waitFor()
  return page
}

async function goTo(page: Page, frame: number): Promise<void> {
  await page.getByLabel('Timecode', { exact: true }).fill(String(frame))
  await page.getByLabel('Timecode', { exact: true }).press('Enter')
}

function choose(page: Page, group: string, choice: string): Promise<void> {
  return page.getByRole('group', { name: group }).getByRole('button', { name: choice, exact: true }).click()
}

/** Waits until both pages of the comparison say these frames, then reads what the pictures themselves show. */
async function assertShown(page: Page, a: number, b: number): Promise<void> {
  for (const [letter, frame] of [
    ['A', a],
    ['B', b],
  ] as const) {
    await page.locator(`[data-letter="${letter}"] .compare-frame`, { hasText: new RegExp(`· ${frame}$`) }).waitFor()
  }
  assert.deepEqual([await readShownFrame(page, 0), await readShownFrame(page, 1)], [a, b])
}

test('two clips show the same time to the frame, shifted by an offset, or at the same timecode', {
  skip: leftToAll,
}, async () => {
  const page = await openComparison(`a=${first}&b=${later}`)
  await goTo(page, 42)
  await assertShown(page, 42, 42)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'B one frame later' }).click()
  await page.getByRole('button', { name: 'B one frame later' }).click()
  await assertShown(page, 42, 44)
  await page.locator('#content').focus()
  await page.keyboard.press('.')
  await assertShown(page, 43, 45)
  await page.getByLabel('Offset of B in frames').fill('-3')
  await assertShown(page, 43, 40)
  await page.getByLabel('Offset of B in frames').fill('0')
  await choose(page, 'Match', 'Timecode')
  // 10:00:01:18 is frame 43 of the one and frame 18 of the other.
  await assertShown(page, 43, 18)
  await goTo(page, 10)
  await page.getByText('B has no picture here.').waitFor()
  await page.getByRole('button', { name: 'Swap A and B' }).click()
  await page.locator('[data-letter="A"]', { hasText: 'Later' }).waitFor()
  page.assertClean()
})

test('clips of different rates show the same time: the frame that is on the screen when the other begins', {
  skip: leftToAll,
}, async () => {
  const page = await openComparison(`a=${first}&b=${faster}`)
  for (const [frame, match] of [
    [1, 1],
    [25, 29],
    [50, 59],
    [100, 119],
  ] as const) {
    await goTo(page, frame)
    await assertShown(page, frame, match)
  }
  page.assertClean()
})

test('playing, the second clip keeps to the frame of the first, and stands on it when both stop', {
  skip,
}, async () => {
  const page = await openComparison(`a=${first}&b=${later}`)
  await goTo(page, 0)
  await assertShown(page, 0, 0)
  await page.getByRole('button', { name: 'Play' }).click()
  const apart = await page.evaluate(async () => {
    const readFrames = () =>
      Array.from(document.querySelectorAll('.compare-frame'), element =>
        Number(/(\d+)$/.exec(element.textContent)?.[1]),
      )
    const found: number[] = []
    for (let [a = 0, b = 0] = readFrames(); a < 80; [a = 0, b = 0] = readFrames()) {
      if (a > 20) found.push(Math.abs(a - b))
      await new Promise(requestAnimationFrame)
    }
    return found.sort((one, other) => one - other)
  })
  const middle = apart[Math.floor(apart.length / 2)] ?? Number.NaN
  assert.ok(middle <= 2, `mostly ${middle} frames apart while playing: ${apart.join(' ')}`)
  const sounding = () => page.locator('video').evaluateAll(all => all.map(video => (video as HTMLVideoElement).muted))
  assert.deepEqual(await sounding(), [false, true])
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Play' }).waitFor()
  await until('both show the same frame, and say so', async () => {
    const said = await page.locator('.compare-frame').allTextContents()
    const shown = [await readShownFrame(page, 0), await readShownFrame(page, 1)]
    return shown.every((frame, place) => frame === shown[0] && said[place]!.endsWith(`· ${frame}`))
  })
  await choose(page, 'Sound', 'B')
  assert.deepEqual(await sounding(), [true, false])
  page.assertClean()
})

test('a click on either picture plays and stops both, also where one lies on the other', {
  skip: leftToAll,
}, async () => {
  const page = await openComparison(`a=${first}&b=${later}`)
  const arePlaying = (wanted: boolean) =>
    page.waitForFunction(
      expected => Array.from(document.querySelectorAll('video')).every(({ paused }) => paused !== expected),
      wanted,
    )
  await page.locator('video').nth(1).click()
  await arePlaying(true)
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.locator('video').nth(0).click()
  await arePlaying(false)
  for (const arrangement of ['Wipe', 'Difference']) {
    await choose(page, 'View', arrangement)
    // A takes the pointer everywhere, also under the half of B.
    const box = await page.locator('video').nth(0).boundingBox()
    const position = { x: (box?.width ?? 0) * 0.75, y: (box?.height ?? 0) / 2 }
    await page.locator('video').nth(0).click({ position })
    await arePlaying(true)
    await page.locator('video').nth(0).click({ position })
    await arePlaying(false)
  }
  await choose(page, 'View', 'Wipe')
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('video').nth(1).boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height / 3)
  await page.mouse.down()
  await page.mouse.move(x + width / 4, y + height / 3, { steps: 4 })
  await page.mouse.up()
  assert.ok(Math.abs(Number(await page.getByLabel('Where A ends and B begins').inputValue()) - 25) <= 1)
  page.assertClean()
})

test('two chosen clips are compared from the library, one over the other on a narrow screen', {
  skip: leftToAll,
}, async () => {
  const page = await openPage(scene.browser, scene.kit, { viewport: { width: 360, height: 740 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}`)
  await page.getByLabel('Select First').check()
  await page.getByLabel('Select Later').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Compare' }).click()
  await page.locator('video').nth(1).waitFor()
  await choose(page, 'View', 'Wipe')
  await page.getByLabel('Where A ends and B begins').fill('30')
  await page.locator('.compare-screens[data-arrangement="wipe"]').waitFor()
  await assertAccessible(page)
  await assertFits(page)
  await page.goto(`/app/production/${scene.prId}/compare`)
  await page.getByText('Choose two clips in the library').waitFor()
  page.assertClean()
})

test('from its own page a clip is compared with one that is found by its name, and exchanged for another there', {
  skip: leftToAll,
}, async () => {
  const page = await openPage(scene.browser, scene.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}/clip/${first}`)
  await page.getByRole('link', { name: 'Compare with another clip' }).click()
  await page.getByText('Choose a clip to compare with “First”.').waitFor()
  await page.getByRole('button', { name: 'Choose a clip' }).click()
  await page.getByLabel('Find a clip').fill('lat')
  await page.getByRole('link', { name: 'Faster' }).waitFor({ state: 'detached' })
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Later' }).click()
  await page.locator('[data-letter="B"]', { hasText: 'Later' }).locator('video').waitFor()
  await page.getByRole('button', { name: 'Choose another clip for B' }).click()
  await page.getByRole('link', { name: 'Faster' }).waitFor()
  assert.equal(await page.locator('.clip-choice a').count(), 1)
  await page.getByRole('link', { name: 'Faster' }).click()
  await page.locator('[data-letter="B"]', { hasText: 'Faster' }).locator('video').waitFor()
  page.assertClean()
})

test('the comments and the review status of either clip are read and changed beside the pictures', {
  skip,
}, async () => {
  const { admin } = scene.kit
  const { prId } = scene
  const body = { funnel: 'ReviewComment', start: 30, end: 31, description: 'Too early' }
  await admin.annotations.createClipAnnotation({ prId, moId: later, type: 'clip', body, query: { waitForIndex: true } })
  const page = await openComparison(`a=${first}&b=${later}&by=timecode`)
  const comments = page.locator('.compare-comments')
  await comments.getByRole('tab', { name: 'Comments on A 0' }).waitFor()
  await comments.getByRole('tab', { name: 'Comments on B 1' }).click()
  // That whose comments are shown leads: its frame 30 has the timecode of frame 55 of the other.
  await comments.getByRole('article').getByRole('button', { name: '10:00:02:05' }).click()
  await assertShown(page, 55, 30)
  await page.getByRole('button', { name: /^Comment at/ }).waitFor()
  await comments.getByRole('button', { name: 'Resolve' }).click()
  await until('it is resolved', async () => {
    const { results } = await admin.annotations.listAnnotationsOfClip({
      prId,
      moId: later,
      query: { q: 'tags:resolved' },
    })
    return results.length === 1
  })
  await comments.getByRole('tab', { name: 'Comments on A 0' }).click()
  await goTo(page, 20)
  await page.keyboard.press('Escape')
  await page.locator('#content').focus()
  await page.keyboard.press('c')
  await comments.getByRole('textbox').fill('Better here')
  await page.keyboard.press('Control+Enter')
  await comments.getByRole('tab', { name: 'Comments on A 1' }).waitFor()
  await comments.getByText('Better here').waitFor()
  await page
    .locator('[data-letter="B"]')
    .getByRole('button', { name: /^Review status/ })
    .click()
  await page.getByRole('menuitemradio', { name: 'Approved', exact: true }).click()
  await page.locator('[data-letter="B"] .review-status', { hasText: 'Approved' }).waitFor()
  await until('the status is stored', async () => {
    const { reviewStatus } = await admin.annotations.getMediaObjectAnnotation({ prId, moId: later })
    return reviewStatus === 'APPROVED'
  })
  await assertAccessible(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  await assertFits(page)
  page.assertClean()
})

test('of two cuts it is shown where they differ; shots lead from one to the other, and open comments are carried over', {
  skip: leftToAll,
}, async () => {
  const { admin } = scene.kit
  const { id: prId } = await scene.kit.createProduction('Cuts')
  const [rough, fine] = await Promise.all([
    scene.addFilm('Rough cut', RATE_25, { prId, seconds: 6 }),
    scene.addFilm('Fine cut', RATE_25, { prId, seconds: 4 }),
  ])
  await addShots(scene.kit, prId, rough, 0, 40, 100)
  await addShots(scene.kit, prId, fine, 0, 40)
  const remark = { funnel: 'ReviewComment', start: 50, end: 51, description: 'Too dark' }
  await admin.annotations.createClipAnnotation({
    prId,
    moId: rough,
    type: 'clip',
    body: remark,
    query: { waitForIndex: true },
  })
  const page = await openPage(scene.browser, scene.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}/compare?a=${rough}&b=${fine}`)
  await page.getByText('1 removed from A').waitFor()
  await choose(page, 'Match', 'Picture')
  await goTo(page, 60)
  await assertShown(page, 60, 60)
  await page.locator('#content').focus()
  await page.keyboard.press('n')
  await page.locator('[data-letter="A"] .compare-frame', { hasText: /· 100$/ }).waitFor()
  await page.getByText('B does not have this shot.').waitFor()
  await assertAccessible(page)
  // Without the link each is put where it belongs, and linked again they stay so.
  await goTo(page, 30)
  await assertShown(page, 30, 30)
  await page.getByRole('button', { name: 'Linked' }).click()
  await goTo(page, 37)
  await assertShown(page, 37, 30)
  await page.getByRole('button', { name: 'Linked' }).click()
  assert.equal(await page.getByLabel('Offset of B in frames').inputValue(), '-7')
  await goTo(page, 20)
  await assertShown(page, 20, 13)
  await page.getByLabel('Offset of B in frames').fill('0')
  await page.locator('#content').focus()
  await page.keyboard.press('t')
  await page.locator('[data-letter="B"] video').waitFor({ state: 'hidden' })
  await page.keyboard.press('t')
  await page.locator('[data-letter="A"] video').waitFor({ state: 'hidden' })
  await page.locator('[data-letter="B"] video').waitFor({ state: 'visible' })
  const comments = page.locator('.compare-comments')
  await comments.getByRole('button', { name: 'Carry 1 open comment to B' }).click()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await comments.getByRole('article').getByText('Said by').waitFor()
  await comments.getByRole('tab', { name: 'Comments on A 1' }).click()
  await comments.getByRole('article').waitFor()
  // What is there is not carried again.
  assert.equal(await comments.getByRole('button', { name: /^Carry/ }).count(), 0)
  const query = { q: '*:*', fq: ['funnel:ReviewComment'], waitForIndex: true }
  const { results } = await admin.annotations.listAnnotationsOfClip({ prId, moId: fine, query })
  const [carried] = results as { start?: number; description?: string }[]
  assert.equal(carried?.start, 50)
  assert.match(carried?.description ?? '', new RegExp(`^Too dark\n\nSaid by .+: http.+/clip/${rough}\\?comment=\\d+$`))
  page.assertClean()
})
