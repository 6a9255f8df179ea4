import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { createClips } from '@rushes/client'
import type { BrowserContextOptions } from 'playwright-core'
import { adminPassword } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import {
  assertAccessible,
  assertFits,
  browserIsMissing,
  leftToAll,
  openPage,
  signInOn,
  type WatchedPage,
} from '../browser.ts'
import { hostPages } from '../host.ts'

const skip = browserIsMissing
/** A volume that is no folder, so that nothing can be delivered there. */
let volume: string | undefined
const host = hostPages(async () => {
  volume = join(await mkdtemp(join(tmpdir(), 'rushes-volume-')), 'volume')
  await writeFile(volume, 'no folder')
  return { RUSHES_VOLUMES: `blocked=${volume}` }
})
after(async () => {
  if (volume !== undefined) await rm(dirname(volume), { recursive: true })
})

/** Until every attempt to deliver has failed: the test does not wait for them. */
async function failDelivery(prId: number, id: number): Promise<void> {
  const { database, signals } = host.kit.service.platform
  await until('the delivery has failed', async () => {
    await database.updateTable('workflow_task').set({ run_at: 0 }).where('run_at', '>', 0).execute()
    signals.emit('workflows')
    return (await host.kit.admin.delivery.getSubmission({ prId, id })).submissionStatus === 'DeliveryFailed'
  })
}

async function openDeliveries(
  prId: number,
  { username, password }: { username: string; password: string } = { username: 'admin', password: adminPassword },
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1280, height: 900 }, ...options })
  await signInOn(page, username, password)
  await page.goto(`/app/production/${prId}/deliveries`)
  return page
}

/** A supplier: a participant who may upload. */
async function createSupplier(prId: number) {
  const { user, password } = await host.kit.createUser()
  const rights = ['PRODUCTION_VIEW', 'LIBRARY_VIEW', 'LIBRARY_UPLOAD'] as const
  await host.kit.admin.productions.addParticipant({ prId, body: { userId: user.id, rights: [...rights] } })
  return { username: user.username, password }
}

test('a request is made on the page with its form, filled in by a supplier, rejected with a remark, and accepted at last', {
  skip,
}, async () => {
  const { id: prId } = await host.kit.createProduction('Promos')
  const collection = await host.kit.admin.collections.createCollection({ prId, body: { title: 'Episode 1' } })
  await createClips(host.kit.admin, prId, [{ name: 'Promo take 1' }, { name: 'Other' }])
  const page = await openDeliveries(prId)
  page.expectErrors(/4(00|09|22)/)
  const dialog = page.getByRole('dialog')
  await page.getByText('Nothing is asked for yet.').waitFor()
  await page.getByRole('button', { name: 'New request' }).click()
  await dialog.getByLabel('Label', { exact: true }).fill('Promo')
  await dialog.getByLabel('What is asked for').fill('Thirty seconds, without music')
  await dialog.getByLabel('Collection').selectOption({ label: 'Episode 1' })
  await dialog.getByLabel('Kind').fill('promo file')
  await dialog.getByRole('button', { name: 'Add a field' }).click()
  const row = dialog.getByRole('region', { name: 'What suppliers fill in' }).getByRole('listitem')
  await row.getByLabel('Name').fill('minutes')
  await row.getByLabel('Type').selectOption('INTEGER')
  await row.getByLabel('Must be filled in').check()
  await dialog.getByLabel('The next version begins with what the last one held').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByLabel('Kind').and(page.locator('[aria-invalid]')).waitFor()
  await assertAccessible(page)
  await dialog.getByLabel('Kind').fill('promo-file')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: /^Promo/, level: 2 }).waitFor()
  const [request] = (await host.kit.admin.delivery.listDeliveryRequests({ prId })).items
  assert.deepEqual(
    [request?.label, request?.deliveryRequestType, request?.editorialObjectId, request?.formFieldsDefinition?.fields],
    ['Promo', 'promo-file', collection.id, { minutes: { type: 'INTEGER', required: true, order: 1 } }],
  )
  await page.locator('summary', { hasText: 'What suppliers see' }).click()
  await page.getByLabel('minutes').waitFor()
  await assertAccessible(page)

  const theirs = await openDeliveries(prId, await createSupplier(prId))
  theirs.expectErrors(/422/)
  const askedClips: string[] = []
  theirs.on('request', request => {
    if (/\/mo\/\d+$/.test(request.url())) askedClips.push(request.url())
  })
  await theirs.getByRole('link', { name: /Promo/ }).click()
  await theirs.getByText('Thirty seconds, without music').waitFor()
  assert.equal(await theirs.getByRole('button', { name: 'Edit Promo' }).count(), 0)
  await theirs.getByRole('button', { name: 'Begin a submission' }).click()
  const draft = theirs.getByRole('region', { name: 'Version 1' })
  // What is needed is named beforehand.
  await draft.getByText('Still needed: minutes').waitFor()
  await draft.getByRole('combobox', { name: 'Add a clip' }).fill('promo')
  await draft.getByRole('option', { name: 'Promo take 1' }).click()
  await draft.getByLabel('Comments').fill('First try')
  await draft.getByRole('button', { name: 'Submit' }).click()
  // What the form needs is missing; nothing that was typed is lost.
  await draft.getByText('is needed').waitFor()
  assert.equal(await draft.getByLabel('Comments').inputValue(), 'First try')
  await assertAccessible(theirs)
  await draft.getByLabel('minutes').fill('3')
  // The clip has no file: it is taken out before the submission can go on its way.
  await draft.getByRole('button', { name: 'Remove Promo take 1' }).click()
  await draft.getByRole('button', { name: 'Submit' }).click()
  await theirs.getByRole('region', { name: 'Version 1' }).getByText('Waits for review').waitFor()
  assert.equal(await theirs.getByRole('button', { name: 'Accept' }).count(), 0)
  // As long as it is not decided the service takes no other.
  assert.equal(await theirs.getByRole('button', { name: 'Begin a submission' }).count(), 0)

  // The requester's page has followed automatically.
  await page.getByRole('button', { name: 'Your turn 1' }).click()
  const version = page.getByRole('region', { name: 'Version 1' })
  await version.getByText('The form is complete').waitFor()
  await version.getByRole('listitem').filter({ hasText: 'Checked' }).getByText('done').waitFor()
  await version.getByRole('button', { name: 'Reject' }).click()
  await version.getByText('Say what must change.').waitFor()
  await version.getByLabel('Remark for the supplier').fill('Too long')
  await assertAccessible(page)
  await version.getByRole('button', { name: 'Reject' }).click()
  await version.getByText('Rejected', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('admin rejected version 1').waitFor()
  const [rejected] = (await host.kit.admin.delivery.listSubmissions({ prId })).items
  assert.deepEqual(
    [rejected?.submissionStatus, rejected?.reviewComments, rejected?.formFieldValues, rejected?.submissionComments],
    ['Rejected', 'Too long', { minutes: 3 }, 'First try'],
  )
  await theirs.getByRole('region', { name: 'Version 1' }).getByText('Too long').waitFor()
  await theirs.getByRole('button', { name: 'Begin a submission' }).click()
  const second = theirs.getByRole('region', { name: 'Version 2' })
  assert.equal(await second.getByLabel('minutes').inputValue(), '3')
  await second.getByLabel('minutes').fill('2')
  await second.getByRole('button', { name: 'Submit' }).click()
  // The page stays with the version that was read until another is chosen.
  await page.getByRole('link', { name: 'Version 2' }).waitFor()
  assert.ok(await version.isVisible())
  await page.getByRole('link', { name: 'Version 2' }).click()
  await page.getByRole('region', { name: 'Version 2' }).getByRole('button', { name: 'Accept' }).click()
  await theirs.getByRole('region', { name: 'Version 2' }).getByText('Accepted', { exact: true }).waitFor()
  assert.equal((await host.kit.admin.delivery.listSubmissions({ prId })).items.length, 2)
  // Clips are named all at once.
  assert.deepEqual(askedClips, [])
  theirs.assertClean()
  page.assertClean()
})

test('requests are found by their words and states, changed, cancelled and deleted', { skip }, async () => {
  const { id: prId } = await host.kit.createProduction('Requests')
  for (const label of ['Trailer', 'Poster', 'Dossier']) {
    await host.kit.admin.delivery.createDeliveryRequest({
      prId,
      body: {
        label,
        group: label === 'Poster' ? 'Print' : 'Film',
        deliveryDate: Date.UTC(2026, 11, 24, 12),
        formFieldsDefinition: { fields: { size: {} } },
      },
    })
  }
  const page = await openDeliveries(prId)
  page.expectErrors(/412/)
  await page.getByRole('heading', { name: 'Print' }).waitFor()
  await page.getByLabel('Search requests').fill('post')
  await page.getByRole('link', { name: /Trailer/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Poster/ }).click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Edit Poster' }).click()
  const [, poster] = (await host.kit.admin.delivery.listDeliveryRequests({ prId })).items
  assert.ok(poster)
  // Somebody else changes it meanwhile: that is reported, and what was typed stays.
  await host.kit.admin.delivery.updateDeliveryRequest({
    prId,
    id: poster.id,
    body: {
      version: poster.version,
      assignee: 'Ann',
      formFieldsDefinition: { fields: { size: {}, paper: {} } },
    },
  })
  await dialog.getByLabel('Subgroup').fill('A3')
  await dialog.getByLabel('Due').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  assert.equal(await dialog.getByLabel('Subgroup').inputValue(), 'A3')
  // The next try goes over it, and leaves alone what was not typed here.
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Print / A3').waitFor()
  await page.getByText('Ann', { exact: true }).waitFor()
  assert.equal(await page.getByText('Saved.').count(), 1)
  const saved = await host.kit.admin.delivery.getDeliveryRequest({ prId, id: poster.id })
  assert.deepEqual(
    [saved.subGroup, saved.assignee, saved.deliveryDate, Object.keys(saved.formFieldsDefinition?.fields ?? {})],
    ['A3', 'Ann', undefined, ['size', 'paper']],
  )
  await page.getByRole('button', { name: 'More for Poster' }).click()
  await page.getByRole('menuitem', { name: 'Cancel request' }).click()
  await page.getByRole('button', { name: 'Ask again for Poster' }).waitFor()
  await until('it is put away', async () => {
    return (await host.kit.admin.delivery.getDeliveryRequest({ prId, id: poster.id })).activeStatus === 'Archived'
  })
  await page.getByRole('button', { name: 'Closed 1' }).click()
  await page.getByRole('link', { name: /Poster/ }).click()
  await page.getByRole('button', { name: 'More for Poster' }).click()
  await page.getByRole('menuitem', { name: 'Delete request' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Closed 0' }).waitFor()
  const countRequests = async () => (await host.kit.admin.delivery.listDeliveryRequests({ prId })).items.length
  await until('it is gone', async () => (await countRequests()) === 2)
  await assertAccessible(page)
  page.assertClean()
})

test('a supplier uploads into a draft, and a manager opens it by its link and repeats a delivery that failed', {
  skip,
}, async () => {
  const { id: prId } = await host.kit.createProduction('Files')
  const request = await host.kit.admin.delivery.createDeliveryRequest({
    prId,
    body: { label: 'Sound', volumeAccessHandle: 'blocked' },
  })
  const theirs = await openDeliveries(prId, await createSupplier(prId))
  await theirs.getByRole('link', { name: /Sound/ }).click()
  await theirs.getByRole('button', { name: 'Begin a submission' }).click()
  const draft = theirs.getByRole('region', { name: 'Version 1' })
  const held = Promise.withResolvers<void>()
  await theirs.route(/\/mo$/, async (route, request) => {
    if (request.method() === 'POST') await held.promise
    await route.continue()
  })
  const [music, noise] = ['music.txt', 'noise.txt'].map(name => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(`la la ${name}`),
  }))
  assert.ok(music && noise)
  await draft.getByLabel('Upload files').setInputFiles([music, noise])
  // Nothing is submitted without a file that is still to come; one that is cancelled is not waited for.
  await draft.getByText('Still waiting for 2 files').waitFor()
  // The list of uploads would cover the draft, which says by itself how far they are.
  assert.equal(await theirs.getByRole('region', { name: 'Uploads' }).count(), 0)
  const cancel = async (name: string) => {
    await theirs.getByRole('button', { name: /^Uploads: / }).click()
    const line = theirs.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })
    await line.getByRole('button', { name: 'Cancel' }).click()
    await theirs.keyboard.press('Escape')
  }
  await cancel('noise.txt')
  await draft.getByText('Still waiting for 1 file').waitFor()
  assert.ok(await draft.getByRole('button', { name: 'Submit' }).isDisabled())
  // Saving leaves it awaited: leaving is asked about.
  await draft.getByRole('button', { name: 'Save' }).click()
  await theirs.getByText('Saved.').waitFor()
  await theirs.getByRole('link', { name: /Sound/ }).click()
  await theirs.getByRole('dialog', { name: 'Not saved yet' }).getByRole('button', { name: 'Cancel' }).click()
  held.resolve()
  await draft.getByRole('button', { name: 'Remove music.txt' }).waitFor()
  // A clip whose upload is cancelled goes with it.
  const chunk = Promise.withResolvers<void>()
  await theirs.route(/\/upload$/, async route => {
    await chunk.promise
    await route.continue().catch(() => {})
  })
  await draft.getByLabel('Upload files').setInputFiles({ ...noise, name: 'hum.txt' })
  const hum = draft.getByRole('listitem').filter({ hasText: 'hum.txt' })
  await hum.getByRole('progressbar').waitFor()
  await cancel('hum.txt')
  await hum.waitFor({ state: 'detached' })
  chunk.resolve()
  // The list opens for a file that becomes no clip, and has the reason.
  theirs.expectErrors(/402/)
  const refused = { type: 'QuotaExceededError', message: 'The quota is used up' }
  await theirs.route(/\/mo$/, (route, request) =>
    request.method() === 'POST' ? route.fulfill({ status: 402, json: refused }) : route.fallback(),
  )
  await draft.getByLabel('Upload files').setInputFiles({ ...noise, name: 'lost.txt' })
  const list = theirs.getByRole('region', { name: 'Uploads' })
  const lost = list.getByRole('listitem').filter({ hasText: 'lost.txt' })
  await lost.getByText('The quota is used up').waitFor()
  await lost.getByRole('button', { name: 'Cancel' }).click()
  await theirs.keyboard.press('Escape')
  await draft.getByRole('button', { name: 'Submit' }).click()
  await draft.getByText('Submitted by').waitFor()
  const [sent] = (await host.kit.admin.delivery.listSubmissions({ prId })).items
  assert.equal(sent?.attachedAnnotations?.length, 1)
  assert.ok(sent)
  await failDelivery(prId, sent.id)

  const page = await openPage(host.browser, host.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}/deliveries?request=${request.id}&submission=${sent.id}`)
  const version = page.getByRole('region', { name: 'Version 1' })
  await version.getByText('Not delivered').waitFor()
  await version.getByRole('link', { name: 'music.txt' }).waitFor()
  await assertAccessible(page)
  assert.ok(volume !== undefined)
  await rm(volume)
  await mkdir(volume)
  await version.getByRole('button', { name: 'Deliver again' }).click()
  await version.getByText('1 file copied to blocked').waitFor()
  await version.getByText('Waits for review').waitFor()
  theirs.assertClean()
  page.assertClean()
})

test('a supplier drafts by the keyboard alone, in Dutch on a narrow screen, and deletes the draft', {
  skip: leftToAll,
}, async () => {
  const { id: prId } = await host.kit.createProduction('Smal')
  const { username, password } = await createSupplier(prId)
  const { id } = await host.kit.admin.delivery.createDeliveryRequest({
    prId,
    body: { label: 'Persmap', formFieldsDefinition: { fields: { taal: {} } } },
  })
  const page = await openPage(host.browser, host.kit, {
    locale: 'nl-NL',
    viewport: { width: 360, height: 740 },
    colorScheme: 'light',
  })
  await page.goto('/app')
  await page.getByLabel('Gebruikersnaam of e-mailadres').fill(username)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Producties' }).waitFor()
  await page.goto(`/app/production/${prId}/deliveries`)
  await page.getByRole('link', { name: /Persmap/ }).waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: /Persmap/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Inzending beginnen' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('taal').focus()
  await page.keyboard.type('nl')
  const saved = page.waitForResponse(response => response.request().method() === 'PUT' && response.ok())
  await page.keyboard.press('Enter')
  await saved
  const find = async () => (await host.kit.admin.delivery.listSubmissions({ prId })).items
  assert.deepEqual(
    (await find()).map(({ formFieldValues, deliveryRequestId }) => [formFieldValues, deliveryRequestId]),
    [[{ taal: 'nl' }, id]],
  )
  await assertAccessible(page)
  await assertFits(page)
  await page.getByRole('button', { name: 'Concept verwijderen' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Er is niets ingezonden.').waitFor()
  assert.deepEqual(await find(), [])
  page.assertClean()
})
