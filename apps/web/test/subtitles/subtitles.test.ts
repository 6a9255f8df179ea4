import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SubtitleEntry } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
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
import { createReviewScene, type ReviewScene, readShownFrame, waitForFrame } from '../review/scene.ts'
import {
  chosenIs,
  chosenText,
  createSubtitleScene,
  entryOf,
  type SubtitleScene,
  saved,
  savedByItself,
  textOf,
  tool,
} from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let kept: SubtitleScene
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  kept = await createSubtitleScene(scene, await scene.addFilm('Scene 12', RATE_25, { seconds: 20 }))
})
after(() => scene?.stop())

async function seek(page: WatchedPage, frame: number): Promise<void> {
  await page.getByLabel('Timecode').fill(String(frame))
  await page.getByLabel('Timecode').press('Enter')
  await waitForFrame(page, frame)
}

test('what one types is stored as entries by exact frames, and the picture shows the right one at the right frame', {
  skip,
}, async () => {
  const { open, list } = await kept.create()
  const page = await open()
  await seek(page, 42)
  await tool(page, 'New subtitle').click()
  await page.keyboard.type('Good evening')
  await page.locator('.preview', { hasText: 'Good evening' }).waitFor()
  await savedByItself(page)
  assert.deepEqual(await list(), ['42-92 Good evening'])
  await page.getByLabel('Out', { exact: true }).fill('61')
  await page.getByLabel('Out', { exact: true }).press('Enter')
  await seek(page, 60)
  await page.locator('.preview', { hasText: 'Good evening' }).waitFor()
  assert.equal(await readShownFrame(page), 60)
  await page.getByRole('button', { name: 'One frame forward' }).click()
  await waitForFrame(page, 61)
  await page.locator('.preview', { hasNotText: 'Good evening' }).waitFor({ state: 'attached' })
  await savedByItself(page)
  assert.deepEqual(await list(), ['42-61 Good evening'])
  await page.getByLabel('In', { exact: true }).fill('10:00:05:00')
  await page.getByLabel('In', { exact: true }).press('Enter')
  await page.getByText('Must lie in the clip, before the end').waitFor()
  await page.getByLabel('In', { exact: true }).fill('nonsense')
  await page.getByLabel('In', { exact: true }).press('Enter')
  await page.getByText('Timecode as 00:00:01:05').waitFor()
  await assertAccessible(page)
  assert.deepEqual(await list(), ['42-61 Good evening'])
  page.assertClean()
})

test('splitting, joining, deleting and shifting are stored, and undone one by one', { skip: leftToAll }, async () => {
  const { open, list } = await kept.create(
    { start: 10, end: 60, textParts: [{ content: 'Where were you last night' }] },
    { start: 100, end: 150, textParts: [{ content: 'At home', style: { italic: true } }] },
  )
  const before = await list()
  const page = await open()
  await entryOf(page, 'Where were you').click()
  await chosenText(page).focus()
  await chosenText(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(15, 15))
  await page.keyboard.press('Control+Enter')
  await saved(page)
  assert.deepEqual(await list(), ['10-39 Where were you', '39-60 last night', '100-150 At home'])
  assert.equal(await chosenText(page).inputValue(), 'last night')
  await page.keyboard.press('Backspace')
  await saved(page)
  assert.deepEqual(await list(), ['10-60 Where were you\nlast night', '100-150 At home'])
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Shift times' }).click()
  await page.getByLabel('By', { exact: true }).fill('00:01:00:00')
  await page.getByRole('button', { name: 'Shift', exact: true }).click()
  await page.getByText('They would leave the clip: at most 10 frames earlier and 350 later').waitFor()
  await assertAccessible(page)
  await page.getByLabel('By', { exact: true }).fill('00:00:01:05')
  await page.getByRole('button', { name: 'Shift', exact: true }).click()
  await saved(page)
  assert.deepEqual(await list(), ['40-90 Where were you\nlast night', '130-180 At home'])
  await entryOf(page, 'At home').click()
  await tool(page, 'Delete the subtitle').click()
  await saved(page)
  assert.deepEqual(await list(), ['40-90 Where were you\nlast night'])
  for (let step = 0; step < 4; step++) await page.getByRole('button', { name: 'Undo' }).click()
  await saved(page)
  assert.deepEqual(await list(), before)
  for (let step = 0; step < 4; step++) await page.getByRole('button', { name: 'Redo' }).click()
  await saved(page)
  assert.deepEqual(await list(), ['40-90 Where were you\nlast night'])
  page.assertClean()
})

test('a subtitle is split where the cursor is, also when the key comes before the browser has reported it', {
  skip: leftToAll,
}, async () => {
  const { open, list } = await kept.create({
    start: 10,
    end: 60,
    textParts: [{ content: 'Where were you last night' }],
  })
  const page = await open()
  await entryOf(page, 'Where were you').click()
  await chosenText(page).evaluate((field: HTMLTextAreaElement) => {
    field.focus()
    field.setSelectionRange(15, 15)
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
  })
  await saved(page)
  assert.deepEqual(await list(), ['10-39 Where were you', '39-60 last night'])
  page.assertClean()
})

test('single keys split at the playhead and join, stay keys afterwards, and split nothing elsewhere', {
  skip: leftToAll,
}, async () => {
  const { open, list } = await kept.create(
    { start: 10, end: 60, textParts: [{ content: 'Where were you last night' }] },
    { start: 100, end: 150, textParts: [{ content: 'At home' }] },
  )
  const page = await open()
  await entryOf(page, 'Where were you').click()
  await seek(page, 70)
  await page.locator('#content').focus()
  await page.keyboard.press('s')
  await page.getByText('Move the playhead into the subtitle to split it.').waitFor()
  assert.equal(await page.locator('.entry-row').count(), 2)
  await seek(page, 30)
  await page.locator('#content').focus()
  await page.keyboard.press('s')
  await chosenIs(page, 2)
  // One frame later from here on, and from there on earlier: as letters, they would be in the text.
  for (const key of ['w', 'w', 'q']) await page.keyboard.press(key)
  await saved(page)
  assert.deepEqual(await list(), ['10-30 Where were you', '31-60 last night', '100-150 At home'])
  for (const key of ['ArrowUp', 'm', 'r', 'e']) await page.keyboard.press(key)
  await chosenIs(page, 1)
  await saved(page)
  assert.deepEqual(await list(), ['10-60 Where were you\nlast night', '100-150 At home'])
  page.assertClean()
})

test('a new subtitle goes into the next gap, and two at the same time have lines of their own', {
  skip: leftToAll,
}, async () => {
  const { open, list } = await kept.create(
    { start: 10, end: 60, textParts: [{ content: 'Come on.' }] },
    // Aligned otherwise, at the same place.
    { start: 40, end: 70, textParts: [{ content: 'Close the door.' }], layout: { textAlign: 'left' } },
    { start: 90, end: 120, textParts: [{ content: 'Sit down.' }] },
  )
  const page = await open()
  await seek(page, 50)
  await page.locator('.preview-row', { hasText: 'Close the door.' }).waitFor()
  const [first, second] = await page
    .locator('.preview-row')
    .evaluateAll(rows => rows.map(row => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })))
  assert.ok((first?.bottom ?? 0) <= (second?.top ?? 0), JSON.stringify([first, second]))
  await tool(page, 'New subtitle').click()
  await waitForFrame(page, 70)
  await page.keyboard.type('Thank you.')
  await saved(page)
  assert.deepEqual(await list(), ['10-60 Come on.', '40-70 Close the door.', '70-90 Thank you.', '90-120 Sit down.'])
  await assertAccessible(page)
  page.assertClean()
})

test('warnings come as one types, in words, and can be gone through', { skip }, async () => {
  const entries: SubtitleEntry[] = [
    { start: 0, end: 75, textParts: [{ content: 'Short' }] },
    { start: 100, end: 175, textParts: [{ content: 'Short' }] },
    { start: 200, end: 275, textParts: [{ content: 'This line is much longer than thirty-seven characters are' }] },
  ]
  const { open } = await kept.create(...entries)
  const page = await open()
  await page.getByRole('button', { name: 'Issues 1' }).waitFor()
  await page.locator('.entry-row').first().click()
  await page.locator('.meter', { hasText: 'Line 1' }).getByText('5 / 37').waitFor()
  await chosenText(page).fill('Now this one is far longer than it may be on a screen of television')
  await page.getByRole('list', { name: 'Subtitle 1' }).getByText('A line is too long (67 / 37)').waitFor()
  await page.getByRole('button', { name: 'Issues 2' }).waitFor()
  await page.keyboard.press('F4')
  await chosenIs(page, 3)
  await page.getByRole('button', { name: 'Issues 2' }).click()
  await entryOf(page, 'Short').waitFor({ state: 'detached' })
  assert.equal(await page.locator('.entry-row').count(), 2)
  await assertAccessible(page)
  page.assertClean()
})

test('issues are fixed by a click, one of them or all of a kind, and each click is undone as one step', {
  skip: leftToAll,
}, async () => {
  const { open, list } = await kept.create(
    ...[0, 48, 96, 144].map((start, index) => ({
      ...{ start, end: start + 50, textParts: [{ content: `Line ${index + 1}` }] },
    })),
  )
  const before = await list()
  const page = await open()
  await page.getByRole('button', { name: 'Issues 3' }).waitFor()
  await page.getByText('3 errors').waitFor()
  await page.getByText('Without issues: 1').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Fix all 3: Overlaps the one before it' }).first().click()
  await page.getByText('Fixed: 3 / 3').waitFor()
  await saved(page)
  await page.getByText('No issues.').waitFor()
  assert.deepEqual(await list(), ['0-48 Line 1', '48-96 Line 2', '96-144 Line 3', '144-194 Line 4'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await saved(page)
  assert.deepEqual(await list(), before)
  const second = page.getByRole('list', { name: 'Subtitle 2' })
  await second.getByRole('button', { name: 'End the previous before it' }).click()
  await saved(page)
  await page.getByText('2 errors').waitFor()
  assert.deepEqual(await list(), ['0-48 Line 1', ...before.slice(1)])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await saved(page)
  assert.deepEqual(await list(), before)
  page.assertClean()
})

test('styles, colours, place and notes are stored as the entry model has them', { skip: leftToAll }, async () => {
  const { open, get } = await kept.create(
    { start: 0, end: 75, textParts: [{ content: 'Ann and Bob' }] },
    { start: 100, end: 175, textParts: [{ content: 'Nobody' }] },
  )
  const page = await open()
  await page.locator('.entry-row').first().click()
  await chosenText(page).evaluate((field: HTMLTextAreaElement) => {
    field.focus()
    field.setSelectionRange(0, 3)
  })
  await page.getByLabel('Colour').selectOption('Yellow')
  await page.getByLabel('Speaker').fill('Ann')
  await page.getByLabel('Place', { exact: true }).selectOption('Top')
  await page.getByLabel('Alignment').selectOption('Left')
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByLabel('Notes to colleagues').fill('check the name')
  await saved(page)
  // Who gets the subtitles finds them: by a mark in the row, a count, and a filter.
  await page.getByRole('tab', { name: 'Notes 1' }).waitFor()
  await page.locator('.entry-mark[title="check the name"]').waitFor()
  await page.getByRole('button', { name: 'Notes 1' }).click()
  await entryOf(page, 'Nobody').waitFor({ state: 'detached' })
  assert.equal(await page.locator('.entry-row').count(), 1)
  await assertAccessible(page)
  const [entry] = (await get()).structuredDescription.subtitles
  assert.deepEqual(entry?.textParts?.[0], { content: 'Ann', style: { colour: '#ffff00', speaker: 'Ann' } })
  assert.deepEqual(
    [textOf(entry), entry?.region, entry?.layout, entry?.notes],
    ['Ann and Bob', 'topRegion', { textAlign: 'left' }, ['check the name']],
  )
  const picture = await page.locator('.preview').boundingBox()
  const run = page.locator('.preview-run', { hasText: /^Ann$/ })
  const box = await run.boundingBox()
  assert.ok(picture && box && box.y < picture.y + picture.height / 2 && box.x < picture.x + picture.width / 4)
  assert.equal(await run.evaluate(element => getComputedStyle(element).color), 'rgb(255, 255, 0)')
  page.assertClean()
})

test('everything works on a screen of 360 pixels', { skip: leftToAll }, async () => {
  const { open, list } = await kept.create({ start: 0, end: 40, textParts: [{ content: 'one' }] })
  const page = await open({ viewport: { width: 360, height: 740 } })
  await page.locator('.entry-row').first().click()
  await chosenText(page).fill('on a telephone')
  await saved(page)
  assert.deepEqual(await list(), ['0-40 on a telephone'])
  await assertFits(page)
  await assertAccessible(page)
  page.assertClean()
})

test('who may not edit subtitles sees them, and nothing to change them with', { skip }, async () => {
  const { path } = await kept.create({ start: 0, end: 40, textParts: [{ content: 'one' }] })
  const { kit, prId, browser } = scene
  const { user } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
  const page = await openPage(browser, kit)
  await signInOn(page, user.username, `password of ${user.username}`)
  await page.goto(path)
  await page.getByText('You may look at these subtitles, but not change them.').waitFor()
  await page.locator('.entry-row').first().click()
  assert.equal(await chosenText(page).getAttribute('readonly'), '')
  assert.equal(await page.getByRole('button', { name: 'Mark complete' }).count(), 0)
  page.assertClean()
})
