import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { addShots } from '../../../server/test/scene/subtitles.ts'
import { untilSeen } from '../../../server/test/until.ts'
import { assertAccessible, browserIsMissing, closePagesOfTests, leftToAll, type WatchedPage } from '../browser.ts'
import { createReviewScene, type ReviewScene, waitForFrame } from '../review/scene.ts'
import { entry } from './lists.ts'
import {
  chosenIs,
  chosenText,
  createSubtitleScene,
  entryOf,
  type SubtitleScene,
  saved,
  savedByItself,
} from './scene.ts'

const skip = browserIsMissing
let scene: ReviewScene
let kept: SubtitleScene
closePagesOfTests()
before(async () => {
  if (skip) return
  scene = await createReviewScene()
  const moId = await scene.addFilm('Scene 12', RATE_25, { seconds: 20 })
  await addShots(scene.kit, scene.prId, moId, 0, 100, 200, 350)
  const preset = {
    id: 'tv',
    name: 'Television',
    basedOn: 'broadcast',
    default: true,
    spotting: { minimumGapFrames: 2 },
    shots: { outGapFrames: 2 },
  }
  kept = await createSubtitleScene(scene, moId, preset)
})
after(() => scene?.stop())

/** What the page's own thread spends from now on in scripts, styles and layout, in milliseconds; others do not count. */
async function measureScript(page: WatchedPage): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const counted = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.reduce((sum, { name, value }) => sum + (counted.includes(name) ? value * 1000 : 0), 0)
  }
  const begun = await read()
  return async () => (await read()) - begun
}

/** How many entries are whole in sight, and what of the workspace is not. */
async function measure(page: WatchedPage) {
  return page.evaluate(() => {
    const list = document.querySelector('.entry-list > .virtual')?.getBoundingClientRect() ?? new DOMRect()
    const rows = Array.from(document.querySelectorAll('.entry-row'), row => row.getBoundingClientRect())
    const isWhole = ({ top, bottom }: DOMRect) => top >= list.top - 1 && bottom <= list.bottom + 1
    const parts = [
      'video',
      '.spotting-track',
      '.spotting-ruler',
      '.entry-times',
      '[data-chosen="true"]',
      '.editor-hints',
    ]
    const away = parts.filter(name => {
      const box = document.querySelector(name)?.getBoundingClientRect()
      const isIn = box && box.width > 0 && box.height > 12 && box.top >= 0 && box.bottom <= innerHeight
      return !(isIn && box.left >= 0 && box.right <= innerWidth)
    })
    const scrolled = [document.documentElement, document.querySelector('.place-content')].some(
      element => element !== null && element.scrollHeight > element.clientHeight,
    )
    return { rows: rows.filter(isWhole).length, away, scrolled }
  })
}

/** The rows of a list that has moved, or has another height, are there a moment later. */
const measureWith = (page: WatchedPage, fewest: number, when: string) =>
  untilSeen(
    `${fewest} entries are in sight ${when}`,
    () => measure(page),
    ({ rows }) => rows >= fewest,
    5000,
  )

test('picture, timeline and fourteen entries are in sight at once, and stay there while one is edited or text is sought', {
  skip: leftToAll,
}, async () => {
  const forty = Array.from({ length: 40 }, (_, index) => entry(index * 12, index * 12 + 10, `Line ${index}\nand more`))
  const { open } = await kept.create(...forty)
  const page = await open({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  await entryOf(page, 'Line 3 and more').click()
  const { rows: _, ...rest } = await measureWith(page, 14, 'at first')
  assert.deepEqual(rest, { away: [], scrolled: false })
  await page.keyboard.press('Enter')
  await page.keyboard.type(' words')
  const edited = await measureWith(page, 10, 'while one is edited')
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox', { name: 'Find' }).fill('Line 30')
  await page.keyboard.press('Enter')
  await chosenIs(page, 31)
  const found = await measureWith(page, 10, 'while text is sought')
  assert.deepEqual([edited.away, found.away, edited.scrolled, found.scrolled], [[], [], false, false])
  await assertAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await assertAccessible(page)
  await page.setViewportSize({ width: 1024, height: 768 })
  const small = await measureWith(page, 7, 'at 1024 × 768')
  assert.deepEqual([small.away, small.scrolled], [[], false])
  await page.getByRole('button', { name: 'Issues, terms and notes' }).click()
  await assertAccessible(page)
  await saved(page)
  page.assertClean()
})

test('subtitles are dragged by whole frames, and stick to shots, to the least gap and to the playhead, unless Alt is held', {
  skip: leftToAll,
}, async () => {
  const { open, list } = await kept.create(entry(20, 60, 'one'), entry(120, 180, 'two'), entry(260, 300, 'three'))
  const page = await open({ viewport: { width: 1440, height: 900 } })
  await entryOf(page, 'two').click()
  const block = page.locator('.spotting-block[data-chosen="true"]')
  const box = await block.boundingBox()
  assert.ok(box)
  const perFrame = box.width / 60
  const drag = async (from: number, frames: number, isFree = false) => {
    const [x, y] = [(await block.boundingBox())!.x + from, box.y + 20]
    await page.mouse.move(x, y)
    await page.mouse.down()
    if (isFree) await page.keyboard.down('Alt')
    await page.mouse.move(x + frames * perFrame, y, { steps: 4 })
    if (!isFree) assert.ok((await page.locator('.spotting-snap').count()) <= 1)
    await page.mouse.up()
    if (isFree) await page.keyboard.up('Alt')
    await saved(page)
    return (await list())[1]
  }
  // Two frames from the shot at 200 that the preset asks for, from 199 on.
  assert.equal(await drag(box.width - 5, 19), '120-198 two')
  // The next begins at 260: it is not overlapped.
  assert.equal(await drag(78 * perFrame - 5, 100), '120-258 two')
  assert.equal(await drag(138 * perFrame - 5, 22, true), '120-280 two')
  await page.keyboard.press('Control+z')
  assert.equal(await drag(5, -21), '100-258 two')
  assert.equal(await drag(60, -60), '62-220 two')
  // The same by keys, from where it is.
  for (const key of ['q', 'r', ']', 'w', 'e', '[']) await page.keyboard.press(key)
  await saved(page)
  assert.equal((await list())[1], '62-220 two')
  // The line itself is scrubbed, zoomed and moved.
  const ruler = (await page.locator('.spotting-ruler').boundingBox())!
  await page.mouse.click(ruler.x + 1, ruler.y + 8)
  await waitForFrame(page, 0)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.waitForFunction(
    wide => (document.querySelector('.spotting-block[data-chosen="true"]')?.getBoundingClientRect().width ?? 0) > wide,
    158 * perFrame * 1.5,
  )
  await page.getByRole('slider', { name: 'Subtitle timeline' }).press('PageUp')
  await assertAccessible(page)
  page.assertClean()
})

test('of two thousand subtitles only those in sight are in the document, and typing costs little script', {
  skip: leftToAll,
}, async context => {
  const count = 2000
  const entries = Array.from({ length: 500 }, (_, index) => entry(index, index + 1, `entry ${index}`))
  const { open, list } = await kept.create(...[0, 1, 2, 3].flatMap(() => entries))
  const page = await open({ viewport: { width: 1440, height: 900 } })
  await page.getByRole('button', { name: `All ${count.toLocaleString('en')}` }).waitFor()
  const countShown = () =>
    page.evaluate(() => ['.entry-row', '.spotting-block', '.issue'].map(name => document.querySelectorAll(name).length))
  const [rows = 0, blocks = 0, issues = 0] = await countShown()
  assert.ok(rows < 40 && issues <= 200, `${rows} rows, ${issues} issues`)
  assert.ok(blocks <= 500, `${blocks} blocks`)
  await page.locator('.entry-pick').first().click()
  await page.keyboard.press('Enter')
  const script = await measureScript(page)
  const changed = await page.evaluate(async () => {
    const counts: number[] = []
    for (let letter = 0; letter < 20; letter++) {
      const element = document.querySelector<HTMLTextAreaElement>('[data-subtitle-text]')
      if (!element) throw new Error('there is no field')
      const parts = new Set<Element>()
      const note = (records: MutationRecord[]) => {
        for (const { target } of records) {
          const around = target instanceof Element ? target : target.parentElement
          const part = around?.closest('.entry-row, .spotting-block, .issue')
          if (part) parts.add(part)
        }
      }
      const observer = new MutationObserver(note)
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
      element.value += 'x'
      element.dispatchEvent(new InputEvent('input', { bubbles: true }))
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      note(observer.takeRecords())
      observer.disconnect()
      counts.push(parts.size)
    }
    return counts
  })
  const perLetter = (await script()) / 20
  context.diagnostic(`a letter changes ${Math.max(...changed)} rows and blocks at most`)
  assert.ok(Math.max(...changed) <= 4, `${changed} rows and blocks changed by each letter`)
  context.diagnostic(`${perLetter.toFixed(1)} ms for a letter`)
  assert.ok(perLetter < 60, `script, styles and layout of ${perLetter} ms for a letter`)
  await saved(page)
  assert.equal((await list()).length, count)
  assert.match((await list())[0] ?? '', /x{20}$/)
  // What is edited stays in the document, wherever the list is scrolled.
  await page.locator('.entry-list .virtual').evaluate(element => element.scrollTo(0, element.scrollHeight))
  await page.locator('.entry-number', { hasText: /^2000$/ }).waitFor()
  assert.equal(await chosenText(page).evaluate(field => field === document.activeElement), true)
  assert.ok(((await countShown())[0] ?? 0) < 40)
  page.assertClean()
})

test('terms of a thesaurus are put in by a click, and another version is compared', { skip: leftToAll }, async () => {
  const { kit } = scene
  const { accountId } = kit
  const { id } = await kit.admin.thesauri.createThesaurus({ accountId, body: { label: 'Names' } })
  const body = ['Elvira Commons', 'Riaño'].map(label => ({ value: label, label }))
  await kit.admin.thesauri.writeEntries({ accountId, id, body })
  const other = await kept.create(entry(0, 40, 'Een'), entry(52, 90, 'Twee'), entry(200, 240, 'Drie'))
  const { open, get } = await kept.create(entry(0, 40, 'The commons of '), entry(50, 90, 'Two'))
  assert.equal((await other.list()).length, 3)
  const page = await open({ viewport: { width: 1440, height: 900 } })
  await entryOf(page, 'The commons of').click()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Terms' }).click()
  await page.getByRole('button', { name: 'Elvira Commons', exact: true }).waitFor()
  await page.getByLabel('Find a term').fill('ria')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Riaño', exact: true }).click()
  await page.getByRole('button', { name: 'Riaño speaks' }).click()
  await saved(page)
  const [first] = (await get()).structuredDescription.subtitles
  assert.deepEqual(first?.textParts, [{ content: 'The commons of Riaño', style: { speaker: 'Riaño' } }])
  await page.getByRole('tab', { name: 'Compare' }).click()
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(other.language)
  await page.getByLabel('Compare with').selectOption({ label: `${name} (${other.language}) · Television` })
  await page.getByText('2 differences').waitFor()
  await page.getByText('In +2, out 0: Twee').click()
  await chosenIs(page, 2)
  await page.getByText('Only there: Drie').waitFor()
  await assertAccessible(page)
  page.assertClean()
})

test('subtitles are spotted, written and corrected by the keyboard alone, and no key is ever typed into a text', {
  skip,
}, async () => {
  const { open, list } = await kept.create()
  const page = await open({ viewport: { width: 1440, height: 900 } })
  const { keyboard } = page
  const isWriting = () => page.evaluate(() => document.activeElement?.hasAttribute('data-subtitle-text') ?? false)
  await page.locator('#content').focus()
  // Written one after the other, each as long as it is to be read.
  for (const [index, frame] of [0, 50, 100].entries()) {
    await waitForFrame(page, frame)
    await keyboard.press('n')
    await keyboard.type(`Line ${index}\nmore`)
    await keyboard.press('Escape')
    await keyboard.press('Shift+ArrowRight')
    await waitForFrame(page, frame + 25)
    await keyboard.press('o')
    await keyboard.press('Shift+ArrowRight')
  }
  await saved(page)
  assert.deepEqual(await list(), ['0-26 Line 0\nmore', '50-76 Line 1\nmore', '100-126 Line 2\nmore'])
  // Text is gone through without leaving it; words go from one subtitle to the next.
  await keyboard.press('Enter')
  for (const text of ['!', ' than', ' enough']) {
    await keyboard.type(text)
    await keyboard.press('Alt+ArrowUp')
    assert.equal(await isWriting(), true)
  }
  await keyboard.press('Alt+Shift+ArrowDown')
  await keyboard.press('Home')
  await keyboard.press('Control+Home')
  await keyboard.press('Alt+Shift+ArrowRight')
  await keyboard.press('Escape')
  await saved(page)
  assert.deepEqual(await list(), ['0-26 Line\n0 more', '50-76 enough Line 1\nmore than', '100-126 Line 2\nmore!'])
  // The end of one and the start of the next at the frame that is shown.
  await keyboard.press('ArrowDown')
  await waitForFrame(page, 50)
  await keyboard.press('Shift+ArrowRight')
  await keyboard.press('Shift+ArrowRight')
  await waitForFrame(page, 100)
  await keyboard.press('.')
  await waitForFrame(page, 101)
  await keyboard.press('a')
  await chosenIs(page, 3)
  await saved(page)
  assert.deepEqual((await list()).slice(1), ['50-99 enough Line 1\nmore than', '101-126 Line 2\nmore!'])
  // While the film plays, from the press of a key to its release: as long as asked for at least.
  await keyboard.press('Shift+ArrowRight')
  await keyboard.press('Shift+ArrowRight')
  await waitForFrame(page, 151)
  await keyboard.press(' ')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await keyboard.down('h')
  await page.locator('.spotting-spotted').waitFor()
  await keyboard.up('h')
  await keyboard.press('k')
  await chosenIs(page, 4)
  await keyboard.down('v')
  await page.locator('.spotting-spotted').waitFor()
  await keyboard.up('v')
  await keyboard.press('Delete')
  for (const key of ['s', 'm', 'w', 'q', 'e', 'r', '[', ']', 't']) await keyboard.press(key)
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  assert.equal(await isWriting(), false)
  assert.equal(await page.locator('.entry-row').count(), 3)
  for (let step = 0; step < 30; step++) await keyboard.press('Control+z')
  await saved(page)
  assert.deepEqual(await list(), [])
  await keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('New subtitle while held down').waitFor()
  await sheet.getByText('Split at the cursor').waitFor()
  page.assertClean()
})

test('who writes in a subtitle writes on, whatever that makes of the list, and no letter becomes a command', {
  skip,
}, async () => {
  const { open, list, add } = await kept.create(
    { start: 0, end: 40, textParts: [] },
    entry(50, 98, 'Far too much text to be read\nin so short a time as this one has'),
    entry(100, 140, 'three'),
  )
  const page = await open({ viewport: { width: 1440, height: 900 } })
  const { keyboard } = page
  const choose = (filter: string) => page.getByRole('button', { name: new RegExp(`^${filter} \\d`) }).click()
  const texts = async () => (await list()).map(line => line.slice(line.indexOf(' ') + 1))
  // Rows that are not what the list shows any more.
  await choose('Empty')
  await page.locator('.entry-row').first().click()
  await keyboard.press('Enter')
  await keyboard.type('Sometimes men go')
  await savedByItself(page)
  await choose('Issues')
  await entryOf(page, 'Far too much').click()
  await keyboard.press('Enter')
  await keyboard.press('Control+a')
  await keyboard.type('So')
  await keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Issues 0' }).waitFor()
  await keyboard.type(', move it')
  await saved(page)
  assert.deepEqual(await texts(), ['Sometimes men go', 'So, move it', 'three'])
  // A row above that somebody else adds.
  await choose('All')
  await entryOf(page, 'three').click()
  await keyboard.press('Enter')
  await add(entry(42, 48, 'theirs'))
  await entryOf(page, 'theirs').waitFor()
  await keyboard.type(' more')
  // Steps that are undone in another row.
  await keyboard.press('Alt+ArrowUp')
  await keyboard.type('!')
  await keyboard.press('Alt+ArrowDown')
  await keyboard.type('?')
  await keyboard.press('Control+z')
  await keyboard.press('Control+z')
  await chosenIs(page, 3)
  await keyboard.type(' s')
  await saved(page)
  assert.deepEqual(await texts(), ['Sometimes men go', 'theirs', 'So, move it s', 'three more'])
  // One that is spotted.
  await keyboard.press('Alt+ArrowDown')
  await waitForFrame(page, 100)
  await keyboard.press('Escape')
  for (let second = 0; second < 4; second++) await keyboard.press('Shift+ArrowRight')
  await waitForFrame(page, 200)
  await keyboard.press('Enter')
  await keyboard.down('F2')
  await page.locator('.spotting-spotted').waitFor()
  await keyboard.up('F2')
  await chosenIs(page, 5)
  await keyboard.type('new')
  await saved(page)
  assert.deepEqual((await texts()).slice(3), ['three more', 'new'])
  page.assertClean()
})
