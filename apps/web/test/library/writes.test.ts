import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClips, expectClip } from '@rushes/client'
import type { Page } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import { assertAccessible, browserIsMissing, leftToAll, openPage, signInOn, type WatchedPage } from '../browser.ts'
import { hostPages } from '../host.ts'

const skip = browserIsMissing
const host = hostPages()

async function createLibrary(name: string) {
  const { id: prId } = await host.kit.createProduction(name)
  const { version } = await host.kit.admin.customFields.getAnnotationFields({ prId })
  const fields = { scene: { type: 'STRING', label: 'Scene' } } as const
  await host.kit.admin.customFields.updateAnnotationFields({ prId, body: { version, fields } })
  const created = await createClips(
    host.kit.admin,
    prId,
    ['Anna', 'Berta', 'Carla'].map(name => ({ name })),
  )
  const ids = created.map(clip => expectClip(clip).id)
  const getClip = (index: number) =>
    host.kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: ids[index] ?? 0 })
  return { prId, ids, getClip }
}

async function openLibrary(prId: number, query = '?sort=byName'): Promise<WatchedPage> {
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}${query}`)
  await page.locator('.clip-cell-link').first().waitFor()
  return page
}

const cardOf = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) })

/** Selects a clip, and waits for all that this loads: without a connection nothing more is loaded. */
async function select(page: Page, name: string): Promise<void> {
  await cardOf(page, name).click()
  await page.getByRole('toolbar').waitFor()
  await page.locator('#inspector-form').getByLabel('Scene').waitFor()
}

test('a change shows at once; refused it is taken back, told with the reason, and tried again', { skip }, async () => {
  const { prId, getClip } = await createLibrary('Refused')
  const page = await openLibrary(prId)
  page.expectErrors(/403/)
  await select(page, 'Anna')
  const answer = Promise.withResolvers<void>()
  await page.route(/\/moa\/bulk/, async route => {
    await answer.promise
    const problem = {
      error: { type: 'ForbiddenError', message: 'Only supervisors approve' },
      message: 'Only supervisors approve',
    }
    return route.fulfill({ status: 403, json: problem })
  })
  await page.keyboard.press('Shift+Digit1')
  // The service has not answered yet.
  await cardOf(page, 'Anna').getByText('Not approved').or(cardOf(page, 'Anna').getByText('Approved')).first().waitFor()
  assert.equal((await getClip(0)).reviewStatus, undefined)
  answer.resolve()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  await cardOf(page, 'Anna').getByText('Not read yet').waitFor()
  await assertAccessible(page)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await until('the second try is stored', async () => (await getClip(0)).reviewStatus !== undefined)
  page.assertClean()
})

test('without a connection changes wait, are counted, outlive a reload, and are sent once there is one', {
  skip,
}, async () => {
  const { prId, getClip } = await createLibrary('Offline')
  const page = await openLibrary(prId)
  page.expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to load/)
  await select(page, 'Anna')
  await page.context().setOffline(true)
  await page.keyboard.press('4')
  await page.getByText('1 change waits for the connection.').waitFor()
  await page.keyboard.press('Shift+Digit1')
  await page.getByText('2 changes wait for the connection.').waitFor()
  await assertAccessible(page)
  const countKept = () =>
    page.evaluate(
      () =>
        new Promise<number>(resolve => {
          const opening = indexedDB.open('rushes')
          opening.onsuccess = () => {
            const counting = opening.result.transaction('writes').objectStore('writes').count()
            counting.onsuccess = () => {
              opening.result.close()
              resolve(counting.result)
            }
          }
        }),
    )
  await until('both are kept', async () => (await countKept()) === 2)
  assert.equal((await getClip(0)).rating, undefined)
  // The browser asks before a page with unsent changes is left.
  page.on('dialog', dialog => void dialog.accept())
  await page.context().setOffline(false)
  await page.reload()
  await until('both are stored', async () => {
    const { rating, reviewStatus } = await getClip(0)
    return rating === 4 && reviewStatus !== undefined
  })
  await until('none is kept', async () => (await countKept()) === 0)
  page.assertClean()
})

test('changes that wait are given up only by somebody who says so', { skip: leftToAll }, async () => {
  const { prId, getClip } = await createLibrary('Given up')
  const page = await openLibrary(prId)
  page.expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to load/)
  await select(page, 'Anna')
  await page.context().setOffline(true)
  await page.keyboard.press('Shift+Digit1')
  await page.getByText('1 change waits for the connection.').waitFor()
  await page.getByRole('button', { name: 'Discard …' }).click()
  const question = page.getByRole('dialog', { name: 'Discard 1 change?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('1 change waits for the connection.').waitFor()
  await page.getByRole('button', { name: 'Discard …' }).click()
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Discard change' }).click()
  await page.getByText('1 change waits for the connection.').waitFor({ state: 'detached' })
  await cardOf(page, 'Anna').getByText('Not read yet').waitFor()
  await page.context().setOffline(false)
  await page.keyboard.press('3')
  await page.getByRole('grid').focus()
  await page.keyboard.press('2')
  await until('only what came later is stored', async () => (await getClip(0)).rating === 2)
  assert.equal((await getClip(0)).reviewStatus, undefined)
  page.assertClean()
})

test('undo is refused with a reason where somebody else has changed the same since', { skip }, async () => {
  const { prId, ids, getClip } = await createLibrary('Changed since')
  const page = await openLibrary(prId)
  await select(page, 'Anna')
  await page.keyboard.press('4')
  await page.getByText('1 clip changed.').waitFor()
  const body = [{ op: 'add' as const, path: '/rating', value: 1 }]
  await host.kit.admin.annotations.patchMediaObjectAnnotation({ prId, moId: ids[0] ?? 0, body })
  await page.keyboard.press('Control+z')
  await page.getByRole('alert').getByText('Somebody else has changed this since.').waitFor()
  assert.equal((await getClip(0)).rating, 1)
  page.assertClean()
})

test('fields of several clips are written and emptied together, names by a pattern; the selection stays', {
  skip: leftToAll,
}, async () => {
  const { prId, getClip } = await createLibrary('Together')
  const page = await openLibrary(prId)
  const before = await cardOf(page, 'Berta').boundingBox()
  await select(page, 'Anna')
  // The bar lies over the clips: the next one is still below the pointer.
  assert.deepEqual(await cardOf(page, 'Berta').boundingBox(), before)
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('toolbar', { name: '3 selected' })
  const choose = async (item: string) => {
    await bar.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Edit fields')
  const dialog = page.getByRole('dialog', { name: 'Edit fields' })
  await dialog.getByLabel('Description', { exact: true }).first().fill('At the river')
  await dialog.getByLabel('Language', { exact: true }).first().fill('nl')
  await dialog.getByLabel('Scene', { exact: true }).first().fill('12')
  await assertAccessible(page)
  const reads: string[] = []
  page.on('request', request => {
    if (/\/mo\/\d+\/moa$/.test(request.url())) reads.push(request.url())
  })
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const readScenes = async () =>
    (await Promise.all([0, 1, 2].map(getClip))).map(({ customFields }) => Object(customFields?.scene).values?.[0])
  await until('all are written', async () => {
    const all = await Promise.all([0, 1, 2].map(getClip))
    return all.every(({ description, language }) => description === 'At the river' && language === 'nl')
  })
  assert.deepEqual(await readScenes(), ['12', '12', '12'])
  await bar.waitFor()
  // What was there before is known from the search, in both directions.
  await page.keyboard.press('Control+z')
  await until('it is taken back', async () => (await readScenes()).every(scene => scene === undefined))
  await page.keyboard.press('Control+Shift+z')
  await until('it is done again', async () => (await readScenes()).every(scene => scene === '12'))
  assert.deepEqual(reads, [])
  await bar.waitFor()
  await choose('Edit fields')
  await dialog.getByRole('group', { name: 'Clear these fields' }).getByLabel('Description').check()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await until('it is emptied, and nothing else', async () => {
    const all = await Promise.all([0, 1, 2].map(getClip))
    return all.every(({ description, language }) => !description && language === 'nl')
  })
  await bar.waitFor()
  await choose('Rename')
  await page.getByLabel('Pattern').fill('A{n:3}_{name}')
  await page.getByText('Anna → A001_Anna').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await cardOf(page, 'A003_Carla').waitFor()
  await bar.waitFor()
  page.assertClean()
})

test('the rail and the way back from a clip lead to the same search, filters and order', {
  skip: leftToAll,
}, async () => {
  const { prId } = await createLibrary('Found again')
  const page = await openLibrary(prId)
  await page.getByRole('searchbox', { name: 'Search' }).fill('Ber')
  await cardOf(page, 'Anna').waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Not read yet' }).check()
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Team' }).click()
  await page.waitForURL(/\/team$/)
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Library' }).click()
  await page.waitForURL(/sort=byName&q=Ber&fq=/)
  await page.getByRole('link', { name: 'Berta' }).click()
  await page.waitForURL(/\/clip\/\d+$/)
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).first().click()
  await page.waitForURL(/sort=byName&q=Ber&fq=/)
  await cardOf(page, 'Berta').waitFor()
  assert.deepEqual(await page.locator('.clip-cell-link').allTextContents(), ['Berta'])
  await page.getByRole('searchbox', { name: 'Search' }).fill('name:(')
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter')
  await page.getByText('This search cannot be read.').waitFor()
  page.expectErrors(/400/)
  await assertAccessible(page)
  page.assertClean()
})

test('files are uploaded and described by the keyboard alone', { skip }, async () => {
  const { prId } = await createLibrary('By keys')
  const path = join(host.kit.service.platform.config.dataDir, 'Zelda.txt')
  await writeFile(path, 'Scene 1. Interior. Night.')
  const page = await openLibrary(prId, '')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  /** Goes on by Tab until something is reached. */
  const tabTo = async (selector: string) => {
    for (let stop = 0; stop < 60; stop += 1) {
      if (await page.evaluate(wanted => document.activeElement?.matches(wanted) === true, selector)) return
      await press('Tab')
    }
    assert.fail(`${selector} is not reached by Tab`)
  }
  await tabTo('#upload-files')
  const chooser = page.waitForEvent('filechooser')
  await press('Space')
  await (await chooser).setFiles(path)
  await cardOf(page, 'Zelda').locator('.clip-cell-link').waitFor()
  await press('/')
  await page.keyboard.type('Zel')
  await cardOf(page, 'Anna').waitFor({ state: 'detached' })
  await cardOf(page, 'Zelda').waitFor()
  await press('ArrowDown', 'Home')
  await page.locator('[aria-selected="true"]', { hasText: 'Zelda' }).waitFor()
  await page.locator('#inspector-form').waitFor()
  await press('e')
  await tabTo('#inspector-form textarea')
  await page.keyboard.type('Notes of the first scene')
  await press('Tab')
  await page.getByRole('status').getByText('All changes saved', { exact: true }).waitFor()
  const { results } = await host.kit.admin.annotations.searchMediaObjects({
    prId,
    query: { q: 'mediaObjectName:Zelda*' },
  })
  const moId = Number(results[0]?.mediaObjectId)
  const clip = await host.kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
  assert.equal(clip.description, 'Notes of the first scene')
  page.assertClean()
})
