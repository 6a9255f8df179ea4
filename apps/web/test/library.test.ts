import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClips } from '@rushes/client'
import type { Browser, Page } from 'playwright-core'
import { adminPassword, startTestService, type TestService } from '../../server/test/service.ts'
import { assertAccessible, browserIsMissing, openBrowser, openPage, signInOn, type WatchedPage } from './browser.ts'

const skip = browserIsMissing
let kit: TestService
let browser: Browser
before(async () => {
  if (skip) return
  kit = await startTestService()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await kit?.stop()
})

async function openLibrary(prId: number, query = ''): Promise<WatchedPage> {
  const page = await openPage(browser, kit, { viewport: { width: 1280, height: 800 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}${query}`)
  return page
}

const cardNamed = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('thousands of clips are found and scrolled through, a handful of them in the document', { skip }, async () => {
  const { id: prId } = await kit.createProduction('Many')
  for (let from = 0; from < 1200; from += 400) {
    await createClips(
      kit.admin,
      prId,
      Array.from({ length: 400 }, (_, index) => ({ name: `Take ${String(from + index).padStart(4, '0')}` })),
    )
  }
  const page = await openLibrary(prId, '?sort=byName')
  await page.getByText('1200 clips').waitFor()
  await cardNamed(page, 'Take 0000').waitFor()
  await assertAccessible(page)
  assert.ok((await page.getByRole('listitem').count()) < 150)
  await page.locator('.virtual').evaluate(element => {
    element.scrollTop = element.scrollHeight
  })
  await cardNamed(page, 'Take 1199').waitFor()
  await page.getByLabel('Search').fill('mediaObjectName:"Take 0777"')
  await page.getByLabel('Search').press('Enter')
  await page.getByText('1 clips').waitFor()
  await cardNamed(page, 'Take 0777').waitFor()
  assert.match(page.url(), /q=/)
  page.assertClean()
})

test('chosen clips are put into a new collection, tagged, found by the tag, and deleted together', {
  skip,
}, async () => {
  const { id: prId } = await kit.createProduction('Some')
  await createClips(kit.admin, prId, [{ name: 'Anna' }, { name: 'Berta' }, { name: 'Carla' }])
  const page = await openLibrary(prId)
  await cardNamed(page, 'Carla').waitFor()
  await page.getByRole('button', { name: '+ New collection' }).click()
  await page.getByLabel('Title').fill('Dailies')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Dailies' }).waitFor()
  await page.getByLabel('Select Anna').check()
  await page.getByLabel('Select Berta').check()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Add to collection' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Done for 2 clips.').first().waitFor()
  await page.getByRole('button', { name: 'Dailies' }).click()
  await page.getByText('2 clips', { exact: true }).waitFor()
  await page.getByLabel('Select Anna').check()
  await page.getByRole('button', { name: 'Add a tag' }).click()
  await page.getByRole('dialog').getByLabel('Tag').fill('night')
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: /^night/ }).click()
  await page.getByText('1 clips', { exact: true }).waitFor()
  await page.getByLabel('Select Anna').check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No clip fits.').waitFor()
  const { results } = await kit.admin.annotations.searchMediaObjects({ prId })
  assert.deepEqual(results.map(({ mediaObjectName }) => mediaObjectName).sort(), ['Berta', 'Carla'])
  page.assertClean()
})

test('an upload goes on after the page was loaded anew, once the file is chosen again', { skip }, async () => {
  const { id: prId } = await kit.createProduction('Uploads')
  const bytes = randomBytes(24_000_000)
  const path = join(kit.service.platform.config.dataDir, 'rushes.bin')
  await writeFile(path, bytes)
  const page = await openLibrary(prId)
  let passed = 0
  // The line lets two chunks through, then none until the page has been loaded anew.
  await page.route(/\/data\/|\/upload\//, async route => {
    if (route.request().method() === 'PUT' && ++passed > 2) await new Promise(() => {})
    else await route.continue()
  })
  await page.getByLabel('Files').setInputFiles(path)
  await page.waitForFunction(() => Number(document.querySelector('progress')?.value) > 10)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await page.getByText('Choose the file again to go on').waitFor()
  await assertAccessible(page)
  await page.getByLabel('Files').setInputFiles(path)
  await page.getByText('Arrived').waitFor()
  const clips = (await kit.admin.media.listMediaObjects({ prId })).items
  assert.equal(clips.length, 1)
  assert.equal(clips[0]?.mediaObjectInstances?.find(({ type }) => type === 'RAW')?.size, bytes.length)
  page.assertClean()
})
