import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
import { filterComments } from '../review/acts.ts'
import { createReviewScene, type ReviewScene } from '../review/scene.ts'
import { createOddClips, type OddClips, type OddName } from './odd-clips.ts'

const skip = browserIsMissing
let scene: ReviewScene
let odd: OddClips
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  odd = await createOddClips(scene)
})
after(() => scene?.stop())

async function open(address: string, viewport = { width: 1440, height: 900 }) {
  const page = await openPage(scene.browser, scene.kit, { viewport })
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

test('an upright picture leaves the rows of the library as high as others', { skip: leftToAll }, async () => {
  const page = await open(inLibrary(odd.plainPrId))
  await page.locator('.clip-cell-picture img').nth(1).waitFor()
  await page.waitForFunction(() => Array.from(document.images).every(({ complete }) => complete))
  const heights = await page.locator('.clip-cell').evaluateAll(cells => cells.map(cell => cell.scrollHeight))
  assert.equal(heights.length, 2)
  assert.equal(heights[0], heights[1])
  const row = (await page.locator('.virtual-row').boundingBox())?.height ?? 0
  assert.ok(
    heights.every(height => height <= row),
    `${heights} in ${row}`,
  )
  await assertApart(page, '.clip-cell-name')
  page.assertClean()
})

test('the pointer scrubs through a film: its small pictures are loaded once, and not where it only passes', {
  skip,
}, async () => {
  const page = await open(inLibrary(odd.plainPrId))
  let asked = 0
  page.on('request', request => {
    if (request.url().includes('/sprite.vtt')) asked += 1
  })
  const card = page.locator('.clip-cell', { hasText: 'Film' })
  const picture = card.locator('.clip-cell-picture')
  const { x = 0, y = 0, width = 0 } = (await picture.boundingBox()) ?? {}
  assert.equal(await picture.locator('.card-duration').textContent(), '00:00:02:00')
  // Without waiting for the first: beside other tests that may take as long as somebody stays who wants to see.
  await Promise.all([page.mouse.move(x + width / 4, y + 40), page.mouse.move(x - 400, y + 40)])
  assert.equal(asked, 0)
  await page.mouse.move(x + width * 0.9, y + 40)
  await picture.and(page.locator('[data-scrubbing]')).waitFor()
  const late = await picture.locator('.card-duration').textContent()
  assert.match(late ?? '', /^10:00:01:/)
  await page.mouse.move(x + width * 0.1, y + 40)
  assert.match((await picture.locator('.card-duration').textContent()) ?? '', /^10:00:00:/)
  await page.mouse.move(x + width / 2, y + 400)
  await picture.and(page.locator('[data-scrubbing]')).waitFor({ state: 'detached' })
  assert.equal(await picture.locator('.card-duration').textContent(), '00:00:02:00')
  await page.mouse.move(x + width / 2, y + 40)
  await picture.and(page.locator('[data-scrubbing]')).waitFor()
  assert.equal(asked, 1)
  page.assertClean()
})

test('cards say what the clips are: format, length, comments, sound as a waveform', { skip }, async () => {
  const page = await open(inLibrary(odd.prId))
  const card = (name: string) => page.locator('.clip-cell', { hasText: name })
  await card('Film').getByText('Approved').waitFor()
  await card('Film').locator('.card-comments', { hasText: '1' }).waitFor()
  await card('Film').getByText('320×180 25p').waitFor()
  await card('Sound').getByText('48 kHz 1 ch').waitFor()
  await card('Sound').locator('.card-waveform path').waitFor({ state: 'attached' })
  await card('Drop').locator('.card-duration', { hasText: '00:00:02;00' }).waitFor()
  await card('Call sheet').getByText('Document').waitFor()
  await card('Portrait').getByText('180×320 25p').waitFor()
  await page.getByRole('gridcell', { name: /Film\s+00:00:02:00\s+Approved\s+1\s+open comment/ }).waitFor()
  // However small a card is, its length does not touch its format.
  for (const width of [1440, 600, 390, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await page.locator('.card-duration').first().waitFor()
    const touching = await page.locator('.card-frame').evaluateAll(cards =>
      cards.flatMap(card => {
        const [length, format] = ['.card-duration', '.card-format'].map(part => {
          return card.querySelector(part)?.getBoundingClientRect()
        })
        if (!length?.width || !format?.width) return []
        return length.right < format.left || format.bottom < length.top ? [] : [card.textContent]
      }),
    )
    assert.deepEqual(touching, [], `${width} wide`)
  }
  page.assertClean()
})

test('a production without custom fields has a list with a line for each clip', { skip: leftToAll }, async () => {
  const page = await open(inLibrary(odd.plainPrId, '?view=list'))
  await page.locator('.table-row .clip-cell-name').nth(1).waitFor()
  const heights = await page.locator('.table-row').evaluateAll(lines => lines.map(line => line.scrollHeight))
  assert.ok(
    heights.every(height => height <= 40),
    String(heights),
  )
  await assertApart(page, '.table-row .clip-cell-name')
  await page.locator('.clip-cell-link', { hasText: 'Portrait' }).click()
  await page.getByRole('heading', { level: 1, name: 'Portrait' }).waitFor()
  page.assertClean()
})

test('a custom field whose name has a space leaves the filters, the list and its columns as they are', {
  skip: leftToAll,
}, async () => {
  const page = await open(inLibrary(odd.prId, '?view=list'))
  await page.getByRole('checkbox', { name: 'close' }).waitFor()
  await page.getByRole('columnheader', { name: 'Shot size' }).waitFor()
  await page.locator('.clip-cell-link', { hasText: 'Portrait' }).waitFor()
  page.assertClean()
})

test('an empty library says what to do, and opens the choice of files', { skip }, async () => {
  const page = await open(inLibrary(odd.emptyPrId))
  await page.getByRole('heading', { name: 'No clips yet' }).waitFor()
  const { width = 0, height = 0 } = (await page.locator('.no-clips').boundingBox()) ?? {}
  assert.ok(width > 800 && height > 400, `${width} wide, ${height} high`)
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
  const card = page.locator('.clip-cell', { hasText: 'Broken' })
  await card.locator('.card-message', { hasText: 'The file holds neither picture nor sound.' }).waitFor()
  await card.getByRole('button', { name: 'Retry' }).waitFor()
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

test('documents, pictures and sound are shown as what they are', { skip: leftToAll }, async () => {
  const page = await open(ofClip('text'))
  const notice = page.locator('.player-screen')
  await notice.getByText('This is a document. It cannot be shown here.').waitFor()
  await notice.getByText(/^Notes\.txt \d+(\.\d+)? k?B/i).waitFor()
  const download = page.waitForEvent('download')
  await notice.getByRole('button', { name: 'Download the file' }).click()
  assert.equal((await download).suggestedFilename(), 'Notes.txt')
  await page.getByLabel('Comment', { exact: true }).waitFor()
  const subtitles = page.getByRole('link', { name: 'Subtitles' })
  await subtitles.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('button', { name: 'Draw on the picture' }).count(), 0)
  await page.goto(ofClip('still'))
  await page.getByRole('img', { name: 'The film' }).waitFor()
  await page.getByLabel('Comment', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Draw on the picture' }).waitFor()
  await subtitles.waitFor({ state: 'detached' })
  await page.goto(ofClip('sound'))
  await page.getByText('Sound only').waitFor()
  await subtitles.waitFor()
  const { height = 0 } = (await page.locator('.player-screen').boundingBox()) ?? {}
  assert.ok(height < 200, `${height} high`)
  const wave = await page.locator('.time-line-wave').boundingBox()
  assert.ok(wave && wave.height >= 200, `${wave?.height} high`)
  // It has no pictures a second, and is not of the quality of a picture.
  assert.doesNotMatch((await page.locator('.player-controls').textContent()) ?? '', /fps|SD/)
  await page.goto(ofClip('noFile'))
  await page.getByText('This clip has no file yet.').waitFor()
  page.assertClean()
})

test('a PDF is shown page by page, and comments are about its pages', { skip }, async () => {
  const page = await open(ofClip('document'))
  /** The share of the picture that is black. */
  const readBlack = () =>
    page.locator('.pages canvas').evaluate(element => {
      const { width, height } = element as HTMLCanvasElement
      const { data = [] } = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {}
      let black = 0
      for (let pixel = 0; pixel < width * height; pixel++) if ((data[pixel * 4] ?? 255) < 128) black += 1
      return black / (width * height)
    })
  const assertBlack = async (wanted: number) => {
    const black = await readBlack()
    assert.ok(Math.abs(black - wanted) < 0.01, `${black} of it is black`)
  }
  const shown = (number: number) => page.locator(`.pages canvas[data-page="${number}"]`).waitFor()
  await shown(1)
  await assertBlack(0.25)
  await page.getByRole('button', { name: 'Next page' }).click()
  await shown(2)
  await assertBlack(0.05)
  await page.getByRole('textbox', { name: 'Comment at page 2' }).fill('Wrong date')
  await page.getByRole('button', { name: 'Send' }).click()
  const place = page.locator('.thread', { hasText: 'Wrong date' }).getByRole('button', { name: 'page 2' })
  await place.waitFor()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await shown(1)
  await place.click()
  await shown(2)
  assert.equal(await page.getByRole('button', { name: 'Comment on a range' }).count(), 0)
  await assertAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await assertFits(page)
  page.assertClean()
})

test('a pin at the first frame lies on the line, and a first comment moves no control', {
  skip: leftToAll,
}, async () => {
  const page = await open(ofClip('film'))
  const pin = (await page.locator('.time-line-pin').boundingBox())?.x ?? 0
  const line = (await page.locator('.time-line-track').boundingBox())?.x ?? 0
  assert.ok(pin >= line, `${pin} ${line}`)
  await page.goto(ofClip('oneFrame'))
  // With its pictures the time line has its whole height.
  await page.locator('.time-line-shots').waitFor()
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
  await page.getByRole('checkbox', { name: 'Video' }).check()
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
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).press('Enter')
  await page.locator('.clip-cell-link').first().waitFor()
  assert.equal(new URL(page.url()).search, search)
  await page.waitForFunction(() => Number(document.querySelector('.virtual')?.scrollTop) > 0)
  areClipsShown.resolve()
  await page.getByLabel('Files').waitFor({ state: 'attached' })
  await page.waitForFunction(wanted => document.querySelector('.virtual')?.scrollTop === wanted, top)
  page.assertClean()
})

test('on a phone the way back from a clip leads to the place in the list that one came from', {
  skip: leftToAll,
}, async () => {
  const page = await open(inLibrary(odd.prId), { width: 390, height: 600 })
  await page.locator('.clip-cell-link').first().waitFor()
  const readTop = () => page.evaluate(() => Math.round(document.querySelector('.virtual')?.scrollTop ?? 0))
  await page.locator('.virtual').evaluate(async list => {
    const isScrolled = new Promise(resolve => list.addEventListener('scroll', resolve, { once: true }))
    list.scrollTo(0, 250)
    await isScrolled
  })
  const top = await readTop()
  assert.ok(top > 0)
  const leave = () =>
    page
      .locator('.clip-cell-link')
      .last()
      .evaluate((link: HTMLElement) => link.click())
  const isBack = () =>
    page.waitForFunction(wanted => Math.round(document.querySelector('.virtual')?.scrollTop ?? 0) === wanted, top)
  await leave()
  await page.getByRole('heading', { name: /comment/ }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).press('Enter')
  await isBack()
  await leave()
  await page.getByRole('heading', { name: /comment/ }).waitFor()
  await page.goBack()
  await isBack()
  page.assertClean()
})

test('a comment or a reply that was begun is there again the next time', { skip }, async () => {
  const page = await open(ofClip('film'))
  const field = page.getByRole('textbox', { name: /^Comment at/ })
  await field.fill('Half a thought')
  await page.reload()
  assert.equal(await field.inputValue(), 'Half a thought')
  await field.fill('')
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByLabel('Reply to admin').fill('Half an answer')
  await filterComments(page, 'Resolved')
  assert.equal(await page.getByLabel('Reply to admin').inputValue(), 'Half an answer')
  await page.reload()
  await page.getByRole('button', { name: 'Reply' }).click()
  assert.equal(await page.getByLabel('Reply to admin').inputValue(), 'Half an answer')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Reply' }).click()
  assert.equal(await page.getByLabel('Reply to admin').inputValue(), '')
  assert.equal(await field.inputValue(), '')
  page.assertClean()
})
