import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import {
  assertAccessible,
  assertFits,
  browserIsMissing,
  closePagesOfTests,
  leftToAll,
  openPage,
  signInOn,
  type WatchedPage,
} from '../browser.ts'
import { waitForStored } from './acts.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let moId: number
let link: string
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  const { kit, prId } = scene
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'For review' } })
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 10, attachToEoId: id })
  const body = { permissions: ['VIEW' as const] }
  const share = await kit.admin.sharing.createShare({ prId, id, body })
  link = `/app/share/${prId}/${share.id}#token=${encodeURIComponent(share.token ?? '')}`
})
after(() => scene?.stop())

async function openClip(query = '', options: Parameters<typeof openPage>[2] = {}): Promise<WatchedPage> {
  const page = await openPage(scene.browser, scene.kit, { viewport: { width: 1440, height: 900 }, ...options })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}/clip/${moId}${query}`)
  await waitForFrame(page, Number(/t=(\d+)/.exec(query)?.[1] ?? 0))
  return page
}

/** Draws from point to point, in percent of the picture. */
async function drag(page: Page, ...points: readonly (readonly [x: number, y: number])[]): Promise<void> {
  const picture = await page.locator('.player .drawing').boundingBox()
  assert.ok(picture)
  const toPlace = ([x, y]: readonly [number, number]) =>
    [picture.x + (picture.width * x) / 100, picture.y + (picture.height * y) / 100] as const
  const [first = [0, 0], ...others] = points
  await page.mouse.move(...toPlace(first))
  await page.mouse.down()
  for (const point of others) await page.mouse.move(...toPlace(point), { steps: 6 })
  await page.mouse.up()
}

async function findComment(words: string) {
  const { kit, prId } = scene
  const search = () => kit.admin.annotations.listAnnotationsOfClip({ prId, moId, query: { q: words } })
  // It is shown before it is stored.
  await until('the comment is found', async () => (await search()).numFound > 0)
  const { results } = await search()
  return kit.admin.annotations.getAnnotation({ prId, anId: Number(results[0]?.id) })
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Comment at/ }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('article').getByText(text).waitFor()
  await waitForStored(page)
}

test('a drawing of every kind is stored, in the thumbnail of its comment, and seen by a guest on a phone', {
  skip,
}, async () => {
  const page = await openClip('?t=54')
  await page.keyboard.press('d')
  const tools = page.getByRole('toolbar', { name: 'Drawing' })
  await tools.getByRole('button', { name: 'Red' }).click()
  await drag(page, [10, 20], [20, 40], [30, 20], [40, 40])
  await tools.getByRole('button', { name: 'Arrow' }).click()
  await drag(page, [60, 60], [45, 45])
  await tools.getByRole('button', { name: 'Line', exact: true }).click()
  await drag(page, [10, 90], [90, 90])
  await tools.getByRole('button', { name: 'Blue' }).click()
  await tools.getByRole('button', { name: 'Box', exact: true }).click()
  await drag(page, [70, 10], [90, 30])
  await drag(page, [1, 1], [99, 99])
  await tools.getByRole('button', { name: 'Undo' }).click()
  await tools.getByRole('button', { name: 'Text', exact: true }).click()
  await drag(page, [50, 50])
  await page.getByRole('textbox', { name: 'Text on the picture' }).fill('Here')
  await page.getByRole('textbox', { name: 'Text on the picture' }).press('Enter')
  await assertAccessible(page)
  await send(page, 'All of these')

  const comment = await findComment('these')
  const { strokes } = comment.structuredDescription as { strokes: { kind: string; points: number[][] }[] }
  assert.deepEqual(
    strokes.map(({ kind }) => kind),
    ['pen', 'arrow', 'line', 'box', 'text'],
  )
  const [pen, arrow] = strokes
  assert.ok(pen && pen.points.length >= 4 && pen.points.length < 60, String(pen?.points.length))
  const [[fromX = 0, fromY = 0] = [], [toX = 0, toY = 0] = []] = arrow?.points ?? []
  for (const [value, wanted] of [
    [fromX, 60],
    [fromY, 60],
    [toX, 45],
    [toY, 45],
  ] as const) {
    assert.ok(Math.abs(value - wanted) < 1, `${value} is not ${wanted}`)
  }
  assert.match(comment.spatial ?? '', /^xywh=percent:/)
  assert.equal(comment.start, 54)
  const thread = page.locator('.thread', { hasText: 'All of these' })
  await thread.locator('.frame-picture canvas[data-frame="54"]').waitFor()
  assert.equal(await thread.locator('.frame-picture .drawing path').count(), 4)
  // The tools are gone, and with another frame the drawing.
  assert.equal(await tools.count(), 0)
  await page.locator('.player .drawing path').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#content').focus()
  await page.keyboard.press('.')
  await page.locator('.player .drawing path').first().waitFor({ state: 'detached' })
  page.assertClean()

  const guest = await openPage(scene.browser, scene.kit, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await guest.goto(link)
  await waitForFrame(guest, 0)
  await guest.locator('.thread', { hasText: 'All of these' }).getByRole('button', { name: '10:00:02:04' }).tap()
  await waitForFrame(guest, 54)
  assert.equal(await guest.locator('.player .drawing path').count(), 4)
  assert.equal(await guest.locator('.player .drawing text').textContent(), 'Here')
  await assertFits(guest)
  await assertAccessible(guest)
  guest.assertClean()
})

test('a drawing that is not sent stays on its frame, and is there again the next time', { skip }, async () => {
  const page = await openClip('?t=54')
  const tools = page.getByRole('toolbar', { name: 'Drawing' })
  const strokes = page.locator('.player .drawing path')
  const field = page.getByRole('textbox', { name: 'Comment at 10:00:02:04' })
  await page.keyboard.press('d')
  await drag(page, [10, 20], [40, 40])
  await strokes.waitFor({ timeout: 5000 })
  await field.fill('Look here')
  await page.locator('#content').focus()
  await page.keyboard.press('.')
  await waitForFrame(page, 55)
  await strokes.waitFor({ state: 'detached', timeout: 5000 })
  await tools.waitFor({ state: 'detached', timeout: 5000 })
  await field.waitFor({ timeout: 5000 })

  await page.goto(`/app/production/${scene.prId}/clip/${moId}?t=60`)
  await waitForFrame(page, 60)
  assert.equal(await field.inputValue({ timeout: 5000 }), 'Look here')
  await page.locator('.composer-place').getByText('1 stroke').waitFor({ timeout: 5000 })
  assert.equal(await strokes.count(), 0)
  await page.locator('#content').focus()
  await page.keyboard.press('d')
  await waitForFrame(page, 54)
  await strokes.waitFor({ timeout: 5000 })
  await tools.getByRole('button', { name: 'Line', exact: true }).click({ timeout: 5000 })
  await drag(page, [10, 90], [90, 90])
  await page.locator('.composer-place').getByText('2 strokes').waitFor({ timeout: 5000 })
  await page.keyboard.press('Control+z')
  await page.locator('.composer-place').getByText('1 stroke', { exact: true }).waitFor({ timeout: 5000 })
  await page.keyboard.press('Home')
  await waitForFrame(page, 0)
  await page.getByRole('button', { name: 'Send' }).click({ timeout: 5000 })
  await page.getByRole('article').getByText('Look here').waitFor({ timeout: 5000 })
  await waitForStored(page)
  const comment = await findComment('look')
  assert.equal(comment.start, 54)
  assert.equal((comment.structuredDescription as { strokes: object[] }).strokes.length, 1)
  // It is not there twice.
  await page.reload()
  await page.getByRole('textbox', { name: /^Comment at/ }).waitFor({ timeout: 5000 })
  assert.equal(await page.locator('.composer-place .comment-origin').count(), 0)
  page.assertClean()
})

test('a box is marked by the keys alone', { skip: leftToAll }, async () => {
  const page = await openClip('?t=70')
  await page.getByRole('button', { name: 'Draw on the picture' }).press('Enter')
  await page.getByRole('button', { name: 'Mark a box with the keys' }).press('Enter')
  const box = page.getByRole('button', { name: /^Box from 35, 35 to 65, 65 percent/ })
  await box.waitFor()
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+ArrowDown']) await page.keyboard.press(key)
  await page.getByRole('button', { name: /^Box from 33, 35 to 63, 66 percent/ }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await send(page, 'By the keys')
  const { spatial, structuredDescription } = await findComment('keys')
  assert.equal(spatial, 'xywh=percent:33,35,30,31')
  const { strokes } = structuredDescription as { strokes: object[] }
  assert.equal(strokes.length, 1)
  page.assertClean()
})

test('in and out make a comment on a range, whose bar is on the time line and which is repeated when it is chosen', {
  skip,
}, async () => {
  const page = await openClip('?t=54')
  await page.locator('#content').focus()
  await page.keyboard.press('i')
  await page.getByLabel('Timecode', { exact: true }).fill('154')
  await page.getByLabel('Timecode', { exact: true }).press('Enter')
  await waitForFrame(page, 154)
  await page.locator('#content').focus()
  await page.keyboard.press('o')
  const field = page.getByRole('textbox', { name: 'Comment at 10:00:02:04 – 10:00:06:04' })
  await field.fill('Too long')
  await field.press('Control+Enter')
  const place = page
    .locator('.thread', { hasText: 'Too long' })
    .getByRole('button', { name: '10:00:02:04 – 10:00:06:04' })
  await place.waitFor()
  const comment = await findComment('long')
  assert.deepEqual([comment.start, comment.end], [54, 55])
  assert.deepEqual(comment.structuredDescription, { range: { start: 54, end: 155 } })
  const track = await page.getByRole('slider', { name: 'Time line' }).boundingBox()
  const bar = await page.locator('.time-line-range').boundingBox()
  assert.ok(track && bar)
  assert.ok(Math.abs(bar.x - track.x - (track.width * 54) / 250) < 2, `${bar.x}`)
  assert.ok(Math.abs(bar.width - (track.width * 101) / 250) < 3, `${bar.width}`)
  // The marks are gone with the comment.
  await page.getByRole('textbox', { name: 'Comment at 10:00:06:04' }).waitFor()

  const returns = page.locator('video').evaluate(
    element =>
      new Promise<number[]>(resolve => {
        const video = element as HTMLVideoElement
        const found: number[] = []
        video.playbackRate = 1
        video.addEventListener('seeking', () => {
          found.push(Math.floor(video.currentTime * 25))
          if (found.length === 3) resolve(found)
        })
      }),
  )
  await place.click()
  assert.deepEqual(await returns, [54, 54, 54])
  await page.locator('.time-line-span').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByLabel('Timecode', { exact: true }).fill('200')
  await page.getByLabel('Timecode', { exact: true }).press('Enter')
  await waitForFrame(page, 200)
  await page.locator('.time-line-span').waitFor({ state: 'detached' })
  page.assertClean()
})

test('the time line is zoomed by Ctrl and the wheel at the pointer, panned by the wheel, and shown whole by its strip', {
  skip: leftToAll,
}, async () => {
  const page = await openClip()
  const track = await page.getByRole('slider', { name: 'Time line' }).boundingBox()
  assert.ok(track)
  const x = track.x + track.width * 0.8 + 1
  await page.mouse.move(x, track.y + 20)
  const hint = page.locator('.time-line-hint')
  await hint.getByText('10:00:08:00').waitFor()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -300)
  await page.keyboard.up('Control')
  const readWindow = () =>
    page.locator('.time-line-window').evaluate((element: HTMLElement) => Number.parseFloat(element.style.width))
  await page.waitForFunction(() => {
    const element = document.querySelector<HTMLElement>('.time-line-window')
    return element !== null && Number.parseFloat(element.style.width) < 50
  })
  // What was under the pointer still is.
  await page.mouse.click(x, track.y + 20)
  await waitForFrame(page, 200)
  const before = await readWindow()
  await page.mouse.wheel(-2000, 0)
  await page.waitForFunction(() => document.querySelector<HTMLElement>('.time-line-window')?.style.left === '0%')
  assert.equal(await readWindow(), before)
  await page.locator('#content').focus()
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('-')
  await page.waitForFunction(() => document.querySelector<HTMLElement>('.time-line-window')?.style.width === '100%')
  page.assertClean()
})

test('a clip is reviewed by the keys alone', { skip: leftToAll }, async () => {
  const { kit, prId } = scene
  for (const [start, description] of [
    [30, 'First note'],
    [90, 'Second note'],
  ] as const) {
    const body = { funnel: 'ReviewComment', start, end: start + 1, description }
    await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query: { waitForIndex: true } })
  }
  const page = await openClip()
  const { keyboard } = page
  await page.getByText('First note').waitFor()
  await page.locator('#content').focus()
  await keyboard.press('Shift+ArrowDown')
  await waitForFrame(page, 30)
  await page.locator('.thread[data-chosen="true"]', { hasText: 'First note' }).waitFor()
  await keyboard.press('r')
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement)
  await keyboard.type('Done')
  await keyboard.press('Control+Enter')
  await page.getByRole('article').getByText('Done').waitFor()
  await page.locator('#content').focus()
  await keyboard.press('Shift+R')
  await page
    .locator('.thread', { hasText: 'First note' })
    .getByText(/^Resolved by admin/)
    .waitFor()
  await keyboard.press('c')
  await keyboard.type('Written by keys')
  await keyboard.press('Control+Enter')
  await page.getByRole('article').getByText('Written by keys').waitFor()
  await keyboard.press('Escape')
  await page.locator('#content').focus()
  await keyboard.press('Shift+1')
  await page.getByRole('button', { name: 'Review status: Not approved' }).waitFor()
  await keyboard.press('m')
  assert.equal(await page.locator('video').evaluate((video: HTMLVideoElement) => video.muted), true)
  await keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Help and keyboard shortcuts' })
  for (const name of ['Play and pause', 'Mark in', 'One frame forward', 'Next comment']) {
    await sheet.getByText(name, { exact: true }).waitFor({ timeout: 5000 })
  }
  await keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached', timeout: 5000 })
  await keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('>mark in')
  await page.getByRole('option', { name: 'Mark in' }).click({ timeout: 5000 })
  await page.getByRole('button', { name: 'Clear the marks' }).waitFor({ timeout: 5000 })
  // Each key acts once.
  const frame = Number(/\d+$/.exec((await page.locator('.player-frame').textContent()) ?? '')?.[0])
  await page.locator('#content').focus()
  await keyboard.press('.')
  await waitForFrame(page, frame + 1)
  page.assertClean()
})
