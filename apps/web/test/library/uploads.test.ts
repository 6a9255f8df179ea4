import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import { until, untilSeen } from '../../../server/test/until.ts'
import { assertAccessible, assertFits, browserIsMissing, leftToAll, openPage, signInOn } from '../browser.ts'
import { hostPages } from '../host.ts'
import { holdFiles } from './file-drag.ts'

const skip = browserIsMissing
const host = hostPages()

async function openLibrary(prId: number, options: Parameters<typeof openPage>[2] = {}) {
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1280, height: 800 }, ...options })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}`)
  await page.getByLabel('Files').waitFor({ state: 'attached' })
  return page
}

/** Files below a folder of the test, by their paths. */
async function writeFiles(name: string, files: Readonly<Record<string, Buffer>>): Promise<string> {
  const folder = join(host.kit.service.platform.config.dataDir, name)
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  return folder
}

const lineOf = (page: Page, name: string) => page.locator('.upload-line', { hasText: name })

/** The clips of a production, with the file names and the sizes of their originals. */
async function listArrived(prId: number) {
  const { items } = await host.kit.admin.media.listMediaObjects({ prId })
  return items
    .map(({ name, mediaObjectInstances = [] }) => {
      const original = mediaObjectInstances.find(({ type }) => type === 'RAW')
      return [name, original?.fileName, original?.size]
    })
    .sort()
}

/** Begun before what causes it: an answer that came earlier is not seen. */
function waitForUpload(page: Page): Promise<unknown> {
  return page.waitForResponse(response => /\/upload$/.test(new URL(response.url()).pathname))
}

test('files and folders that are dropped anywhere on the page are uploaded into the collection that is shown', {
  skip,
}, async () => {
  const { id: prId } = await host.kit.createProduction('Dropped')
  const collection = await host.kit.admin.collections.createCollection({ prId, body: { title: 'Card 7' } })
  const folder = await writeFiles('card', {
    'A001.bin': randomBytes(1000),
    'audio/mono/S1.bin': randomBytes(2000),
    'audio/S2.bin': randomBytes(3000),
  })
  const single = join(await writeFiles('single', { 'notes.bin': randomBytes(400) }), 'notes.bin')
  const page = await openLibrary(prId)
  await page.getByRole('treeitem', { name: /^Card 7/ }).click()
  await page.getByRole('heading', { name: 'This collection is empty' }).waitFor()
  const letGo = await holdFiles(page, [folder, single], { x: 700, y: 500 })
  await letGo()
  // It is there before the search knows it, and stays.
  await page.locator('.clip-cell', { hasText: 'notes' }).waitFor()
  await page.getByText('4 of 4 files have arrived').waitFor()
  await page.locator('.clip-cell', { hasText: 'notes' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'This collection is empty' }).count(), 0)
  assert.deepEqual(await listArrived(prId), [
    ['A001.bin', 'A001.bin', 1000],
    ['S1.bin', 'S1.bin', 2000],
    ['S2.bin', 'S2.bin', 3000],
    ['notes.bin', 'notes.bin', 400],
  ])
  // Folders are kept as collections, which the tree shows without being loaded again.
  await page.getByRole('treeitem', { name: /^mono/ }).waitFor({ timeout: 5000 })
  const { items: collections } = await host.kit.admin.collections.listCollections({ prId })
  const counts = await Promise.all(
    collections.map(async ({ id, title, parentId }) => {
      const { items } = await host.kit.admin.collections.listCollectionEntries({ prId, id })
      return [title, collections.find(parent => parent.id === parentId)?.title, items.length]
    }),
  )
  assert.deepEqual(counts, [
    ['Card 7', undefined, 1],
    ['card', 'Card 7', 1],
    ['audio', 'card', 1],
    ['mono', 'audio', 1],
  ])
  assert.equal(collections[0]?.id, collection.id)
  // The same file once more is sent only where the person wants that; its clip goes where it was dropped.
  const { id: picked } = await host.kit.admin.collections.createCollection({ prId, body: { title: 'Picked' } })
  await page.getByRole('treeitem', { name: /^Picked/ }).click()
  await page.getByRole('heading', { name: 'This collection is empty' }).waitFor()
  await (await holdFiles(page, [single], { x: 700, y: 500 }))()
  await lineOf(page, 'notes')
    .getByText('A clip with this name and size is here already. It is in “Picked” now.')
    .waitFor()
  await page.locator('.clip-cell', { hasText: 'notes' }).waitFor()
  assert.equal((await listArrived(prId)).length, 4)
  const { items: entries } = await host.kit.admin.collections.listCollectionEntries({ prId, id: picked })
  assert.equal(entries.length, 1)
  await assertAccessible(page)
  await lineOf(page, 'notes').getByRole('button', { name: 'Upload anyway' }).click()
  await page.getByText('5 of 5 files have arrived').waitFor()
  assert.deepEqual((await listArrived(prId)).slice(3), [
    ['notes.bin', 'notes.bin', 400],
    ['notes.bin', 'notes.bin', 400],
  ])
  await page.getByRole('button', { name: 'Clear arrived' }).click()
  await page.locator('.upload-line').first().waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('2 clips', { exact: true }).waitFor()
  page.assertClean()
})

test('a folder is chosen by keys too; what is dropped on a page without files is left to it', {
  skip: leftToAll,
}, async () => {
  const { id: prId } = await host.kit.createProduction('Chosen')
  const folder = await writeFiles('reel', { 'one.bin': randomBytes(10), 'below/two.bin': randomBytes(20) })
  const page = await openLibrary(prId, { viewport: { width: 360, height: 740 } })
  await page.getByLabel('Folder').focus()
  await page.getByLabel('Folder').setInputFiles(folder)
  await page.getByText('2 of 2 files have arrived').waitFor()
  assert.deepEqual(
    (await listArrived(prId)).map(([, fileName]) => fileName),
    ['one.bin', 'two.bin'],
  )
  const isHindered = await page.evaluate(() => {
    const event = new DragEvent('drop', { dataTransfer: new DataTransfer(), cancelable: true, bubbles: true })
    document.body.dispatchEvent(event)
    return event.defaultPrevented
  })
  assert.equal(isHindered, false)
  await assertFits(page)
  await assertAccessible(page)
  page.assertClean()
})

test('an upload is paused, goes on, and is cancelled with its clip; pausing while it is announced makes no second clip', {
  skip,
}, async () => {
  const { id: prId } = await host.kit.createProduction('Paused')
  const folder = await writeFiles('long', { 'long.bin': randomBytes(24_000_000), 'other.bin': randomBytes(24_000_000) })
  const page = await openLibrary(prId)
  const held = Promise.withResolvers<void>()
  let isHeld = true
  await page.route(/\/api\/production\/\d+\/mo$/, async route => {
    await held.promise
    await route.continue()
  })
  await page.route(/\/data\/|\/upload\//, async route => {
    if (route.request().method() === 'PUT' && isHeld) return
    await route.continue()
  })
  await page.getByLabel('Files').setInputFiles(join(folder, 'long.bin'))
  const line = lineOf(page, 'long.bin')
  // It is among the clips at once, although nothing is known of it yet.
  await page
    .locator('.clip-cell', { hasText: 'long.bin' })
    .getByText(/^Uploading/)
    .waitFor()
  await line.getByRole('button', { name: 'Pause' }).click()
  await line.getByRole('button', { name: 'Resume' }).click()
  // The bytes go nowhere yet.
  const begun = waitForUpload(page)
  held.resolve()
  await begun
  await line.getByRole('button', { name: 'Pause' }).click()
  await line.getByRole('button', { name: 'Resume' }).waitFor()
  isHeld = false
  await line.getByRole('button', { name: 'Resume' }).click()
  await line.getByText('Arrived').waitFor()
  assert.deepEqual(await listArrived(prId), [['long.bin', 'long.bin', 24_000_000]])

  isHeld = true
  const otherBegun = waitForUpload(page)
  await page.getByLabel('Files').setInputFiles(join(folder, 'other.bin'))
  const other = lineOf(page, 'other.bin')
  await other.getByRole('button', { name: 'Pause' }).waitFor()
  await otherBegun
  await other.getByRole('button', { name: 'Cancel' }).click()
  await other.waitFor({ state: 'detached' })
  const list = async () => (await host.kit.admin.media.listMediaObjects({ prId })).items
  await untilSeen('the clip is gone', list, clips => clips.length === 1)
  await page.reload()
  await page.getByLabel('Files').waitFor({ state: 'attached' })
  await line.getByText('Arrived').waitFor()
  assert.equal(await page.locator('.upload-line').count(), 1)
  page.assertClean()
})

test('uploads are followed on every page, and go on after a reload with what is missing', {
  skip: leftToAll,
}, async () => {
  const { id: prId } = await host.kit.createProduction('Followed')
  const large = { 'one.bin': randomBytes(24_000_000), 'two.bin': randomBytes(24_000_000) }
  const folder = await writeFiles('reel 9', large)
  const later = await writeFiles('later/reel 9', { 'three.bin': randomBytes(1000), 'four.bin': randomBytes(2000) })
  const paths = [join(folder, 'one.bin'), join(folder, 'two.bin'), join(later, 'three.bin')]
  const page = await openLibrary(prId)
  page.expectErrors(/507/)
  const sent: string[] = []
  let answer: 'let two through' | 'refuse' | 'let through' = 'let two through'
  let passed = 0
  await page.route(/\/data\/|\/upload\//, async route => {
    const request = route.request()
    if (request.method() !== 'PUT') return route.continue()
    if (answer === 'refuse')
      return route.fulfill({ status: 507, json: { type: 'StorageFullError', message: 'No room' } })
    if (answer === 'let two through' && ++passed > 2) return
    await route.continue()
    const response = await request.response().catch(() => null)
    const { pathname, searchParams } = new URL(request.url())
    if (response?.ok()) sent.push(`${pathname} ${searchParams.get('position')}`)
  })
  await page.getByLabel('Folder').setInputFiles(folder)
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLProgressElement>('.upload-line progress')].some(({ value }) => value > 10),
  )
  await page.getByLabel('Folder').setInputFiles(later)
  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
  await page.getByText('2 more files wait').click()
  await lineOf(page, 'four.bin').getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('1 more file waits').waitFor()
  await page.getByText('0 of 3 files have arrived').waitFor()
  await page.getByRole('button', { name: 'Pause all' }).click()
  await page.getByRole('button', { name: 'Resume all' }).click()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Uploads', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Uploads: \d+%$/ }).click()

  // The browser has let go of the files: those that waited are awaited as well, and nothing that arrived is sent again.
  const before = new Set(sent)
  assert.equal(before.size, 2)
  answer = 'let through'
  await page.reload()
  await page.getByText('Needs attention · 3').waitFor()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(paths)
  await page.getByText('3 of 3 files have arrived').waitFor()
  assert.deepEqual(
    sent.filter((chunk, index) => sent.indexOf(chunk) !== index),
    [],
  )
  assert.deepEqual(
    (await listArrived(prId)).map(([name, , size]) => [name, size]),
    [
      ['one.bin', 24_000_000],
      ['three.bin', 1000],
      ['two.bin', 24_000_000],
    ],
  )

  // Where no production is shown they go to the last one.
  await page.getByRole('link', { name: 'Home' }).click()
  await page
    .getByRole('region', { name: 'Productions' })
    .getByRole('link', { name: /Followed/ })
    .waitFor()
  answer = 'refuse'
  const letGo = await holdFiles(page, [join(later, 'four.bin')], { x: 400, y: 400 })
  await page.getByText('upload them to Followed').waitFor()
  await letGo()
  await lineOf(page, 'four.bin').getByText('No room').waitFor()
  await page.getByRole('button', { name: 'Uploads: 1 needs attention' }).waitFor()
  answer = 'let through'
  await lineOf(page, 'four.bin').getByRole('button', { name: 'Retry' }).click()
  await page.getByText('4 of 4 files have arrived').waitFor()
  await assertAccessible(page)
  await lineOf(page, 'three.bin').getByRole('link', { name: 'Show in library' }).click()
  await page.getByRole('heading', { name: 'reel 9', level: 1 }).waitFor()
  await page.getByRole('gridcell', { name: /^three.bin/ }).waitFor()
  page.assertClean()
})

test('an upload goes on after a reload of the page, once the file is chosen again', { skip }, async () => {
  const { id: prId } = await host.kit.createProduction('Uploads')
  const bytes = randomBytes(24_000_000)
  const path = join(host.kit.service.platform.config.dataDir, 'rushes.bin')
  await writeFile(path, bytes)
  const page = await openLibrary(prId)
  let passed = 0
  // The line lets two chunks through, then none until the page has been reloaded.
  await page.route(/\/data\/|\/upload\//, async route => {
    if (route.request().method() === 'PUT' && ++passed > 2) await new Promise(() => {})
    else await route.continue()
  })
  await page.getByLabel('Files').setInputFiles(path)
  await page.waitForFunction(() => Number(document.querySelector('progress')?.value) > 10)
  await page.reload()
  await page.locator('.upload-line').getByText('Choose the file again').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await assertAccessible(page)
  await page.getByLabel('Files').setInputFiles(path)
  await page.locator('.upload-line', { hasText: 'Arrived' }).waitFor()

  // What is no film although it is called one is not passed over in silence.
  const noFilm = { name: 'take.mov', mimeType: 'video/quicktime', buffer: Buffer.from('Scene 1. Interior. Night.') }
  await page.getByLabel('Files').setInputFiles(noFilm)
  await lineOf(page, 'take.mov').getByText('cannot be read as the film').waitFor()
  await page.getByText('Needs attention · 1').waitFor()
  await page.getByRole('gridcell', { name: /^take.mov Not readable as media/ }).waitFor()
  await assertAccessible(page)
  const { id } =
    (await host.kit.admin.media.listMediaObjects({ prId })).items.find(({ name }) => name === 'take.mov') ?? {}
  await host.kit.admin.media.deleteMediaObject({ prId, id: id ?? 0 })
  const clips = (await host.kit.admin.media.listMediaObjects({ prId })).items
  assert.equal(clips.length, 1)
  assert.equal(clips[0]?.mediaObjectInstances?.find(({ type }) => type === 'RAW')?.size, bytes.length)
  page.assertClean()
})

test('a file whose name says so is offered as another version of a clip that is there', {
  skip: leftToAll,
}, async () => {
  const { id: prId } = await host.kit.createProduction('Numbered')
  const folder = await writeFiles('numbered', { 'cut_v1.bin': randomBytes(10), 'cut_v2.bin': randomBytes(20) })
  const page = await openLibrary(prId, { viewport: { width: 360, height: 740 } })
  await page.getByLabel('Files').setInputFiles(join(folder, 'cut_v1.bin'))
  await page.getByText('1 of 1 file has arrived').waitFor()
  await until('the first is found', async () => {
    const { results } = await host.kit.admin.annotations.searchMediaObjects({ prId, query: { q: 'cut_v1' } })
    return results.length === 1
  })
  await page.getByLabel('Files').setInputFiles(join(folder, 'cut_v2.bin'))
  await lineOf(page, 'cut_v2.bin').getByRole('button', { name: 'Make it a version of “cut_v1.bin”' }).click()
  await page.getByText('“cut_v2.bin” is version 2 of “cut_v1.bin”').waitFor()
  await lineOf(page, 'cut_v2.bin')
    .getByRole('button', { name: /^Make it/ })
    .waitFor({ state: 'detached' })
  await assertFits(page)
  const query = { fl: ['mediaObjectName,versionNumber'], sort: 'versionNumber asc', waitForIndex: true }
  const { results } = await host.kit.admin.annotations.searchMediaObjects({ prId, query })
  assert.deepEqual(
    results.map(({ mediaObjectName, versionNumber }) => [mediaObjectName, versionNumber]),
    [
      ['cut_v1.bin', 1],
      ['cut_v2.bin', 2],
    ],
  )
  page.assertClean()
})
