import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { readSrt } from '@rushes/timed-text'
import { addShots } from '../../server/test/scene/subtitles.ts'
import { adminPassword } from '../../server/test/service.ts'
import { assertAccessible, assertFits, browserIsMissing, openPage, signInOn, type WatchedPage } from './browser.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from './review-scene.ts'
import { chosenText, createSubtitleScene, type SubtitleScene, saved } from './subtitle-scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let kept: SubtitleScene
let moId: number
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 20 })
  await addShots(scene.kit, scene.prId, moId, 0, 100, 200, 350)
  kept = await createSubtitleScene(scene, moId)
})
after(() => scene?.stop())

async function openWindow(page: WatchedPage, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').waitFor()
}

const srt = [
  '1',
  '00:00:01,000 --> 00:00:03,000',
  'Good <i>evening</i>',
  '',
  '2',
  '00:00:04,000 --> 00:00:06,000',
  'Where were you?',
  '',
].join('\n')

test('what an import warns of is said in words', { skip }, async () => {
  const { open } = await kept.create()
  const page = await open()
  await openWindow(page, 'Import a file')
  const text = 'Nobody alive could ever read all of this in so short a time'
  const buffer = Buffer.from(`1\n00:00:01,000 --> 00:00:01,400\n${text}\n`)
  await page.getByLabel('Subtitle file').setInputFiles({ name: 'quick.srt', mimeType: 'text/plain', buffer })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(/Subtitle 1: Too many characters a second \(\d/)
    .first()
    .waitFor()
  assert.equal(await dialog.getByText(/[A-Z]+_[A-Z]+/).count(), 0)
  await assertAccessible(page)
  page.assertClean()
})

test('a file is imported with its report, exported as STL with what that could not hold, and the import is undone', {
  skip,
}, async () => {
  const { open, list } = await kept.create({ start: 0, end: 20, textParts: [{ content: 'before' }] })
  const page = await open()
  await openWindow(page, 'Import a file')
  await assertAccessible(page)
  const buffer = Buffer.from(srt.replace('</i>', ''))
  await page.getByLabel('Subtitle file').setInputFiles({ name: 'evening.srt', mimeType: 'text/plain', buffer })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'Read the file' }).getByText('2 subtitles, srt').waitFor()
  await page.getByRole('dialog').getByText('line 3: <i> is not closed').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.locator('.entry-row', { hasText: 'Good evening' }).waitFor()
  assert.deepEqual(await list(), ['25-75 Good evening', '100-150 Where were you?'])

  await openWindow(page, 'Export')
  await page.getByLabel('Format').selectOption('EBU STL (.stl)')
  await page.getByLabel('File name').fill('broadcast')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('heading', { name: 'broadcast.stl' }).waitFor()
  await page.getByText('What the file could not hold (1):').waitFor()
  await assertAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const path = await (await download).path()
  const file = await readFile(path)
  assert.equal(file.subarray(3, 11).toString('latin1'), 'STL25.01')
  assert.equal((file.length - 1024) / 128, 2)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Undo' }).click()
  await saved(page)
  assert.deepEqual(await list(), ['0-20 before'])
  page.assertClean()
})

test('an import whose window is closed before it has ended can be undone all the same', { skip }, async () => {
  const { open, list } = await kept.create({ start: 0, end: 20, textParts: [{ content: 'before' }] })
  const page = await open()
  const closed = Promise.withResolvers<void>()
  await page.route(/\/workflow\/[^/?]+/, async route => {
    await closed.promise
    await route.continue()
  })
  await openWindow(page, 'Import a file')
  const file = { name: 'evening.srt', mimeType: 'text/plain', buffer: Buffer.from(srt) }
  await page.getByLabel('Subtitle file').setInputFiles(file)
  const begun = page.waitForResponse(response => response.request().method() === 'POST' && response.status() < 300)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await begun
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  closed.resolve()
  await page.locator('.entry-row', { hasText: 'Good evening' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await saved(page)
  assert.deepEqual(await list(), ['0-20 before'])
  page.assertClean()
})

test('SubRip holds everything, and the file says the same', { skip }, async () => {
  const { open } = await kept.create({ start: 25, end: 75, textParts: [{ content: 'Good evening' }] })
  const page = await open()
  await openWindow(page, 'Export')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByText('The file holds everything.').waitFor()
  const address = await page.getByRole('link', { name: 'Download' }).getAttribute('href')
  const text = await (await page.request.get(address ?? '')).text()
  const { document } = readSrt(text)
  assert.deepEqual(
    document.cues.map(({ start, end }) => [start, end]),
    [[1000, 3000]],
  )
  page.assertClean()
})

test('subtitles are made of the transcript, with the progress of each task, and stand beside it', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const { open, list, language } = await kept.create()
  const words = 'Good evening everybody and welcome'.split(' ')
  const parts = words.map((word, index) => ({ word: `${word} `, start: 50 + index * 12, duration: 12 }))
  const body = { paragraphs: [{ speaker: 'Ann', structuredDescription: { parts } }] }
  await kit.admin.transcripts.replaceTranscript({ prId, moId, language, body, query: { waitForIndex: true } })
  const page = await open()
  await openWindow(page, 'Make automatically')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Make', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'Store the subtitles' }).getByText('Done').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.locator('.entry-row').first().waitFor()
  assert.match((await list()).join(' '), /Good evening everybody and welcome/)
  await page.getByText('Made automatically').waitFor()
  await page.getByLabel('Beside').selectOption({ index: 1 })
  await page.locator('.entry-other', { hasText: 'Good evening everybody and welcome' }).waitFor()
  await assertAccessible(page)
  page.assertClean()
})

test('a translation begins with the times and words of its original, and stands beside it', { skip }, async () => {
  const { kit, prId } = scene
  const original = await kept.create(
    { start: 25, end: 75, textParts: [{ content: 'Good evening' }] },
    { start: 100, end: 150, textParts: [{ content: 'Where were you?' }] },
  )
  const page = await openPage(scene.browser, kit)
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}/clip/${moId}`)
  await page.getByRole('link', { name: 'Subtitles' }).click()
  await page.getByRole('heading', { name: 'Subtitles of Scene 12' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'New subtitles' }).click()
  await page.getByLabel('Language').fill('no language')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('This is not the tag of a language').waitFor()
  await page.getByLabel('Language').fill('cy')
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(original.language)
  await page.getByLabel('Begin with').selectOption({ label: `${name} (${original.language}) · Television` })
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.locator('.entry-row', { hasText: 'Where were you?' }).click()
  await page.getByLabel('Beside').selectOption({ label: `${name} (${original.language}) · Television` })
  await chosenText(page).fill('Ble oeddech chi?')
  await page.locator('.entry-row', { hasText: 'Ble oeddech chi?' }).getByText('Where were you?').waitFor()
  await saved(page)
  const { structuredDescription, translatedFromId } = await original.getOther('cy')
  assert.equal(translatedFromId, (await original.get()).id)
  assert.deepEqual(
    structuredDescription.subtitles.map(({ start, end, textParts }) => [start, end, textParts?.[0]?.content]),
    [
      [25, 75, 'Good evening'],
      [100, 150, 'Ble oeddech chi?'],
    ],
  )
  page.assertClean()
})

test('an address without subtitles creates none before it is asked to', { skip }, async () => {
  const { kit, prId, browser } = scene
  const page = await openPage(browser, kit, { viewport: { width: 360, height: 740 } })
  page.expectErrors(/404/)
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}/clip/${moId}/subtitles/eo?preset=tv`)
  await page.getByText('There are no subtitles in eo yet.').waitFor()
  await assertAccessible(page)
  await assertFits(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('No subtitles yet').first().waitFor()
  page.assertClean()
})

test('by the keyboard alone: choosing, writing, times at the frame that is shown, nudging, snapping, joining, the sheet of keys', {
  skip,
}, async () => {
  const { open, list } = await kept.create(
    { start: 30, end: 60, textParts: [{ content: 'one' }] },
    { start: 96, end: 140, textParts: [{ content: 'two' }] },
  )
  const page = await open()
  const { keyboard } = page
  await page.locator('.shell-content').focus()
  await keyboard.press('ArrowDown')
  await page.getByText('Subtitle 1 of 2').waitFor()
  await waitForFrame(page, 30)
  await keyboard.press('.')
  await waitForFrame(page, 31)
  await keyboard.press('i')
  await saved(page)
  await keyboard.press('Shift+ArrowRight')
  await waitForFrame(page, 56)
  await keyboard.press('o')
  await saved(page)
  assert.deepEqual(await list(), ['31-57 one', '96-140 two'])
  await keyboard.press('q')
  await keyboard.press('r')
  await keyboard.press('r')
  await saved(page)
  assert.deepEqual(await list(), ['30-59 one', '96-140 two'])
  await keyboard.press('ArrowDown')
  await page.getByText('Subtitle 2 of 2').waitFor()
  await keyboard.press('t')
  await saved(page)
  // The shot at frame 100 is within half a second.
  assert.deepEqual(await list(), ['30-59 one', '100-140 two'])
  await keyboard.press('Enter')
  await chosenText(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-subtitle-text'))
  // Letters are letters there.
  await keyboard.type(' quit')
  // The film still shows the frame at which the subtitle began before.
  await keyboard.press('F8')
  await saved(page)
  assert.deepEqual(await list(), ['30-59 one', '96-140 two quit'])
  await keyboard.press('Home')
  await keyboard.press('Backspace')
  await saved(page)
  assert.deepEqual(await list(), ['30-140 one\ntwo quit'])
  await keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.classList.contains('entry-row'))
  await keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await assertAccessible(page)
  await page.getByLabel('Use single keys').uncheck()
  await keyboard.press('Escape')
  await page.locator('.shell-content').focus()
  await keyboard.press('Delete')
  await keyboard.press('Control+z')
  await saved(page)
  assert.deepEqual(await list(), ['30-59 one', '96-140 two quit'])
  page.assertClean()
})

test('subtitles are dragged on the line by whole frames, stick to shots, and move by keys', { skip }, async () => {
  const { open, list } = await kept.create({ start: 120, end: 180, textParts: [{ content: 'one' }] })
  const page = await open()
  await page.locator('.entry-row').first().click()
  const block = page.locator('.spotting-block')
  await block.scrollIntoViewIfNeeded()
  const [grip, box] = [await page.locator('.spotting-end[data-side="end"]').boundingBox(), await block.boundingBox()]
  assert.ok(grip && box)
  const perFrame = box.width / 60
  // 18 frames on is two frames before the shot at 200.
  await page.mouse.move(grip.x + 5, grip.y + 20)
  await page.mouse.down()
  await page.mouse.move(grip.x + 5 + 18 * perFrame, grip.y + 20, { steps: 5 })
  await page.mouse.up()
  await saved(page)
  assert.deepEqual(await list(), ['120-200 one'])
  await block.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+ArrowRight')
  await saved(page)
  assert.deepEqual(await list(), ['120-200 one'])
  await page.keyboard.press('ArrowRight')
  await saved(page)
  assert.deepEqual(await list(), ['121-201 one'])
  await page.getByRole('button', { name: 'Show less of the film' }).click()
  await assertAccessible(page)
  page.assertClean()
})

test('two thousand subtitles scroll and are typed in without waiting', { skip }, async () => {
  const count = 2000
  const entries = Array.from({ length: 500 }, (_, index) => ({
    start: index,
    end: index + 1,
    textParts: [{ content: `entry ${index}` }],
  }))
  const { open, list } = await kept.create(...[0, 1, 2, 3].flatMap(() => entries))
  const page = await open()
  await page.getByText(`${count} subtitles,`).waitFor()
  assert.ok((await page.locator('.entry-row').count()) < 40)
  const typed = await page.evaluate(async () => {
    const field = () => document.querySelector<HTMLTextAreaElement>('[data-subtitle-text]')
    document.querySelector<HTMLElement>('.entry-row')?.click()
    await new Promise(requestAnimationFrame)
    const taken: number[] = []
    for (let letter = 0; letter < 20; letter++) {
      const element = field()
      if (!element) throw new Error('there is no field')
      const begun = performance.now()
      element.value += 'x'
      element.dispatchEvent(new InputEvent('input', { bubbles: true }))
      await new Promise(requestAnimationFrame)
      taken.push(performance.now() - begun)
    }
    return taken.sort((a, b) => a - b)
  })
  // On a machine that does other things as well; alone a letter takes some ten milliseconds.
  assert.ok((typed[10] ?? Number.NaN) < 250, `letters took ${typed.map(Math.round).join(', ')} ms`)
  await saved(page)
  assert.equal((await list()).length, count)
  assert.match((await list())[0] ?? '', /x{20}$/)
  await page.locator('.entry-list .virtual').evaluate(element => element.scrollTo(0, element.scrollHeight))
  await page.locator('.entry-number', { hasText: /^2000$/ }).waitFor()
  page.assertClean()
})
