/** A library for the tests of what is done to its clips: in a collection, by keys, menus and dragging. */

import assert from 'node:assert/strict'
import { createClips, expectClip } from '@rushes/client'
import type { Locator, Page } from 'playwright-core'
import { adminPassword } from '../../../../server/test/service.ts'
import { openPage, signInOn, type WatchedPage } from '../../browser.ts'
import type { PagesHost } from '../../host.ts'

export const names = ['Anna', 'Berta', 'Carla', 'Doris', 'Elsa', 'Frida', 'Greta', 'Hanna']

/** A production with clips in a collection, and an empty collection beside it. */
export async function createLibrary({ kit }: PagesHost, name: string) {
  const { id: prId } = await kit.createProduction(name)
  const created = await createClips(
    kit.admin,
    prId,
    names.map(name => ({ name })),
  )
  const ids = created.map(clip => expectClip(clip).id)
  const create = (title: string) => kit.admin.collections.createCollection({ prId, body: { title } })
  const [day, selects] = [await create('Shoot day 1'), await create('Selects')]
  const body = ids.slice(0, 4).map(mediaObjectId => ({ mediaObjectId }))
  await kit.admin.collections.attachEntries({ prId, id: day.id, body, query: { waitForIndex: true } })
  /** Names of the clips of a collection, in its order. */
  const listNames = async (id: number) => {
    const { items } = await kit.admin.collections.listCollectionEntries({ prId, id })
    return items.map(({ mediaObjectId = 0 }) => names[ids.indexOf(mediaObjectId)]).join()
  }
  const getClip = (index: number) => kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: ids[index] ?? 0 })
  return { prId, ids, day: day.id, selects: selects.id, listNames, getClip }
}

export async function openLibrary(host: PagesHost, prId: number, query = '?sort=byName'): Promise<WatchedPage> {
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}${query}`)
  await page.locator('.clip-cell-link').first().waitFor()
  return page
}

export const cardOf = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) })
export const lineOf = (page: Page, title: string) => page.getByRole('treeitem').filter({ hasText: title })

export async function findMiddle(target: Locator) {
  const box = await target.boundingBox()
  assert.ok(box)
  return { ...box, x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Presses the pointer on something and moves it over something else; it is not let go. */
export async function drag(page: Page, from: Locator, to: Locator, share = 0.5): Promise<void> {
  const begin = await findMiddle(from)
  const box = await to.boundingBox()
  assert.ok(box)
  await page.mouse.move(begin.x, begin.y)
  await page.mouse.down()
  await page.mouse.move(begin.x + 10, begin.y + 10)
  await page.mouse.move(box.x + box.width * share, box.y + box.height / 2, { steps: 3 })
}

export async function assertNames(page: Page, wanted: string): Promise<void> {
  await page.waitForFunction(
    expected =>
      Array.from(document.querySelectorAll('.clip-cell-link'), ({ textContent }) => textContent).join() === expected,
    wanted,
  )
}
