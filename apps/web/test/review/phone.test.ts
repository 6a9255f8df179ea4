import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import type { Locator, Page } from 'playwright-core'
import { addShots } from '../../../server/test/scene/subtitles.ts'
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
import { assertTransportFits } from './acts.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let moId: number
let collectionId: number
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  const { kit, prId } = scene
  collectionId = (await kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })).id
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 4, attachToEoId: collectionId })
  await addShots(kit, prId, moId, 0, 50)
  for (const start of [0, 20, 22]) {
    const body = { funnel: 'ReviewComment', start, end: start + 1, description: `At ${start}` }
    await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query: { waitForIndex: true } })
  }
})
after(() => scene?.stop())

async function openPhone(path: string, viewport = { width: 390, height: 844 }) {
  const page = await openPage(scene.browser, scene.kit, { viewport, hasTouch: true, isMobile: true })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}${path}`)
  return page
}

/** What is too small to be hit by a finger. Links within a text, and a name on a card that is one target itself, may be. */
function listSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls =
      'button, a[href], input, select, summary, textarea, [role=slider], [role=treeitem], [role=menuitem]'
    return Array.from(document.querySelectorAll<HTMLElement>(controls)).flatMap(control => {
      if (control.closest('.skip, .only-heard, .comment-text, .clip-cell') || !control.checkVisibility()) return []
      // The whole label of a box can be hit, and all around the text of a field.
      const target = control.closest('label, .comment-field') ?? control
      const { width, height, bottom, top, right, left } = target.getBoundingClientRect()
      if (width === 0 || bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return []
      // Fractions of a pixel are lost in sums.
      const isSmall = width < 43.5 || height < 43.5
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 30)
      return isSmall ? [`${control.localName}.${control.className} “${name}” ${width} × ${height}`] : []
    })
  })
}

test('what is touched on a phone is 44 pixels large', { skip: leftToAll }, async () => {
  const page = await openPhone(`/clip/${moId}`)
  await waitForFrame(page, 0)
  await page.getByText('At 22').first().waitFor()
  const small: string[] = []
  const look = async (place: string) => {
    for (const fault of await listSmall(page)) small.push(`${place}: ${fault}`)
    await assertFits(page)
    await assertAccessible(page)
  }
  await look('review')
  for (const panel of ['Info', 'Transcript', 'Files']) {
    await page.getByRole('tab', { name: panel }).tap()
    await page.getByRole('tabpanel', { name: panel }).waitFor()
    await look(panel)
  }
  await page.goto(`/app/production/${scene.prId}`)
  await page.locator('.clip-cell-link').first().waitFor()
  const { y = Number.NaN } = (await page.locator('.clip-cell').first().boundingBox()) ?? {}
  assert.ok(y < 230, `the first clip begins at ${y}`)
  await look('library')
  await page.getByRole('button', { name: 'Side panel' }).tap()
  await page.getByRole('treeitem', { name: /Dailies/ }).waitFor()
  await look('side panel')
  await page.keyboard.press('Escape')
  // A panel that closes gives the focus back to what opened it.
  await page.getByRole('treeitem', { name: /Dailies/ }).waitFor({ state: 'hidden' })
  await page.getByRole('grid').focus()
  await page.keyboard.press('Home')
  await page.getByRole('toolbar').waitFor()
  await look('selection')
  // Toasts lie above the bar of what is selected, whose place the foot of a table changes.
  for (const view of ['List', 'Grid']) {
    await page.getByRole('button', { name: view, exact: true }).tap()
    await page
      .getByRole(view === 'List' ? 'columnheader' : 'gridcell')
      .first()
      .waitFor()
    const { foot, top } = await page.evaluate(() => {
      const [told, bar] = ['.toasts', '.selection-bar'].map(part => document.querySelector(part))
      return { foot: told?.getBoundingClientRect().bottom, top: bar?.getBoundingClientRect().top }
    })
    assert.ok(Number(foot) <= Number(top), `${view}: toasts end at ${foot}, the bar begins at ${top}`)
  }
  assert.deepEqual(small, [])
  await page.goto(`/app/production/${scene.prId}/clip/${moId}`)
  await assertTransportFits(page, [480, 390, 360])
  page.assertClean()
})

test('a comment is written over the width of a phone, its tools below, above the keyboard', { skip }, async () => {
  const page = await openPhone(`/clip/${moId}`)
  await waitForFrame(page, 0)
  const find = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    assert.ok(box, selector)
    return box
  }
  const look = async (height: number) => {
    const [field, tools, composer, player] = [
      await find('.composer .comment-field'),
      await find('.composer .comment-tools'),
      await find('.composer'),
      await find('.player'),
    ]
    assert.ok(field.width >= 360, `the field is ${field.width} wide`)
    assert.ok(tools.y >= field.y + field.height)
    assert.ok(composer.y >= player.y + player.height, 'the film stays in sight')
    assert.ok(composer.y + composer.height <= height, 'all of it is in sight')
    assert.deepEqual(await listSmall(page), [])
    await assertFits(page)
  }
  await look(844)
  // At rest there is room for what was said.
  assert.ok((await find('.threads')).height >= 88)
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  await field.tap()
  // The keyboard takes the lower part.
  await page.setViewportSize({ width: 390, height: 500 })
  await field.fill('The sky is too bright here, and the left edge shows the boom for a few frames.')
  await look(500)
  const text = await field.evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }))
  assert.ok(text.scrollHeight <= text.clientHeight, 'all of the text is in sight')
  await assertAccessible(page)
  await page.locator('.composer').getByRole('button', { name: 'Send' }).tap()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText('The sky is too bright here').waitFor()
  page.assertClean()
})

test('on its side a phone shows the film as high as the screen, and what is said beside it', {
  skip: leftToAll,
}, async () => {
  const viewport = { width: 844, height: 390 }
  const page = await openPhone(`/clip/${moId}`, viewport)
  await waitForFrame(page, 0)
  const find = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    assert.ok(box, selector)
    return box
  }
  const [player, panel, composer] = [await find('.player'), await find('.review-panel'), await find('.composer')]
  assert.deepEqual([player.y, player.height, panel.y, panel.height], [0, viewport.height, 0, viewport.height])
  assert.ok(panel.x >= player.x + player.width)
  assert.ok(composer.y + composer.height <= viewport.height)
  assert.ok((await find('.player-screen')).height >= viewport.height * 0.6)
  await assertFits(page)
  await assertAccessible(page)
  page.assertClean()
})

test('on a phone all tools of a drawing are in sight, and menus name no keys', { skip: leftToAll }, async () => {
  const page = await openPhone(`/clip/${moId}`)
  await waitForFrame(page, 0)
  await page.getByRole('button', { name: /^Review status/ }).tap({ timeout: 5000 })
  await page.getByRole('menuitemradio', { name: /^Approved/ }).waitFor({ timeout: 5000 })
  assert.ok((await page.locator('.menu-item > .keys').count()) > 0)
  assert.equal(await page.locator('.menu-item > .keys').first().isVisible(), false)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Draw on the picture' }).tap({ timeout: 5000 })
  const tools = page.getByRole('toolbar', { name: 'Drawing' })
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const name of ['Pen', 'White', 'Undo', 'Clear the drawing', 'Done']) {
      const place = await tools.getByRole('button', { name, exact: true }).boundingBox({ timeout: 5000 })
      assert.ok(place && place.x >= 0 && place.x + place.width <= width, `${name} at ${width}: ${place?.x}`)
    }
  }
  assert.deepEqual(await listSmall(page), [])
  await assertAccessible(page)
  await tools.getByRole('button', { name: 'Done' }).tap({ timeout: 5000 })
  await tools.waitFor({ state: 'detached', timeout: 5000 })
  page.assertClean()
})

/** Whether nothing lies on an element, once it is scrolled to. */
async function isReached(element: Locator): Promise<boolean> {
  await element.scrollIntoViewIfNeeded({ timeout: 5000 })
  return element.evaluate(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
}

/** Waits until the thread with this text is in sight, in its list and on the screen. */
async function waitUntilInSight(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    wanted => {
      const list = document.querySelector('.threads')?.getBoundingClientRect()
      const found = Array.from(document.querySelectorAll('.thread')).find(thread =>
        thread.textContent?.includes(wanted),
      )
      const thread = found?.getBoundingClientRect()
      if (!list || !thread || thread.height === 0) return false
      return thread.top >= list.top - 1 && thread.top >= 0 && thread.bottom <= Math.min(list.bottom, innerHeight) + 1
    },
    text,
    { timeout: 5000 },
  )
}

/** In which windows three comments cannot be read, or the field or Send cannot be reached. */
async function listHidden(page: Page, sizes: readonly (readonly [width: number, height: number])[]): Promise<string[]> {
  const faults: string[] = []
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    const list = await page.locator('.threads').evaluate(element => element.clientHeight)
    if (list < 100) faults.push(`${width} × ${height}: the list is ${list} high`)
    const send = page.getByRole('button', { name: 'Send' })
    const texts = [0, 1, 2].map(index => page.locator('.thread .comment-text').nth(index))
    for (const part of [...texts, page.getByRole('textbox', { name: /^Comment at/ }), send]) {
      if (!(await isReached(part))) faults.push(`${width} × ${height}: ${part} is covered`)
    }
    await assertFits(page)
  }
  return faults
}

test('in windows of all usual sizes three comments can be read, and the field and Send be reached, by guests too', {
  skip: leftToAll,
}, async () => {
  const { kit, prId, browser } = scene
  const { id, token = '' } = await kit.admin.sharing.createShare({
    prId,
    id: collectionId,
    body: { permissions: ['VIEW', 'ANNOTATE'] },
  })
  const guest = await openPage(browser, kit, { viewport: { width: 800, height: 900 }, hasTouch: true, isMobile: true })
  await guest.goto(`/app/share/${prId}/${id}#token=${encodeURIComponent(token)}`)
  await guest.getByText('At 22').first().waitFor({ timeout: 15_000 })
  const halves = [
    [600, 900],
    [768, 1024],
    [800, 700],
    [820, 1100],
    [958, 900],
  ] as const
  assert.deepEqual(await listHidden(guest, halves), [])
  guest.assertClean()
  const page = await openPhone(`/clip/${moId}`, { width: 800, height: 900 })
  await waitForFrame(page, 0)
  await page.getByText('At 22').first().waitFor({ timeout: 5000 })
  const faults = await listHidden(page, [
    [360, 600],
    [390, 844],
    [480, 768],
    [600, 900],
    [700, 700],
    [768, 1024],
    [800, 900],
    [820, 1180],
    [834, 1080],
    [900, 700],
    [958, 900],
    [959, 768],
    [960, 600],
    [1024, 768],
    [1280, 700],
    [1440, 900],
    [1920, 1080],
  ])
  assert.deepEqual(faults, [])
  await assertAccessible(page)
  // Where the list does not hold all, what is sent is scrolled to.
  await page.setViewportSize({ width: 960, height: 600 })
  await page.getByLabel('Timecode', { exact: true }).fill('90')
  await page.getByLabel('Timecode', { exact: true }).press('Enter')
  await waitForFrame(page, 90)
  await page.getByRole('textbox', { name: /^Comment at/ }).fill('The last one')
  await page.getByRole('button', { name: 'Send' }).click()
  await waitUntilInSight(page, 'The last one')
  page.assertClean()
})

test('on a phone the frame, the text and Send are in sight together while the keyboard is there, then what was sent', {
  skip,
}, async () => {
  const page = await openPhone(`/clip/${moId}?t=80`)
  await waitForFrame(page, 80)
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  await field.tap()
  // With `interactive-widget=resizes-content` the keyboard takes this much of the page.
  await page.setViewportSize({ width: 390, height: 544 })
  await field.fill('Seen')
  for (const part of [page.locator('video'), field, page.getByRole('button', { name: 'Send' })]) {
    const box = await part.boundingBox()
    assert.ok(box && box.y >= 0 && box.y + box.height <= 544, JSON.stringify(box))
  }
  await assertFits(page)
  // The keyboard of the phone goes, and the comment is there, whatever else was said.
  await field.press('Control+Enter')
  await waitUntilInSight(page, 'Seen')
  assert.equal(await page.locator('.composer :focus').count(), 0)
  page.assertClean()
})
