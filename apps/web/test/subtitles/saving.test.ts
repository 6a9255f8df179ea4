import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { assertAccessible, browserIsMissing, closePagesOfTests, leftToAll } from '../browser.ts'
import { createReviewScene, type ReviewScene } from '../review/scene.ts'
import { chosenText, createSubtitleScene, entryOf, type SubtitleScene, savedByItself, tool } from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let kept: SubtitleScene
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  kept = await createSubtitleScene(scene, await scene.addFilm('Scene 12', RATE_25, { seconds: 6 }))
})
after(() => scene?.stop())

test('two who edit the same list see each other and lose nothing; where both changed the same, people decide', {
  skip,
}, async () => {
  const { open, list } = await kept.create(
    { start: 0, end: 40, textParts: [{ content: 'one' }] },
    { start: 50, end: 90, textParts: [{ content: 'two' }] },
    { start: 100, end: 140, textParts: [{ content: 'three' }] },
  )
  const [ann, bob] = [await open(), await open()]
  // The slower one is refused once, and tries again.
  for (const page of [ann, bob]) page.expectErrors(/412/)
  await entryOf(ann, 'one').click()
  await entryOf(bob, 'two').click()
  await Promise.all([
    chosenText(ann).pressSequentially(' of Ann, with many letters', { delay: 30 }),
    chosenText(bob).pressSequentially(' of Bob, with as many letters', { delay: 30 }),
  ])
  await Promise.all([ann, bob].map(savedByItself))
  for (const page of [ann, bob]) {
    await entryOf(page, 'of Ann, with many letters').waitFor()
    await entryOf(page, 'of Bob, with as many letters').waitFor()
  }
  assert.deepEqual(await list(), [
    '0-40 one of Ann, with many letters',
    '50-90 two of Bob, with as many letters',
    '100-140 three',
  ])

  // Bob writes while Ann has no connection.
  await ann.context().setOffline(true)
  ann.expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await entryOf(ann, 'three').click()
  await chosenText(ann).fill('three of Ann')
  await ann.getByText('No connection. Your edits are kept here').waitFor()
  await entryOf(bob, 'three').click()
  await chosenText(bob).fill('three of Bob')
  await savedByItself(bob)
  await ann.context().setOffline(false)
  await ann.getByRole('alert').getByText('three of Bob').waitFor()
  await ann.getByText('Saved but for 1 that waits for you').waitFor()
  assert.equal(await chosenText(ann).inputValue(), 'three of Ann')
  await assertAccessible(ann)
  assert.equal((await list())[2], '100-140 three of Bob')
  await ann.getByRole('button', { name: 'Save mine' }).click()
  await savedByItself(ann)
  assert.equal((await list())[2], '100-140 three of Ann')
  await entryOf(bob, 'three of Ann').waitFor()
  for (const page of [ann, bob]) page.assertClean()
})

test('edits without a connection wait in the browser, also when the page is closed meanwhile', { skip }, async () => {
  const { open, list, path } = await kept.create({ start: 0, end: 40, textParts: [{ content: 'before' }] })
  const page = await open()
  page.expectErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load/)
  await page.context().setOffline(true)
  await page.locator('.entry-row').first().click()
  await chosenText(page).fill('while nobody listened')
  await page.getByText('No connection. Your edits are kept here').waitFor()
  // A page that is left instead would reach the service once more: the browser lets it go before it is offline.
  await page.close()
  assert.deepEqual(await list(), ['0-40 before'])
  await page.context().setOffline(false)
  const next = await page.context().newPage()
  await next.goto(path)
  await next.getByText('Edits from your last visit were not saved').waitFor()
  await savedByItself(next)
  assert.deepEqual(await list(), ['0-40 while nobody listened'])
  page.assertClean()
})

test('COMPLETED blocks editing until the status is EDITING again; what was typed meanwhile is kept', {
  skip: leftToAll,
}, async () => {
  const { open, list, setStatus } = await kept.create({ start: 0, end: 40, textParts: [{ content: 'one' }] })
  const page = await open()
  page.expectErrors(/409/)
  await page.getByRole('button', { name: 'Mark complete' }).click()
  await page.getByText('Completed subtitles cannot be changed.').waitFor()
  await page.locator('.entry-row').first().click()
  assert.equal(await chosenText(page).getAttribute('readonly'), '')
  assert.equal(await tool(page, 'Delete the subtitle').isDisabled(), true)
  await page.locator('#content').focus()
  await page.keyboard.press('Delete')
  await assertAccessible(page)
  assert.deepEqual(await list(), ['0-40 one'])
  await page.getByRole('button', { name: 'Reopen' }).click()
  await chosenText(page).fill('one and more')
  await savedByItself(page)
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
  await savedByItself(page)
  assert.deepEqual(await list(), ['0-40 typed too late'])
  page.assertClean()
})

test('subtitles that somebody deleted meanwhile are reported, stay on the page, and can be saved as new', {
  skip: leftToAll,
}, async () => {
  const { open, list, remove } = await kept.create({ start: 0, end: 40, textParts: [{ content: 'one' }] })
  const page = await open()
  page.expectErrors(/404/)
  await page.locator('.entry-row').first().click()
  await remove()
  await chosenText(page).fill('one and more')
  await page.getByText('Somebody has deleted these subtitles').waitFor()
  await page.getByRole('button', { name: 'Save as new subtitles' }).click()
  await savedByItself(page)
  assert.deepEqual(await list(), ['0-40 one and more'])
  await chosenText(page).fill('one and still more')
  await savedByItself(page)
  assert.deepEqual(await list(), ['0-40 one and still more'])
  page.assertClean()
})
