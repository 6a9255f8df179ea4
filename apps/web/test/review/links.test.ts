import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import {
  assertAccessible,
  assertFits,
  browserIsMissing,
  closePagesOfTests,
  leftToAll,
  openPage,
  signInOn,
} from '../browser.ts'
import { createSubtitleScene } from '../subtitles/scene.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let moId: number
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 4 })
  const subtitles = await createSubtitleScene(scene, moId)
  await subtitles.create({ start: 50, end: 70, textParts: [{ content: 'Good night.' }] })
})
after(() => scene?.stop())

async function openClip(address = '', viewport = { width: 1440, height: 900 }) {
  const page = await openPage(scene.browser, scene.kit, { viewport })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInOn(page, 'admin', adminPassword)
  await page.goto(address === '' ? `/app/production/${scene.prId}/clip/${moId}` : address)
  return page
}

/** The link that is copied by what is done. */
async function copied(page: Page, act: () => Promise<unknown>): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await act()
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '')
  return page.evaluate(() => navigator.clipboard.readText())
}

const readQuery = (link: string) => Object.fromEntries(new URL(link).searchParams)
const chooseFromMenu = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Copy link', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('a link to the frame that is shown is copied by a key, in the palette and from a menu, and opens at it', {
  skip,
}, async () => {
  const page = await openClip(`/app/production/${scene.prId}/clip/${moId}?t=30&panel=files`)
  await waitForFrame(page, 30)
  await page.locator('#content').focus()
  await page.keyboard.press('ArrowRight')
  await waitForFrame(page, 31)
  const link = await copied(page, () => page.keyboard.press('y'))
  assert.deepEqual(readQuery(link), { t: '31' })
  await page.getByText('Link copied').first().waitFor()
  await page.keyboard.press('ArrowRight')
  await waitForFrame(page, 32)
  assert.deepEqual(readQuery(await copied(page, () => chooseFromMenu(page, 'Copy link to this frame'))), { t: '32' })
  const inPalette = await copied(page, async () => {
    await page.keyboard.press('Control+k')
    await page.locator('dialog[open]').getByRole('combobox').fill('link to this frame')
    await page.getByRole('option', { name: /Copy link to this frame/ }).waitFor()
    await page.keyboard.press('Enter')
  })
  assert.deepEqual(readQuery(inPalette), { t: '32' })
  const other = await openClip(link)
  await waitForFrame(other, 31)
  for (const one of [page, other]) one.assertClean()
})

test('a link to the marked range opens with its marks, at its first frame; what is no range is left alone', {
  skip: leftToAll,
}, async () => {
  const page = await openClip()
  await waitForFrame(page, 0)
  await page.getByRole('button', { name: 'Copy link', exact: true }).click()
  assert.equal(await page.getByRole('menuitem', { name: 'Copy link to the marked range' }).isDisabled(), true)
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await page.locator('#content').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await waitForFrame(page, 25)
  await page.keyboard.press('i')
  await page.keyboard.press('Shift+ArrowRight')
  await waitForFrame(page, 50)
  await page.keyboard.press('o')
  const link = await copied(page, () => page.keyboard.press('Shift+Y'))
  assert.deepEqual(readQuery(link), { in: '25', out: '51' })
  const again = await copied(page, () => chooseFromMenu(page, 'Copy link to the marked range'))
  assert.equal(again, link)
  const other = await openClip(link)
  await waitForFrame(other, 25)
  await other.getByRole('button', { name: 'Clear the marks' }).waitFor()
  assert.equal(await copied(other, () => other.keyboard.press('Shift+Y')), link)
  for (const odd of ['?in=40&out=20', '?in=-3&out=5', '?in=500&out=900', '?in=x&out=y', '?in=4']) {
    await other.goto(`/app/production/${scene.prId}/clip/${moId}${odd}`)
    await waitForFrame(other, 0)
    assert.equal(await other.getByRole('button', { name: 'Clear the marks' }).count(), 0, odd)
  }
  for (const one of [page, other]) one.assertClean()
})

test('a link to a subtitle opens at its frames, with these subtitles shown', { skip }, async () => {
  const page = await openClip(`/app/production/${scene.prId}/clip/${moId}?t=55`)
  await waitForFrame(page, 55)
  await page.getByRole('button', { name: 'Subtitles' }).waitFor()
  await page.locator('#content').focus()
  await page.keyboard.press('Shift+C')
  await page.getByRole('button', { name: 'Copy link', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy link to this subtitle', disabled: false }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#content').focus()
  const link = await copied(page, () => page.keyboard.press('u'))
  assert.deepEqual(readQuery(link), { in: '50', out: '70', subtitles: 'en', preset: 'tv' })
  // Somebody who has never shown any.
  const other = await openClip(link)
  await waitForFrame(other, 50)
  // As teletext, which the preset asks for.
  await other.locator('.preview[data-teletext="true"] .preview-run', { hasText: 'Good night.' }).waitFor()
  assert.equal(await copied(other, () => other.keyboard.press('u')), link)
  for (const one of [page, other]) one.assertClean()
})

/** Controls of the bar of the player that lie on others or outside of it. */
function listOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector('.player-bar')
    const { left = 0, right = 0 } = bar?.getBoundingClientRect() ?? {}
    const controls = '.player-controls :is(button, select, input, output, .player-total, .player-rate)'
    const boxes = Array.from(document.querySelectorAll<HTMLElement>(controls))
      .filter(element => element.checkVisibility() && !element.closest('[popover]'))
      .map(element => ({
        name: element.getAttribute('aria-label') ?? element.className,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 1)
    return boxes.flatMap(({ name, box }, index) => {
      const others = boxes
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 0.5 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 0.5,
        )
        .map(other => `${name} lies on ${other.name}`)
      return box.left < left - 0.5 || box.right > right + 0.5 ? [...others, `${name} is outside`] : others
    })
  })
}

test('with all that it can hold, nothing in the bar of the player lies on anything else, however wide it is', {
  skip: leftToAll,
}, async () => {
  const page = await openClip(`/app/production/${scene.prId}/clip/${moId}?in=5&out=80`)
  await waitForFrame(page, 5)
  for (const part of ['Subtitles', 'Clear the marks', 'Loop', 'Copy link']) {
    await page.getByRole('button', { name: part, exact: true }).waitFor()
  }
  await page.getByLabel('Quality').waitFor({ state: 'attached' })
  const faults: string[] = []
  for (const width of [1920, 1680, 1536, 1440, 1366, 1280, 1200, 1100, 1024, 960, 900, 800, 700, 600, 390, 360, 320]) {
    await page.setViewportSize({ width, height: 900 })
    faults.push(...(await listOverlaps(page)).map(fault => `${width}: ${fault}`))
    await assertFits(page)
  }
  // In a low window the comments are beside the picture down to another width.
  for (const width of [958, 860, 760, 759]) {
    await page.setViewportSize({ width, height: 700 })
    faults.push(...(await listOverlaps(page)).map(fault => `${width} × 700: ${fault}`))
  }
  assert.deepEqual(faults, [])
  page.assertClean()
})

test('on a phone links to the frame and to the range are in a menu, that to a comment is below it', {
  skip: leftToAll,
}, async () => {
  const page = await openPage(scene.browser, scene.kit, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInOn(page, 'admin', adminPassword)
  const { prId } = scene
  const body = { funnel: 'ReviewComment', start: 12, end: 13, description: 'Too dark' }
  const query = { waitForIndex: true }
  const comment = await scene.kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query })
  await page.goto(`/app/production/${prId}/clip/${moId}?in=25&out=51`)
  await waitForFrame(page, 25)
  const choose = async (name: string) => {
    await page.locator('.player').getByRole('button', { name: 'Copy link' }).tap()
    await page.getByRole('menuitem', { name }).tap()
  }
  assert.deepEqual(readQuery(await copied(page, () => choose('Copy link to this frame'))), { t: '25' })
  assert.deepEqual(readQuery(await copied(page, () => choose('Copy link to the marked range'))), {
    in: '25',
    out: '51',
  })
  const thread = page.locator('.thread', { hasText: 'Too dark' })
  const ofComment = await copied(page, () => thread.getByRole('button', { name: 'Copy link' }).tap())
  assert.deepEqual(readQuery(ofComment), { comment: String(comment.id) })
  await assertAccessible(page)
  page.assertClean()
})
