import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClips, expectClip } from '@rushes/client'
import { assertAccessible, browserIsMissing } from '../../browser.ts'
import { hostPages } from '../../host.ts'
import { holdFiles } from '../file-drag.ts'
import { assertNames, cardOf, createLibrary, findMiddle, openLibrary } from './scene.ts'

const skip = browserIsMissing
const host = hostPages()

test('selected clips become the versions of one, of which the library shows the latest, until that is undone', {
  skip,
}, async () => {
  const { prId, ids, day, selects } = await createLibrary(host, 'Stacked')
  // More than one answer lists, the two that are stacked behind all others.
  const others = await createClips(
    host.kit.admin,
    prId,
    Array.from({ length: 12 }, (_, index) => ({ name: `Extra ${index}` })),
  )
  const body = [...others.map(clip => expectClip(clip).id), ...ids.slice(0, 2)].map(mediaObjectId => ({
    mediaObjectId,
  }))
  const { collections } = host.kit.admin
  await collections.attachEntries({ prId, id: selects, body, query: { waitForIndex: true } })
  const page = await openLibrary(host, prId, `?sort=byName&collection=${day}`)
  await assertNames(page, 'Anna,Berta,Carla,Doris')
  await cardOf(page, 'Anna').click()
  await cardOf(page, 'Berta').click({ modifiers: ['Control'] })
  await cardOf(page, 'Berta').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Make versions of one clip' }).click()
  await page.getByText('2 versions of “Anna”').waitFor()
  await assertNames(page, 'Berta,Carla,Doris')
  await cardOf(page, 'Berta v2').waitFor()
  await assertAccessible(page)
  // In its own order too.
  await page.getByRole('button', { name: /^Order/ }).click()
  await page.getByRole('menuitemradio', { name: 'Order of the collection' }).click()
  await assertNames(page, 'Berta,Carla,Doris')
  await page.getByRole('button', { name: /^Order/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Older versions too' }).click()
  await assertNames(page, 'Anna,Berta,Carla,Doris')
  await cardOf(page, 'Anna v1').waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await page.locator('.card-version').first().waitFor({ state: 'detached' })
  const { items } = await collections.listCollections({ prId })
  assert.ok(items.every(({ funnel }) => funnel !== 'VersionStack'))
  // All versions of stacks that are stacked become versions of one.
  const select = async (...names: string[]) => {
    for (const [index, name] of names.entries()) {
      await cardOf(page, name).click(index === 0 ? {} : { modifiers: ['Control'] })
    }
    await cardOf(page, names[0]!).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Make versions of one clip' }).click()
  }
  await page.goto(`/app/production/${prId}?collection=${day}&sort=byName`)
  await select('Anna', 'Berta')
  await assertNames(page, 'Berta,Carla,Doris')
  await select('Carla', 'Doris')
  await assertNames(page, 'Berta,Doris')
  await select('Berta', 'Doris')
  await assertNames(page, 'Doris')
  await cardOf(page, 'Doris v4').waitFor()
  await page.getByRole('status').filter({ hasText: '4 versions' }).getByRole('button', { name: 'Undo' }).click()
  await assertNames(page, 'Berta,Doris')
  await cardOf(page, 'Doris v2').waitFor()
  const kept = await collections.listCollectionEntries({ prId, id: selects, query: { rows: 100 } })
  assert.deepEqual(
    kept.items.map(({ mediaObjectId }) => mediaObjectId),
    body.map(({ mediaObjectId }) => mediaObjectId),
  )
  page.assertClean()
})

test('a file that is dropped on a clip is a new version of it in its collections; the page of the clip leads to all of them', {
  skip,
}, async () => {
  const { prId, ids, day } = await createLibrary(host, 'Dropped on a clip')
  const page = await openLibrary(host, prId, `?sort=byName&collection=${day}`)
  const path = join(host.kit.service.platform.config.dataDir, 'Carla_v2.txt')
  await writeFile(path, 'Scene 1. Interior. Night.')
  // A folder goes into the collection that is shown.
  const folder = join(host.kit.service.platform.config.dataDir, 'Day 3')
  await mkdir(folder)
  await writeFile(join(folder, 'Notes.txt'), 'Scene 3')
  await (await holdFiles(page, [folder], await findMiddle(cardOf(page, 'Carla'))))()
  await page.locator('.upload-line', { hasText: 'Notes.txt' }).getByText('Arrived').waitFor()
  const listAllCollections = async () => (await host.kit.admin.collections.listCollections({ prId })).items
  assert.equal((await listAllCollections()).find(({ title }) => title === 'Day 3')?.parentId, day)
  const letGo = await holdFiles(page, [path], await findMiddle(cardOf(page, 'Carla')))
  await page.getByText('Drop the file here to add it as a new version of Carla').waitFor()
  await letGo()
  await page.getByText('“Carla_v2.txt” is version 2 of “Carla”').waitFor()
  await assertNames(page, 'Anna,Berta,Carla_v2.txt,Doris')
  const { items } = await host.kit.admin.collections.listCollectionEntries({ prId, id: day })
  const [carla, next] = items.slice(2)
  assert.equal(carla?.mediaObjectId, ids[2])
  await page.goto(`/app/production/${prId}/clip/${next?.mediaObjectId}`)
  await page.getByRole('button', { name: 'Version: v2 of 2' }).click()
  await assertAccessible(page)
  assert.deepEqual(await page.getByRole('menuitemradio').allTextContents(), ['v2 · Carla_v2.txt', 'v1 · Carla'])
  await page.getByRole('menuitemradio', { name: 'v1 · Carla' }).click()
  await page.waitForURL(`**/clip/${ids[2]}`)
  await page.getByRole('button', { name: 'Version: v1 of 2' }).click()
  await page.getByRole('menuitem', { name: 'Compare with v2' }).click()
  await page.waitForURL(`**/compare?a=${next?.mediaObjectId}&b=${ids[2]}`)
  await page.goBack()
  await page.getByRole('button', { name: 'Version: v1 of 2' }).click()
  await page.getByRole('menuitem', { name: 'Remove from the versions' }).click()
  await page.getByText('“Carla” is a clip by itself now').waitFor()
  await page.getByRole('button', { name: 'Version: v1 of 2' }).waitFor({ state: 'detached' })
  page.assertClean()
})
