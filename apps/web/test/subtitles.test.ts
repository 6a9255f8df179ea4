import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SubtitleEntry } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { assertAccessible, assertFits, browserIsMissing, openPage, signInOn, type WatchedPage } from './browser.ts'
import { createReviewScene, type ReviewScene, readShownFrame, waitForFrame } from './review-scene.ts'
import { createSubtitleScene, type SubtitleScene, textOf } from './subtitle-scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let kept: SubtitleScene
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  kept = await createSubtitleScene(scene, await scene.addFilm('Scene 12', RATE_25, { seconds: 20 }))
})
after(() => scene?.stop())

const chosenText = (page: WatchedPage) => page.getByRole('textbox', { name: 'Text', exact: true })
const saved = (page: WatchedPage) => page.getByText('All saved').waitFor()

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
  await page.getByRole('button', { name: 'New subtitle here' }).click()
  await page.keyboard.type('Good evening')
  await page.locator('.preview', { hasText: 'Good evening' }).waitFor()
  await saved(page)
  assert.deepEqual(await list(), ['42-92 Good evening'])
  await page.getByLabel('End', { exact: true }).fill('61')
  await page.getByLabel('End', { exact: true }).press('Enter')
  await seek(page, 60)
  await page.locator('.preview', { hasText: 'Good evening' }).waitFor()
  assert.equal(await readShownFrame(page), 60)
  await page.getByRole('button', { name: 'One frame forward' }).click()
  await waitForFrame(page, 61)
  await page.locator('.preview', { hasNotText: 'Good evening' }).waitFor({ state: 'attached' })
  await saved(page)
  assert.deepEqual(await list(), ['42-61 Good evening'])
  await page.getByLabel('Start', { exact: true }).fill('10:00:05:00')
  await page.getByLabel('Start', { exact: true }).press('Enter')
  await page.getByText('Must lie in the clip, before the end').waitFor()
  await page.getByLabel('Start', { exact: true }).fill('nonsense')
  await page.getByLabel('Start', { exact: true }).press('Enter')
  await page.getByText('Timecode as 00:00:01:05').waitFor()
  await assertAccessible(page)
  assert.deepEqual(await list(), ['42-61 Good evening'])
  page.assertClean()
})

test('splitting, joining, deleting and shifting are stored, and undone one by one', { skip }, async () => {
  const { open, list } = await kept.create(
    { start: 10, end: 60, textParts: [{ content: 'Where were you last night' }] },
    { start: 100, end: 150, textParts: [{ content: 'At home', style: { italic: true } }] },
  )
  const before = await list()
  const page = await open()
  await page.locator('.entry-row', { hasText: 'Where were you' }).click()
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
  await page.getByRole('button', { name: 'Shift times' }).click()
  await page.getByLabel('By', { exact: true }).fill('00:01:00:00')
  await page.getByRole('button', { name: 'Shift', exact: true }).click()
  await page.getByText('They would leave the clip: at most 10 frames earlier and 350 later').waitFor()
  await assertAccessible(page)
  await page.getByLabel('By', { exact: true }).fill('00:00:01:05')
  await page.getByRole('button', { name: 'Shift', exact: true }).click()
  await saved(page)
  assert.deepEqual(await list(), ['40-90 Where were you\nlast night', '130-180 At home'])
  await page.locator('.entry-row', { hasText: 'At home' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
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

test('a subtitle is split where the cursor is, also when the key comes before the browser has told of it', {
  skip,
}, async () => {
  const { open, list } = await kept.create({
    start: 10,
    end: 60,
    textParts: [{ content: 'Where were you last night' }],
  })
  const page = await open()
  await page.locator('.entry-row', { hasText: 'Where were you' }).click()
  await chosenText(page).evaluate((field: HTMLTextAreaElement) => {
    field.focus()
    field.setSelectionRange(15, 15)
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
  })
  await saved(page)
  assert.deepEqual(await list(), ['10-39 Where were you', '39-60 last night'])
  page.assertClean()
})

test('replacing everywhere is one patch, by case and whole words, and keeps the look', { skip }, async () => {
  const { open, get, list } = await kept.create(
    {
      start: 0,
      end: 40,
      textParts: [
        { content: 'The cat and the ', style: null },
        { content: 'Cat', style: { italic: true } },
      ],
    },
    { start: 50, end: 90, textParts: [{ content: 'Concatenate cat' }] },
  )
  const { version } = await get()
  const page = await open()
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox', { name: 'Find' }).fill('cat')
  await page.getByText('4 in 2 subtitles').waitFor()
  await page.getByLabel('Whole words').check()
  await page.getByText('3 in 2 subtitles').waitFor()
  await page.getByLabel('Match case').check()
  await page.getByText('2 in 2 subtitles').waitFor()
  await page.getByLabel('Match case').uncheck()
  await page.getByLabel('Replace by').fill('lion')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Replace all' }).click()
  await page.getByText('3 replaced').waitFor()
  await saved(page)
  const after = await get()
  assert.deepEqual(await list(), ['0-40 The lion and the lion', '50-90 Concatenate lion'])
  assert.equal(after.version, version + 1)
  assert.deepEqual(after.structuredDescription.subtitles[0]?.textParts?.at(-1)?.style, { italic: true })
  page.assertClean()
})

test('replacing one by one goes on from each to the next, also where what is put in is found again', {
  skip,
}, async () => {
  const { open, list } = await kept.create(
    { start: 0, end: 40, textParts: [{ content: 'A cat, a cat' }] },
    { start: 50, end: 90, textParts: [{ content: 'The cat' }] },
  )
  const page = await open()
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox', { name: 'Find' }).fill('cat')
  await page.getByLabel('Replace by').fill('tomcat')
  const replace = page.getByRole('button', { name: 'Replace', exact: true })
  await replace.click()
  await replace.click()
  // What comes next is shown.
  await page.getByText('Subtitle 2 of 2').waitFor()
  await replace.click()
  await saved(page)
  assert.deepEqual(await list(), ['0-40 A tomcat, a tomcat', '50-90 The tomcat'])
  page.assertClean()
})

test('two who edit the same list see each other and lose nothing; where both changed the same, people decide', {
  skip,
}, async () => {
  const { open, list } = await kept.create(
    { start: 0, end: 40, textParts: [{ content: 'one' }] },
    { start: 50, end: 90, textParts: [{ content: 'two' }] },
    { start: 100, end: 140, textParts: [{ content: 'three' }] },
  )
  const [ann, bob] = [await open(), await open()]
  // Whoever was overtaken is refused once, and tries again.
  for (const page of [ann, bob]) page.expectErrors(/412/)
  await ann.locator('.entry-row', { hasText: 'one' }).click()
  await bob.locator('.entry-row', { hasText: 'two' }).click()
  await Promise.all([
    chosenText(ann).pressSequentially(' of Ann, with many letters', { delay: 30 }),
    chosenText(bob).pressSequentially(' of Bob, with as many letters', { delay: 30 }),
  ])
  await Promise.all([ann, bob].map(saved))
  for (const page of [ann, bob]) {
    await page.locator('.entry-row', { hasText: 'of Ann, with many letters' }).waitFor()
    await page.locator('.entry-row', { hasText: 'of Bob, with as many letters' }).waitFor()
  }
  assert.deepEqual(await list(), [
    '0-40 one of Ann, with many letters',
    '50-90 two of Bob, with as many letters',
    '100-140 three',
  ])

  // Bob writes while Ann has no connection.
  await ann.context().setOffline(true)
  ann.expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await ann.locator('.entry-row', { hasText: 'three' }).click()
  await chosenText(ann).fill('three of Ann')
  await ann.getByText('No connection. Your edits are kept here').waitFor()
  await bob.locator('.entry-row', { hasText: 'three' }).click()
  await chosenText(bob).fill('three of Bob')
  await saved(bob)
  await ann.context().setOffline(false)
  await ann.getByRole('alert').getByText('three of Bob').waitFor()
  await ann.getByText('Saved but for 1 that wait for you').waitFor()
  assert.equal(await chosenText(ann).inputValue(), 'three of Ann')
  await assertAccessible(ann)
  assert.equal((await list())[2], '100-140 three of Bob')
  await ann.getByRole('button', { name: 'Save mine' }).click()
  await saved(ann)
  assert.equal((await list())[2], '100-140 three of Ann')
  await bob.locator('.entry-row', { hasText: 'three of Ann' }).waitFor()
  for (const page of [ann, bob]) page.assertClean()
})

test('edits without a connection wait in the browser, also when the page is closed meanwhile', { skip }, async () => {
  const { open, list, path } = await kept.create({ start: 0, end: 40, textParts: [{ content: 'before' }] })
  const page = await open()
  page.expectErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load/)
  await page.route('**/api/production/*/mo/*/subtitle/**', route => route.abort())
  await page.locator('.entry-row').first().click()
  await chosenText(page).fill('while nobody listened')
  await page.getByText('No connection. Your edits are kept here').waitFor()
  await page.goto('about:blank')
  assert.deepEqual(await list(), ['0-40 before'])
  await page.unrouteAll()
  await page.goto(path)
  await page.getByText('Edits from your last visit were not saved').waitFor()
  await saved(page)
  assert.deepEqual(await list(), ['0-40 while nobody listened'])
  page.assertClean()
})

test('COMPLETED blocks editing until the status is EDITING again; what was typed meanwhile is kept', {
  skip,
}, async () => {
  const { open, list, setStatus } = await kept.create({ start: 0, end: 40, textParts: [{ content: 'one' }] })
  const page = await open()
  page.expectErrors(/409/)
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByText('Completed subtitles cannot be changed.').waitFor()
  await page.locator('.entry-row').first().click()
  assert.equal(await chosenText(page).getAttribute('readonly'), '')
  assert.equal(await page.getByRole('button', { name: 'Delete' }).isDisabled(), true)
  await page.locator('.shell-content').focus()
  await page.keyboard.press('Delete')
  await assertAccessible(page)
  assert.deepEqual(await list(), ['0-40 one'])
  await page.getByRole('button', { name: 'Edit again' }).click()
  await chosenText(page).fill('one and more')
  await saved(page)
  assert.deepEqual(await list(), ['0-40 one and more'])
  // Somebody else completes them while one types.
  await page.route('**/event/stream*', route => route.abort())
  await page.reload()
  page.expectErrors(/ERR_FAILED/)
  await page.locator('.entry-row').first().click()
  await setStatus('COMPLETED')
  await chosenText(page).fill('typed too late')
  await page.getByText('Not saved: these subtitles are completed').waitFor()
  assert.deepEqual(await list(), ['0-40 one and more'])
  await setStatus('EDITING')
  await chosenText(page).press('Control+s')
  await saved(page)
  assert.deepEqual(await list(), ['0-40 typed too late'])
  page.assertClean()
})

test('what somebody deleted meanwhile is told, stays on the page, and can be saved as new', { skip }, async () => {
  const { open, list, remove } = await kept.create({ start: 0, end: 40, textParts: [{ content: 'one' }] })
  const page = await open()
  page.expectErrors(/404/)
  await page.locator('.entry-row').first().click()
  await remove()
  await chosenText(page).fill('one and more')
  await page.getByText('Somebody has deleted these subtitles').waitFor()
  await page.getByRole('button', { name: 'Save as new subtitles' }).click()
  await saved(page)
  assert.deepEqual(await list(), ['0-40 one and more'])
  await chosenText(page).fill('one and still more')
  await saved(page)
  assert.deepEqual(await list(), ['0-40 one and still more'])
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
  await page.getByText('3 subtitles, 1 with warnings').waitFor()
  await page.locator('.entry-row').first().click()
  await page.getByText('Line 1: 5/37 characters').waitFor()
  await chosenText(page).fill('Now this one is far longer than it may be on a screen of television')
  await page.getByText('⚠').first().waitFor({ state: 'attached' })
  await page.getByRole('list', { name: 'What to look at' }).getByText('A line is too long (67 / 37)').waitFor()
  await page.getByText('3 subtitles, 2 with warnings').waitFor()
  await page.getByRole('button', { name: 'Next warning' }).click()
  await page.getByText('Subtitle 3 of 3').waitFor()
  await page.getByLabel(/Only with warnings/).check()
  await page.locator('.entry-row', { hasText: 'Short' }).waitFor({ state: 'detached' })
  assert.equal(await page.locator('.entry-row').count(), 2)
  await assertAccessible(page)
  page.assertClean()
})

test('styles, colours, place and notes are stored as the entry model has them', { skip }, async () => {
  const { open, get } = await kept.create({ start: 0, end: 75, textParts: [{ content: 'Ann and Bob' }] })
  const page = await open()
  await page.locator('.entry-row').first().click()
  await chosenText(page).evaluate((field: HTMLTextAreaElement) => {
    field.focus()
    field.setSelectionRange(0, 3)
  })
  await page.getByLabel('Colour').selectOption('Yellow')
  await page.getByLabel('Speaker').fill('Ann')
  await page.getByLabel('Place').selectOption('Top')
  await page.getByLabel('Alignment').selectOption('Left')
  await page.locator('summary').click()
  await page.getByLabel('Notes to colleagues').fill('check the name')
  await saved(page)
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

test('everything works on a screen of 360 pixels', { skip }, async () => {
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
  assert.equal(await page.getByRole('button', { name: 'Complete' }).count(), 0)
  page.assertClean()
})
