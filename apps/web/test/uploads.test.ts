import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../server/test/service.ts'
import { assertAccessible, assertFits, browserIsMissing, openPage, signInOn } from './browser.ts'
import { browser, hostPages, kit } from './host.ts'

const skip = browserIsMissing
hostPages()

async function openLibrary(prId: number, options: Parameters<typeof openPage>[2] = {}) {
  const page = await openPage(browser, kit, { viewport: { width: 1280, height: 800 }, ...options })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}`)
  await page.getByText('Drop files here').waitFor()
  return page
}

/** Files below a folder of the test, by their paths. */
async function writeFiles(name: string, files: Readonly<Record<string, Buffer>>): Promise<string> {
  const folder = join(kit.service.platform.config.dataDir, name)
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  return folder
}

/** Drags files or folders of the machine onto the page, as a person does, and lets them fall. */
async function drop(page: Page, ...paths: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    if (type === 'drop') await page.locator('.uploads[data-over="true"]').waitFor()
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data })
  }
  await session.detach()
}

const lineOf = (page: Page, name: string) => page.locator('.upload-line', { hasText: name })

/** The clips of a production, with the file names and the sizes of their originals. */
async function listArrived(prId: number) {
  const { items } = await kit.admin.media.listMediaObjects({ prId })
  return items
    .map(({ name, mediaObjectInstances = [] }) => {
      const original = mediaObjectInstances.find(({ type }) => type === 'RAW')
      return [name, original?.fileName, original?.size]
    })
    .sort()
}

test('files and folders that are dropped anywhere on the page are uploaded into the collection that is shown', {
  skip,
}, async () => {
  const { id: prId } = await kit.createProduction('Dropped')
  const collection = await kit.admin.collections.createCollection({ prId, body: { title: 'Card 7' } })
  const folder = await writeFiles('card', {
    'A001.bin': randomBytes(1000),
    'audio/mono/S1.bin': randomBytes(2000),
    'audio/S2.bin': randomBytes(3000),
  })
  const single = join(await writeFiles('single', { 'notes.bin': randomBytes(400) }), 'notes.bin')
  const page = await openLibrary(prId)
  await page.getByRole('button', { name: 'Card 7' }).click()
  await drop(page, folder, single)
  await page.getByText('4 of 4 have arrived').waitFor()
  assert.deepEqual(await listArrived(prId), [
    ['A001.bin', 'A001.bin', 1000],
    ['S1.bin', 'S1.bin', 2000],
    ['S2.bin', 'S2.bin', 3000],
    ['notes.bin', 'notes.bin', 400],
  ])
  const { items } = await kit.admin.collections.listCollectionEntries({ prId, id: collection.id })
  assert.equal(items.length, 4)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Clear the list' }).click()
  await page.locator('.upload-line').first().waitFor({ state: 'detached' })
  await page.getByText('4 clips').waitFor()
  page.assertClean()
})

test('a folder is chosen by keys too; what is dropped on a page without files is left to it', { skip }, async () => {
  const { id: prId } = await kit.createProduction('Chosen')
  const folder = await writeFiles('reel', { 'one.bin': randomBytes(10), 'below/two.bin': randomBytes(20) })
  const page = await openLibrary(prId, { viewport: { width: 360, height: 740 } })
  await page.getByLabel('Folder').focus()
  await page.getByLabel('Folder').setInputFiles(folder)
  await page.getByText('2 of 2 have arrived').waitFor()
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
  const { id: prId } = await kit.createProduction('Paused')
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
  await line.getByRole('button', { name: 'Pause' }).click()
  await line.getByRole('button', { name: 'Go on' }).click()
  held.resolve()
  // The bytes go nowhere yet.
  await page.waitForResponse(response => /\/upload$/.test(new URL(response.url()).pathname))
  await line.getByRole('button', { name: 'Pause' }).click()
  await line.getByRole('button', { name: 'Go on' }).waitFor()
  isHeld = false
  await line.getByRole('button', { name: 'Go on' }).click()
  await line.getByText('Arrived').waitFor()
  assert.deepEqual(await listArrived(prId), [['long.bin', 'long.bin', 24_000_000]])

  isHeld = true
  await page.getByLabel('Files').setInputFiles(join(folder, 'other.bin'))
  const other = lineOf(page, 'other.bin')
  await other.getByRole('button', { name: 'Pause' }).waitFor()
  await page.waitForResponse(response => /\/upload$/.test(new URL(response.url()).pathname))
  await other.getByRole('button', { name: 'Cancel' }).click()
  await other.waitFor({ state: 'detached' })
  while ((await kit.admin.media.listMediaObjects({ prId })).items.length > 1);
  await page.reload()
  await page.getByText('Drop files here').waitFor()
  assert.equal(await page.locator('.upload-line').count(), 0)
  page.assertClean()
})
