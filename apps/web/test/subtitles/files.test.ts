import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { readSrt } from '@rushes/timed-text'
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
  type WatchedPage,
} from '../browser.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from '../review/scene.ts'
import { chosenIs, chosenText, createSubtitleScene, entryOf, type SubtitleScene, saved } from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let kept: SubtitleScene
let moId: number
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 20 })
  await addShots(scene.kit, scene.prId, moId, 0, 100, 200, 350)
  kept = await createSubtitleScene(scene, moId)
})
after(() => scene?.stop())

async function openWindow(page: WatchedPage, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(`>${name}`)
  await page.keyboard.press('Enter')
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

test('what an import warns of is said in words', { skip: leftToAll }, async () => {
  const { kit, prId } = scene
  const television = { id: kept.presetId, name: 'Television', basedOn: 'broadcast', default: true }
  const spelled = { ...television, warningSeverities: { SPELLING: 'warning' } }
  await kit.admin.productions.updateSetting({ prId, key: 'subtitlePresets', body: [spelled] })
  const { open, list } = await kept.create()
  const page = await open()
  await openWindow(page, 'Import')
  const text = 'Nobody alive could ever raed all of this in so short a time'
  const buffer = Buffer.from(`1\n00:00:01,000 --> 00:00:01,400\n${text}\n`)
  await page.getByLabel('Subtitle file').setInputFiles({ name: 'quick.srt', mimeType: 'text/plain', buffer })
  // Where it lands is said before, and may be said otherwise.
  await page.getByLabel('From the first frame of the clip: the first subtitle is at 10:00:01:00').waitFor()
  assert.equal(await page.getByLabel('Timecode of the clip: outside the clip').isDisabled(), true)
  assert.equal(await page.getByLabel('Frames a second the file was made for').count(), 0)
  await page.getByLabel('From a timecode of the file').check()
  const start = page.getByLabel('Timecode of the file at the first frame of the clip')
  await start.fill('0:10')
  await start.press('Tab')
  await page.getByText('Timecode as 10:00:00:00').waitFor()
  await assertAccessible(page)
  await start.fill('00:00:00:10')
  await page.getByText('From a timecode of the file: the first subtitle is at 10:00:00:15').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('1 subtitle imported, 1 with issues.').waitFor()
  assert.deepEqual(await list(), [`15-25 ${text}`])
  await page.getByRole('button', { name: 'Show issues' }).click()
  const issues = page.getByRole('list', { name: 'Subtitle 1' })
  await issues.getByText(/Too many characters a second \(\d/).waitFor()
  await issues.getByText('Not in the dictionary: raed · line 1').waitFor()
  assert.equal(
    await page
      .locator('.editor-side')
      .getByText(/[A-Z]+_[A-Z]+/)
      .count(),
    0,
  )
  // People have made them, not a machine.
  await page.getByText('In progress').waitFor()
  await kit.admin.productions.updateSetting({ prId, key: 'subtitlePresets', body: [television] })
  await assertAccessible(page)
  page.assertClean()
})

test('a file is imported with its report, exported as STL with what that could not hold, and the import is undone', {
  skip,
}, async () => {
  const { open, list } = await kept.create({ start: 0, end: 20, textParts: [{ content: 'before' }] })
  const page = await open()
  await openWindow(page, 'Import')
  await assertAccessible(page)
  const buffer = Buffer.from(srt.replace('</i>', ''))
  await page.getByLabel('Subtitle file').setInputFiles({ name: 'evening.srt', mimeType: 'text/plain', buffer })
  await page.getByText('SubRip: 2 subtitles').waitFor()
  const base = 'From the first frame of the clip: the first subtitle is at 10:00:01:00'
  assert.equal(await page.getByLabel(base).isChecked(), true)
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await entryOf(page, 'Good evening').waitFor()
  await page.getByText('2 subtitles imported').waitFor()
  await page.locator('.editor-side').getByText('<i> is not closed').waitFor()
  assert.deepEqual(await list(), ['25-75 Good evening', '100-150 Where were you?'])

  await openWindow(page, 'Export')
  // As broadcasters take it, without a choice: EBU STL, by the timecode of the clip, its header filled.
  assert.equal(await page.getByLabel('Format').inputValue(), 'ebustl')
  assert.equal(await page.getByLabel('the first subtitle is at 10:00:01:00').isChecked(), true)
  await page.getByLabel('From zero: the first subtitle is at 00:00:01:00').waitFor()
  await page.getByLabel('File name').fill('broadcast')
  await page.getByLabel('Translator', { exact: true }).fill('Ann')
  await assertAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const file = await readFile(await (await download).path())
  assert.equal((await download).suggestedFilename(), 'broadcast.stl')
  assert.equal(file.subarray(3, 11).toString('latin1'), 'STL25.01')
  assert.equal((file.length - 1024) / 128, 2)
  const header = file.subarray(0, 1024).toString('latin1')
  assert.deepEqual(
    [header.slice(16, 48), header.slice(48, 80), header.slice(144, 176)].map(field => field.trimEnd()),
    ['The Long Night', 'Scene 12', 'Ann'],
  )
  assert.deepEqual([...file.subarray(1024 + 5, 1024 + 9)], [10, 0, 1, 0])
  await page.getByText('What the file could not hold (1):').waitFor()
  await page.getByText('Subtitle 1: Teletext has no italic; it was left out').waitFor()
  await assertAccessible(page)
  await page.getByLabel('Format').selectOption('film')
  await page.getByText('Made from the proxy').waitFor()
  await assertAccessible(page)
  const film = page.waitForEvent('download', { timeout: 120_000 })
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  assert.equal((await film).suggestedFilename(), 'broadcast.mp4')

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await saved(page)
  assert.deepEqual(await list(), ['0-20 before'])
  page.assertClean()
})

test('an import whose window is closed before it has ended can be undone all the same', {
  skip: leftToAll,
}, async () => {
  const { open, list } = await kept.create({ start: 0, end: 20, textParts: [{ content: 'before' }] })
  const page = await open()
  const closed = Promise.withResolvers<void>()
  await page.route(/\/workflow\/[^/?]+/, async route => {
    await closed.promise
    await route.continue()
  })
  await openWindow(page, 'Import')
  const file = { name: 'evening.srt', mimeType: 'text/plain', buffer: Buffer.from(srt) }
  await page.getByLabel('Subtitle file').setInputFiles(file)
  const begun = page.waitForResponse(response => response.request().method() === 'POST' && response.status() < 300)
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await begun
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  closed.resolve()
  await entryOf(page, 'Good evening').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await saved(page)
  assert.deepEqual(await list(), ['0-20 before'])
  page.assertClean()
})

test('SubRip holds everything, and the file says the same; one for somebody says what they would not take', {
  skip: leftToAll,
}, async () => {
  const text = 'Good evening, ladies and gentlemen, and welcome'
  const { open, list } = await kept.create({ start: 25, end: 125, textParts: [{ content: text }] })
  const page = await open()
  await openWindow(page, 'Export')
  await page.getByLabel('Format').selectOption('SubRip (.srt)')
  await page.getByLabel('From zero').check()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const { document } = readSrt(await readFile(await (await download).path(), 'utf8'))
  // Nothing is left to be read or done, and the next export is of the same kind.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText(/downloaded$/).waitFor()
  await openWindow(page, 'Export')
  assert.equal(await page.getByLabel('Format').inputValue(), 'srt')
  assert.deepEqual(
    document.cues.map(({ start, end }) => [start, end]),
    [[1000, 5000]],
  )
  await page.getByLabel('Deliver to').selectOption('ARD')
  assert.equal(await page.getByLabel('Format').inputValue(), 'ebustl')
  const exportIt = page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true })
  await exportIt.click()
  const findings = page.getByRole('region', { name: 'The file' })
  await findings.getByText(/^Subtitle 1: A line has too many characters/).waitFor()
  await page.getByLabel('Fix what they would not take').check()
  await exportIt.click()
  await findings.getByText('Subtitle 1: Its lines were broken elsewhere').waitFor()
  await assertAccessible(page)
  assert.equal(await findings.getByText(/too many characters/).count(), 0)
  assert.deepEqual(await list(), [`25-125 ${text}`])
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
  await openWindow(page, 'Generate')
  await assertAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Generate', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'Store the subtitles' }).getByText('Done').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.locator('.entry-row').first().waitFor()
  assert.match((await list()).join(' '), /Good evening everybody and welcome/)
  await page.getByText('Generated').waitFor()
  await page.getByLabel('Beside').selectOption({ index: 1 })
  await page.locator('.entry-other', { hasText: 'Good evening everybody and welcome' }).waitFor()
  await assertAccessible(page)
  page.assertClean()
})

test('a translation begins with the times and words of its original, and stands beside it', {
  skip: leftToAll,
}, async () => {
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
  await page.getByText('There is no such language.').waitFor()
  await page.getByLabel('Language').fill('wel')
  await page.getByRole('option', { name: 'Welsh (cy)' }).click()
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(original.language)
  await page.getByLabel('Begin with').selectOption({ label: `${name} (${original.language}) · Television` })
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await entryOf(page, 'Where were you?').click()
  await page.getByLabel('Beside').selectOption({ label: `${name} (${original.language}) · Television` })
  await chosenText(page).fill('Ble oeddech chi?')
  await entryOf(page, 'Ble oeddech chi?').getByText('Where were you?').waitFor()
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

test('new subtitles begin with a file: in five steps, in a language by its name, worked on by people', {
  skip: leftToAll,
}, async () => {
  const page = await openPage(scene.browser, scene.kit)
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${scene.prId}/clip/${moId}/subtitles`)
  await page.getByRole('button', { name: 'New subtitles' }).click()
  await page.getByLabel('Language').fill('swah')
  await page.getByRole('option', { name: 'Swahili' }).click()
  await page.getByLabel('Begin with').selectOption('Subtitle file')
  const file = { name: 'evening.srt', mimeType: 'text/plain', buffer: Buffer.from(srt) }
  await page.getByLabel('Subtitle file').setInputFiles(file)
  await page.getByLabel('From the first frame of the clip: the first subtitle is at 10:00:01:00').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Create' }).click()
  // The window is gone, and has made no more of the file than is among the issues.
  await entryOf(page, 'Where were you?').waitFor()
  await page.getByText('In progress').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
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
  await page.locator('.entry-list').getByText('No subtitles yet').waitFor()
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
  await page.locator('#content').focus()
  await keyboard.press('ArrowDown')
  await chosenIs(page, 1)
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
  await chosenIs(page, 2)
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
  await page.waitForFunction(() => document.activeElement?.classList.contains('entry-pick'))
  await keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await assertAccessible(page)
  await page.getByLabel('Single keys do something').uncheck()
  await keyboard.press('Escape')
  await page.locator('#content').focus()
  await keyboard.press('Delete')
  await keyboard.press('Control+z')
  await saved(page)
  assert.deepEqual(await list(), ['30-59 one', '96-140 two quit'])
  page.assertClean()
})
