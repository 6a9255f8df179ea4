import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadFile } from '@rushes/client'
import { until } from '../../../../server/test/until.ts'
import { assertAccessible, browserIsMissing, leftToAll } from '../../browser.ts'
import { hostPages } from '../../host.ts'
import { cardOf, createLibrary, lineOf, openLibrary } from './scene.ts'

const skip = browserIsMissing
const host = hostPages()

test('the same menu opens from the button of a card, by a right click and by a key; Escape gives the focus back', {
  skip,
}, async () => {
  const { prId } = await createLibrary(host, 'Menus')
  const page = await openLibrary(host, prId)
  const menu = page.getByRole('menu')
  const listItems = async () => {
    await menu.waitFor()
    return menu.getByRole('menuitem').evaluateAll(items => items.map(item => item.firstChild?.nextSibling?.textContent))
  }
  await cardOf(page, 'Berta').hover()
  await page.getByRole('button', { name: 'Actions for Berta' }).click()
  const items = await listItems()
  assert.deepEqual(items, [
    'Open',
    'Preview',
    'Add to collection …',
    'Status …',
    'Tag …',
    'Rename …',
    'Add version …',
    'Copy share link',
    'Share …',
    'Download',
    'Delete …',
  ])
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await cardOf(page, 'Carla').click({ button: 'right' })
  assert.deepEqual(await listItems(), items)
  assert.equal(await cardOf(page, 'Carla').getAttribute('aria-selected'), 'true')
  await page.mouse.click(700, 880)
  await menu.waitFor({ state: 'detached' })
  await page.getByRole('grid').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+F10')
  assert.deepEqual(await listItems(), items)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('p')
  assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? '', /^Preview/)
  await page.keyboard.press('Escape')
  assert.ok(await page.getByRole('grid').evaluate(grid => grid === document.activeElement))
  page.assertClean()
})

test('a menu sets the status, renames, shares in two clicks, and asks with the name before it deletes', {
  skip,
}, async () => {
  const { prId, getClip } = await createLibrary(host, 'Acted on')
  const page = await openLibrary(host, prId)
  const open = async (name: string, item: string) => {
    await cardOf(page, name).hover()
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await open('Anna', 'Status')
  await assertAccessible(page)
  await page.getByRole('menuitemradio', { name: /^Approved/ }).click()
  await cardOf(page, 'Anna').getByText('Approved').waitFor()
  await until('the status is stored', async () => (await getClip(0)).reviewStatus === 'APPROVED')
  await open('Anna', 'Rename')
  await page.getByRole('dialog', { name: 'Rename 1 clip' }).getByLabel('Name').fill('Anna at dawn')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await cardOf(page, 'Anna at dawn').waitFor()
  await open('Berta', 'Copy share link')
  await page.getByText('The link is copied.').waitFor()
  // As from the menu of a collection, and from the inspector.
  await lineOf(page, 'Selects').hover()
  await page.getByRole('button', { name: 'Change “Selects”' }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const sharing = (what: string) => page.getByRole('dialog', { name: `Share ${what}` })
  await sharing('“Selects”').getByRole('button', { name: 'Copy link' }).click()
  await sharing('“Selects”').getByRole('button', { name: 'Done' }).click()
  await page.locator('#inspector-form').getByRole('button', { name: 'Share' }).click()
  await sharing('1 clip').getByRole('button', { name: 'Close' }).click()
  const { items } = await host.kit.admin.sharing.listShares({ prId })
  assert.deepEqual(items.map(({ label }) => label).sort(), ['Berta', 'Selects'])
  await open('Carla', 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete this clip?' })
  await question.getByText('Carla').waitFor()
  // All of the warning can be read.
  const warning = question.getByText(/This cannot be undone\.$/)
  assert.ok(await warning.evaluate(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth <= clientWidth))
  assert.ok(
    await question.getByRole('button', { name: 'Cancel' }).evaluate(button => button === document.activeElement),
  )
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Delete clip' }).click()
  await cardOf(page, 'Carla').waitFor({ state: 'detached' })
  page.assertClean()
})

test('the name is there before it can be typed over', { skip: leftToAll }, async () => {
  const { prId } = await createLibrary(host, 'Slowly named')
  const page = await openLibrary(host, prId)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/fl=mediaObjectName/, async route => {
    await held
    await route.continue()
  })
  await cardOf(page, 'Anna').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename 1 clip' })
  await dialog.waitFor()
  assert.equal(await dialog.getByRole('textbox').count(), 0)
  release()
  await dialog.getByRole('textbox').waitFor()
  assert.equal(await dialog.getByRole('textbox').inputValue(), 'Anna')
  page.assertClean()
})

test('the originals of several clips are saved at once, of those that have one', { skip: leftToAll }, async () => {
  const { prId } = await createLibrary(host, 'Downloaded')
  for (const number of [1, 2]) {
    const source = new Blob([`Scene ${number}. Interior.`])
    await uploadFile(host.kit.admin, { prId, fileName: `scene-${number}.txt`, name: `Aida ${number}`, source })
  }
  const page = await openLibrary(host, prId)
  await cardOf(page, 'Aida 2').waitFor()
  const saved: string[] = []
  page.on('download', download => void saved.push(download.suggestedFilename()))
  await cardOf(page, 'Aida 1').click()
  await cardOf(page, 'Anna').click({ modifiers: ['Shift'] })
  await cardOf(page, 'Aida 2').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Download' }).click()
  await until('both are saved', () => saved.length === 2)
  assert.deepEqual(saved, ['scene-1.txt', 'scene-2.txt'])
  page.assertClean()
})

test('single keys rate, set the status, open menus and fields, and are listed in the palette and on the sheet', {
  skip: leftToAll,
}, async () => {
  const { prId, getClip } = await createLibrary(host, 'Keys of the library')
  const page = await openLibrary(host, prId)
  await cardOf(page, 'Anna').click()
  await page.keyboard.press('4')
  await until('the rating is stored', async () => (await getClip(0)).rating === 4)
  await page.keyboard.press('0')
  await until('the rating is cleared', async () => (await getClip(0)).rating === undefined)
  // By the place of the key: some keyboards write a sign that needs no Shift there.
  await page.keyboard.press('Shift+Digit1')
  await until('the first status is set', async () => (await getClip(0)).reviewStatus !== undefined)
  await page.keyboard.press('s')
  await page.getByRole('menu', { name: 'Set the review status' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await page.getByRole('dialog', { name: 'Add a tag' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'Add to collection' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('f')
  await page.waitForFunction(() => document.activeElement?.matches('.facet input'))
  await page.getByRole('grid').focus()
  await page.keyboard.press('e')
  await page.waitForFunction(() => document.activeElement?.closest('#inspector-form') !== null)
  await page.getByRole('grid').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog', { name: 'Delete this clip?' }).getByText('Anna').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Rate 3 stars').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('rate 5')
  await page.getByRole('option', { name: 'Rate 5 stars' }).click()
  await until('the palette has rated', async () => (await getClip(0)).rating === 5)
  // A command that needs a value asks for it in the same field: one that is known, or a new one.
  const field = page.getByRole('dialog').getByRole('combobox')
  await page.keyboard.press('Control+k')
  await field.fill('add a tag')
  await page.keyboard.press('Tab')
  await page.keyboard.type('dusk')
  await page.getByRole('dialog').getByRole('option', { name: 'dusk' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Enter')
  await until('the palette has tagged', async () => (await getClip(0)).tags?.includes('dusk') === true)
  await page.keyboard.press('Control+k')
  await field.fill('set the review status')
  await page.keyboard.press('Tab')
  await page.getByRole('dialog').getByRole('option', { name: 'Not approved', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await field.inputValue(), '')
  await field.fill('set status')
  await page.getByRole('dialog').getByRole('option', { name: 'Set status: Approved' }).waitFor()
  await field.fill('add to collection')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Night')
  await page.getByRole('dialog').getByRole('option', { name: 'New collection “Night”' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('treeitem', { name: /^Night/ }).waitFor()
  await cardOf(page, 'Berta').click({ modifiers: ['Control'] })
  await page.keyboard.press('v')
  await page.waitForURL(/\/compare\?a=\d+&b=\d+$/)
  page.assertClean()
})
