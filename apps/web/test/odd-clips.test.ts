import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../server/test/service.ts'
import { assertAccessible, assertFits, browserIsMissing, openPage, signInOn, type WatchedPage } from './browser.ts'
import { createOddClips, type OddClips, type OddName } from './odd-clips.ts'
import { listPages, toUnlistedPages } from './odd-pages.ts'
import { createReviewScene, type ReviewScene } from './review-scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let odd: OddClips
let share: string
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  odd = await createOddClips(scene)
  const { kit } = scene
  const { prId, collectionId: id, ids } = odd
  const body = {
    label: 'Dailies',
    permissions: ['VIEW', 'ANNOTATE', 'DOWNLOAD'] as ('VIEW' | 'ANNOTATE' | 'DOWNLOAD')[],
  }
  const created = await kit.admin.sharing.createShare({ prId, id, body })
  share = `/app/share/${prId}/${created.id}?clip=#token=${encodeURIComponent(created.token ?? '')}`
  await kit.admin.subtitles.getSubtitleOfLanguage({ prId, moId: ids.film, language: 'en' })
})
after(() => scene?.stop())

/** Until nothing is loading any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.body.textContent?.includes('Loading …') &&
      Array.from(document.images).every(({ complete }) => complete),
  )
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

test('with clips of every odd kind each page fits, can be read by all and logs no error', { skip }, async () => {
  const page = await open('/app')
  const faults: string[] = []
  const expect = (place: string, check: () => unknown) =>
    Promise.try(check).catch((error: Error) => faults.push(`${place}: ${error.message}`))
  const pages = listPages(odd, scene.kit.accountId, share)
  assert.deepEqual(toUnlistedPages(pages), [])
  for (const [address, content] of pages) {
    await page.goto(address)
    for (const viewport of sizes) {
      const place = `${address}, ${viewport.width} wide`
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: 'light' })
      await expect(place, () => content(page).then(() => settle(page)))
      await expect(place, () => assertAccessible(page))
      await expect(place, () => assertFits(page))
      await keepPicture(page, place)
      // Of what axe checks, only the contrast depends on the scheme.
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(`${place}, dark`, () => assertAccessible(page, ['color-contrast']))
      await keepPicture(page, `${place}, dark`)
    }
  }
  await expect('all pages', () => page.assertClean())
  assert.deepEqual(faults, [])
})

/** For people who look themselves: `RUSHES_TEST_PICTURES` names a folder. */
async function keepPicture(page: Page, place: string): Promise<void> {
  const folder = process.env.RUSHES_TEST_PICTURES
  if (folder === undefined) return
  await page.screenshot({ path: join(folder, `${place.replaceAll(/[^\w=]+/g, '-')}.png`) })
}

async function open(address: string, viewport = sizes[0]): Promise<WatchedPage> {
  const page = await openPage(scene.browser, scene.kit, { viewport: viewport ?? null })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(address)
  return page
}

const inLibrary = (prId: number, path = '') => `/app/production/${prId}${path}`
const ofClip = (name: OddName) => inLibrary(odd.prId, `/clip/${odd.ids[name]}`)

/** Fails unless each of these can be clicked in its middle and lies below those of the rows before. */
async function assertApart(page: Page, selector: string): Promise<void> {
  const covered = await page.locator(selector).evaluateAll(elements =>
    elements.flatMap(element => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const found = document.elementFromPoint(left + width / 2, top + height / 2)
      return element.contains(found) || found?.contains(element) ? [] : [element.textContent]
    }),
  )
  assert.deepEqual(covered, [])
}

test('an upright picture leaves the rows of the library as high as others', { skip }, async () => {
  const page = await open(inLibrary(odd.plainPrId))
  await page.locator('.clip-cell-picture img').nth(1).waitFor()
  await page.waitForFunction(() => Array.from(document.images).every(({ complete }) => complete))
  const heights = await page.locator('.clip-cell').evaluateAll(cells => cells.map(cell => cell.scrollHeight))
  assert.deepEqual(heights, [208, 208])
  await assertApart(page, '.clip-cell-name')
  page.assertClean()
})

test('a production without custom fields has a list with a line for each clip', { skip }, async () => {
  const page = await open(inLibrary(odd.plainPrId, '?view=list'))
  await page.locator('.clip-line .clip-cell-name').nth(1).waitFor()
  const heights = await page.locator('.clip-cell-link').evaluateAll(lines => lines.map(line => line.scrollHeight))
  assert.ok(
    heights.every(height => height <= 56),
    String(heights),
  )
  await assertApart(page, '.clip-line .clip-cell-name')
  await page.locator('.clip-cell-link', { hasText: 'Portrait' }).click()
  await page.getByRole('heading', { level: 1, name: 'Portrait' }).waitFor()
  page.assertClean()
})

test('a custom field whose name has a space leaves the filters, the list and its columns as they are', {
  skip,
}, async () => {
  const page = await open(inLibrary(odd.prId, '?view=list'))
  await page.getByRole('button', { name: 'close 1' }).waitFor()
  await page.locator('.clip-heads', { hasText: 'Shot size' }).waitFor()
  await page.locator('.clip-cell-link', { hasText: 'Portrait' }).waitFor()
  page.assertClean()
})

test('an empty library says what to do, and opens the choice of files', { skip }, async () => {
  const page = await open(inLibrary(odd.emptyPrId))
  await page.getByRole('heading', { name: 'No clips yet' }).waitFor()
  const { width = 0 } = (await page.locator('.no-clips').boundingBox()) ?? {}
  assert.ok(width > 900, `${width} wide`)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await chosen
  page.assertClean()
})

test('a search that cannot be read says so in plain words until it is another one', { skip }, async () => {
  const page = await open(inLibrary(odd.prId))
  page.expectErrors(/400/)
  await page.locator('.clip-cell-link').first().waitFor()
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('name:(')
  await search.press('Enter')
  await page.getByText('This search cannot be read. Check its brackets and quotation marks.').waitFor()
  assert.equal(await page.getByText(/position|Unexpected/).count(), 0)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.locator('.clip-cell-link').first().waitFor()
  assert.equal(await page.getByText('cannot be read').count(), 0)
  page.assertClean()
})

test('a clip whose work has failed says why and lets one try again; its kind is a word', { skip }, async () => {
  const page = await open(inLibrary(odd.prId))
  await page.locator('.clip-cell', { hasText: 'Broken' }).getByText('Unknown').waitFor()
  assert.equal(await page.getByText('PENDING').count(), 0)
  await page.goto(ofClip('broken'))
  const notice = page.locator('.player-screen')
  await notice.getByText('This clip could not be prepared. The file holds neither picture nor sound.').waitFor()
  const asked = page.waitForResponse(response => response.url().includes('/redo'))
  await notice.getByRole('button', { name: 'Try again' }).click()
  assert.ok((await asked).ok())
  await notice.getByText('could not be prepared').waitFor()
  page.assertClean()
})

test('documents, pictures and sound are shown as what they are', { skip }, async () => {
  const page = await open(ofClip('document'))
  const notice = page.locator('.player-screen')
  await notice.getByText('This is a document. It cannot be shown here.').waitFor()
  await notice.getByText(/^Call sheet\.pdf \d+ bytes?$/i).waitFor()
  const download = page.waitForEvent('download')
  await notice.getByRole('button', { name: 'Download the file' }).click()
  assert.equal((await download).suggestedFilename(), 'Call sheet.pdf')
  await page.getByLabel('Comment', { exact: true }).waitFor()
  const subtitles = page.getByRole('link', { name: 'Subtitles' })
  await subtitles.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('button', { name: 'Mark on the picture' }).count(), 0)
  await page.goto(ofClip('still'))
  await page.getByRole('img', { name: 'The film' }).waitFor()
  await page.getByLabel('Comment', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Mark on the picture' }).waitFor()
  await subtitles.waitFor({ state: 'detached' })
  await page.goto(ofClip('sound'))
  await page.getByText('Sound only').waitFor()
  await subtitles.waitFor()
  const { height = 0 } = (await page.locator('.player-screen').boundingBox()) ?? {}
  assert.ok(height < 200, `${height} high`)
  await page.goto(ofClip('noFile'))
  await page.getByText('This clip has no file yet.').waitFor()
  page.assertClean()
})

test('a pin at the first frame lies on the line, and a first comment moves no control', { skip }, async () => {
  const page = await open(ofClip('film'))
  const pin = (await page.locator('.time-line-pin').boundingBox())?.x ?? 0
  const line = (await page.locator('.time-line-track').boundingBox())?.x ?? 0
  assert.ok(pin >= line, `${pin} ${line}`)
  await page.goto(ofClip('oneFrame'))
  await page.locator('video').waitFor()
  const before = await page.locator('.player-controls').boundingBox()
  await page.getByRole('textbox', { name: /^Comment at/ }).fill('The first one')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.time-line-pin').waitFor()
  assert.deepEqual(await page.locator('.player-controls').boundingBox(), before)
  page.assertClean()
})

test('the way back from a clip leads to the search, the filters and the place that one came from', {
  skip,
}, async () => {
  const page = await open(inLibrary(odd.prId), { width: 1000, height: 500 })
  await page.getByRole('button', { name: /^Video/ }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('*e*')
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter')
  await page.getByText('4 clips', { exact: true }).waitFor()
  // Browsers report in the next frame that a list was scrolled.
  const top = await page.locator('.virtual').evaluate(async list => {
    const isScrolled = new Promise(resolve => list.addEventListener('scroll', resolve, { once: true }))
    list.scrollTo(0, list.scrollHeight)
    await isScrolled
    return list.scrollTop
  })
  assert.ok(top > 0)
  const { search } = new URL(page.url())
  // Without Playwright's own scrolling.
  await page
    .locator('.clip-cell-link')
    .last()
    .evaluate((link: HTMLElement) => link.click())
  await page.getByRole('heading', { name: /comment/ }).waitFor()
  // The clips are there before what takes height from their list.
  const areClipsShown = Promise.withResolvers<void>()
  await page.route('**/permissions', async route => {
    await areClipsShown.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Library' }).click()
  await page.locator('.clip-cell-link').first().waitFor()
  assert.equal(new URL(page.url()).search, search)
  await page.waitForFunction(() => Number(document.querySelector('.virtual')?.scrollTop) > 0)
  areClipsShown.resolve()
  await page.getByLabel('Files').waitFor({ state: 'attached' })
  await page.waitForFunction(wanted => document.querySelector('.virtual')?.scrollTop === wanted, top)
  page.assertClean()
})

test('on a phone the way back from a clip leads to the place in the window and in the list that one came from', {
  skip,
}, async () => {
  const page = await open(inLibrary(odd.prId), { width: 390, height: 600 })
  await page.locator('.clip-cell-link').first().waitFor()
  await page.getByLabel('Files').waitFor({ state: 'attached' })
  const readTops = () =>
    page.evaluate(() => [Math.round(scrollY), Math.round(document.querySelector('.virtual')?.scrollTop ?? 0)])
  await page.locator('.virtual').evaluate(async list => {
    const scrolled = (target: EventTarget) =>
      new Promise(resolve => target.addEventListener('scroll', resolve, { once: true }))
    const areScrolled = [scrolled(document), scrolled(list)]
    scrollTo(0, document.documentElement.scrollHeight)
    list.scrollTo(0, 250)
    await Promise.all(areScrolled)
  })
  const tops = await readTops()
  assert.ok(
    tops.every(top => top > 0),
    String(tops),
  )
  const leave = () =>
    page
      .locator('.clip-cell-link')
      .last()
      .evaluate((link: HTMLElement) => link.click())
  const isBack = () =>
    page.waitForFunction(
      ([windowTop, top]) =>
        Math.round(scrollY) === windowTop && Math.round(document.querySelector('.virtual')?.scrollTop ?? 0) === top,
      tops,
    )
  await leave()
  await page.getByRole('heading', { name: /comment/ }).waitFor()
  assert.equal((await readTops())[0], 0)
  await page.getByRole('link', { name: 'Library' }).click()
  await isBack()
  await leave()
  await page.getByRole('heading', { name: /comment/ }).waitFor()
  await page.goBack()
  await isBack()
  page.assertClean()
})

test('on a phone the button of the filters is as high in the list view as in the grid', { skip }, async () => {
  const page = await open(inLibrary(odd.prId), { width: 390, height: 844 })
  const heights: (number | undefined)[] = []
  for (const view of ['', '?view=list']) {
    await page.goto(inLibrary(odd.prId, view))
    await page.locator('.clip-cell-link').first().waitFor()
    const opener = page.getByRole('button', { name: 'Collections and filters' })
    heights.push((await opener.boundingBox())?.height)
    assert.equal(await opener.getAttribute('aria-expanded'), 'false')
  }
  assert.equal(heights[0], heights[1])
  assert.ok(Number(heights[0]) >= 44 && Number(heights[0]) < 60, String(heights))
  page.assertClean()
})

test('a comment or a reply that was begun is not left behind unasked', { skip }, async () => {
  const page = await open(ofClip('film'))
  const question = page.getByRole('dialog', { name: 'Not saved yet' })
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  await field.fill('Half a thought')
  await page.getByRole('link', { name: 'Library' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await field.inputValue(), 'Half a thought')
  await field.fill('')
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByLabel('Reply to admin').fill('Half an answer')
  await page.getByLabel('Show', { exact: true }).selectOption('resolved')
  assert.equal(await page.getByLabel('Reply to admin').inputValue(), 'Half an answer')
  await page.getByRole('link', { name: 'Library' }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await page.locator('.clip-cell-link').first().waitFor()
  page.assertClean()
})

test('without a connection a comment says so in plain words and stays', { skip }, async () => {
  const page = await open(ofClip('film'))
  page.expectErrors(/./)
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  await field.fill('Said on the train')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The service cannot be reached. Check your connection and try again.').waitFor()
  assert.equal(await field.inputValue(), 'Said on the train')
})
