import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { assertAccessible, closePagesOfTests, leftToAll } from '../browser.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from '../review/scene.ts'
import { entry } from './lists.ts'
import { chosenIs, createSubtitleScene, entryOf, type SubtitleScene, saved } from './scene.ts'

const skip = leftToAll
const preset = { id: 'tv', name: 'Television', basedOn: 'broadcast', default: true }
let scene: ReviewScene
let moId: number
let kept: SubtitleScene
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 20 })
  kept = await createSubtitleScene(scene, moId, preset)
})
after(() => scene?.stop())

test('replacing everywhere is one patch, by case and whole words, and keeps the look', {
  skip,
}, async () => {
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
  await chosenIs(page, 2)
  await replace.click()
  await saved(page)
  assert.deepEqual(await list(), ['0-40 A tomcat, a tomcat', '50-90 The tomcat'])
  // What is marked in the text is sought first; each place is marked, and the one that is meant by itself.
  await page.keyboard.press('Escape')
  await page.locator('.entry-pick[aria-current="true"]:focus').waitFor()
  await page.keyboard.press('ArrowUp')
  await chosenIs(page, 1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  for (let letter = 0; letter < 6; letter++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+f')
  const field = page.getByRole('searchbox', { name: 'Find' })
  assert.equal(await field.inputValue(), 'tomcat')
  await page.getByText('3 in 2 subtitles').waitFor()
  const marks = () =>
    page.locator('.found').evaluateAll(found => found.map(mark => (mark as HTMLElement).dataset.current))
  await page.locator('.subtitle-found > .found[data-current="true"]').waitFor()
  assert.deepEqual(await marks(), ['true', 'false', 'false'])
  await page.keyboard.press('Enter')
  await page.locator('.found').nth(1).and(page.locator('[data-current="true"]')).waitFor()
  await page.keyboard.press('Enter')
  await chosenIs(page, 2)
  assert.deepEqual(await marks(), ['false', 'false', 'true'])
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await page.locator('.entry-pick[aria-current="true"]:focus').waitFor()
  assert.equal(await page.locator('.found').count(), 0)
  page.assertClean()
})

test('a link to a subtitle is copied in its row and in the palette, and opens the list at it', {
  skip,
}, async () => {
  const entries = Array.from({ length: 45 }, (_, index) => ({
    ...{ start: index * 10, end: index * 10 + 8, textParts: [{ content: `Line ${index + 1}` }] },
  }))
  const { open, path } = await kept.create(...entries)
  const page = await open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async (act: () => Promise<unknown>) => {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await act()
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '')
    const { pathname, search } = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    return pathname + search
  }
  await entryOf(page, 'Line 3').first().click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Subtitle 3: actions' })
  await menu.waitFor()
  await assertAccessible(page)
  const third = await copied(() => menu.getByRole('menuitem', { name: 'Copy link to the subtitle' }).click())
  assert.equal(third, `${path}&t=20&entry=3`)
  // The menu by its key, and its actions for the row that it belongs to.
  await page.locator('.entry-pick').nth(4).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu', { name: 'Subtitle 5: actions' }).getByRole('menuitem', { name: 'Delete' }).click()
  await chosenIs(page, 5)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  const palette = async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('>Copy link to the subtitle')
    await page.keyboard.press('Enter')
  }
  await entryOf(page, 'Line 12').click()
  assert.equal(await copied(palette), `${path}&t=110&entry=12`)
  await saved(page)
  await page.goto(`${path}&t=402&entry=9`)
  await chosenIs(page, 41)
  await waitForFrame(page, 402)
  page.assertClean()
})

test('another version in the same language is compared by words, and what it has otherwise is taken and undone', {
  skip,
}, async () => {
  const { kit, prId } = scene
  const { open, list, language } = await kept.create(entry(0, 40, 'Where were you?'), entry(50, 90, 'Two'))
  const web = { id: 'web', name: 'Web', basedOn: 'online' }
  const place = { prId, moId, language, presetId: web.id }
  await kit.admin.productions.updateSetting({ prId, key: 'subtitlePresets', body: [preset, web] })
  await kit.admin.subtitles.getSubtitle(place)
  const value = [entry(0, 40, 'Where are you, Ann?'), entry(50, 90, 'Two'), entry(200, 240, 'Three')]
  await kit.admin.subtitles.patchSubtitle({
    ...place,
    body: [{ op: 'replace', path: '/structuredDescription/subtitles', value }],
  })
  const page = await open({ viewport: { width: 1440, height: 900 } })
  await page.getByRole('tab', { name: 'Compare' }).click()
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(language)
  await page.getByLabel('Compare with').selectOption({ label: `${name} (${language}) · Web` })
  await page.getByText('2 differences').waitFor()
  const words = page.getByRole('listitem').filter({ hasText: 'Where are you, Ann?' })
  assert.deepEqual(await words.locator('mark').allTextContents(), ['were', 'are', ', Ann'])
  await assertAccessible(page)
  await words.getByRole('button', { name: 'Take theirs' }).click()
  await page.getByText('1 difference', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await page.getByText('Both have the same times and words.').waitFor()
  await saved(page)
  assert.deepEqual(await list(), ['0-40 Where are you, Ann?', '50-90 Two', '200-240 Three'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('1 difference', { exact: true }).waitFor()
  await page.getByText('Only there: Three').waitFor()
  await kit.admin.productions.updateSetting({ prId, key: 'subtitlePresets', body: [preset] })
  page.assertClean()
})
