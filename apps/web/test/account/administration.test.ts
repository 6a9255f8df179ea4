import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createClip, uploadFile, waitForWorkflow } from '@rushes/client'
import { adminPassword } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import { assertAccessible, assertFits, browserIsMissing, leftToAll, openPage, signInOn } from '../browser.ts'
import { hostPages } from '../host.ts'

const skip = browserIsMissing
/** A volume that is no folder: what is delivered there is tried again and again. */
const volume = fileURLToPath(import.meta.url)
const host = hostPages(() => ({ RUSHES_VOLUMES: `blocked=${volume}` }))

/** Begins a delivery to that volume. */
async function deliver(prId: number): Promise<void> {
  const fileName = 'notes.txt'
  const { mediaObjectId } = await createClip(host.kit.admin, prId, { name: 'Notes', fileName, size: 5 })
  assert.ok(mediaObjectId)
  await uploadFile(host.kit.admin, { prId, fileName, source: new Blob(['notes']), mediaObjectId })
  const body = { label: 'Notes', volumeAccessHandle: 'blocked' }
  const { id: deliveryRequestId } = await host.kit.admin.delivery.createDeliveryRequest({ prId, body })
  const { id } = await host.kit.admin.delivery.createSubmission({
    prId,
    body: { deliveryRequestId, attachedAnnotations: [{ mediaObjectId }] },
  })
  await host.kit.admin.delivery.submitSubmission({ prId, id })
}

test('who runs the service sees its parts, its work, what failed and why, tries it again, and what is stored', {
  skip,
}, async () => {
  const { id: prId } = await host.kit.createProduction('Source to Sea')
  const fileName = 'Broken.mp4'
  // A film of which nothing but the head can be read.
  const head = `${Buffer.from('0000002066747970', 'hex').toString('latin1')}isom\0\0\x02\0isomiso2avc1mp41`
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(4000 - head.length, 0xff)])
  const source = new Blob([bytes])
  const { mediaObjectId, workflowId } = await createClip(host.kit.admin, prId, { name: 'Broken', fileName, size: 4000 })
  assert.ok(mediaObjectId && workflowId)
  await uploadFile(host.kit.admin, { prId, fileName, source, mediaObjectId })
  const end = () => waitForWorkflow(host.kit.admin, { prId, id: workflowId }).then(() => assert.fail(), String)
  await end()
  const findRun = async () => {
    const fq = [`workflowId:"${workflowId}"`, 'objectType:WorkflowReport']
    return (await host.kit.admin.workflows.searchRuns({ query: { q: '*:*', fq } })).results[0]
  }
  await until('the failure is found', async () => (await findRun())?.status === 'Error')
  const before = await findRun()

  await deliver(prId)
  const gone = await host.kit.createProduction('Gone')
  await host.kit.admin.productions.deleteProduction({ prId: gone.id })

  await host.kit.createUser('owner')
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto('/app/audit')
  await page.getByRole('link', { name: 'Administration' }).click()
  const failures = page.getByRole('list', { name: 'Failed' })
  await failures.getByText('neither picture nor sound').or(failures.getByText('not a media file')).first().waitFor()
  const parts = page.getByRole('list', { name: 'Parts of the service' }).getByRole('listitem')
  await parts.filter({ hasText: 'Database' }).getByText('Works', { exact: true }).waitFor()
  const stored = page.getByRole('list', { name: 'Storage' }).getByRole('listitem')
  await stored.filter({ hasText: 'Source to Sea' }).getByText('4.01 kB').waitFor()
  await page.getByRole('button', { name: 'Restore Gone' }).click()
  await stored.filter({ hasText: 'Gone' }).getByRole('link').waitFor()
  assert.equal((await host.kit.admin.productions.getProduction({ prId: gone.id })).name, 'Gone')
  const oldest = page.getByRole('list', { name: 'Oldest unfinished work' }).getByRole('listitem')
  await oldest.filter({ hasText: 'Delivery to a volume' }).getByText('Source to Sea').waitFor()
  await page.getByRole('button', { name: 'Cancel Delivery to a volume' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the work' }).click()
  await page.getByText('It is cancelled.').waitFor()
  await page.getByRole('button', { name: 'New account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the account').fill('Tidewater Films')
  const owner = dialog.getByRole('combobox', { name: 'Owner' })
  // Nobody becomes the owner unseen: the operator is shown, and without an owner nothing is created.
  assert.equal(await owner.inputValue(), 'admin')
  await owner.fill('')
  await owner.press('Tab')
  await dialog.getByRole('button', { name: 'Create' }).click()
  assert.ok(await owner.evaluate((field: HTMLInputElement) => field.validity.valueMissing && field.matches(':focus')))
  await owner.fill('owner')
  await dialog.getByRole('option', { name: 'owner' }).click()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const account = page
    .getByRole('list', { name: 'Accounts' })
    .getByRole('listitem')
    .filter({ hasText: 'Tidewater Films' })
  await account.getByRole('link', { name: 'Tidewater Films' }).waitFor()
  await account.getByText('owner', { exact: true }).waitFor()
  await page.getByText('can sign in.').waitFor()
  await assertAccessible(page)
  await failures.getByRole('button', { name: /^Retry .*, Source to Sea$/ }).click()
  await page.getByText('It runs again.').waitFor()
  await until('it was tried again', async () => Number((await findRun())?.version) > Number(before?.version))
  await end()
  await page.setViewportSize({ width: 390, height: 844 })
  await assertFits(page)
  await assertAccessible(page)
  page.assertClean()

  const person = await host.kit.createUser('looker')
  const theirs = await openPage(host.browser, host.kit)
  await signInOn(theirs, person.user.username, person.password)
  await theirs.goto('/app/administration')
  await theirs.getByText('This page is for those who run the service.').waitFor()
  assert.equal(await theirs.getByRole('link', { name: 'Administration' }).count(), 0)
  theirs.assertClean()
})

test('a failed refresh is reported above what was loaded before, and so is a first failure', {
  skip: leftToAll,
}, async () => {
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1440, height: 900 } })
  page.expectErrors(/Failed to load resource/)
  await signInOn(page, 'admin', adminPassword)
  await page.clock.install()
  const search = /\/flow\/debug\/search/
  const fails = { status: 500, body: 'broken' }
  await page.route(search, route =>
    new URL(route.request().url()).searchParams.get('sort') === 'created asc' ? route.fulfill(fails) : route.continue(),
  )
  await page.goto('/app/administration')
  const section = (name: string) =>
    page.locator('section.section').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await page.getByRole('heading', { name: 'Oldest unfinished work' }).waitFor()
  const first = section('Work').getByRole('alert')
  await first.getByText('This could not be loaded.').waitFor()
  await page.unroute(search)
  await first.getByRole('button', { name: 'Try again' }).click()
  await first.waitFor({ state: 'detached' })

  const parts = section('Parts of the service')
  await parts.getByText('Works', { exact: true }).first().waitFor()
  await section('Failed').locator('.skeleton').waitFor({ state: 'detached' })
  await section('Work').locator('.skeleton').first().waitFor({ state: 'detached' })
  const ready = /\/health\/ready/
  await page.route(ready, route => route.abort())
  await page.route(search, route => route.fulfill(fails))
  await page.clock.runFor(10_000)
  await parts.getByText('Not up to date. The service cannot be reached.').waitFor()
  await parts.getByText('Works', { exact: true }).first().waitFor()
  for (const name of ['Work', 'Failed']) await section(name).getByText('Not up to date.').first().waitFor()
  await assertAccessible(page)
  await page.unroute(ready)
  await page.route(ready, route =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  await parts.getByRole('button', { name: 'Try again' }).click()
  await parts.getByText('The service cannot be reached: a server in front of it answered 502.').waitFor()
  await page.unroute(ready)
  await parts.getByRole('button', { name: 'Try again' }).click()
  await parts.getByText('Not up to date.').waitFor({ state: 'detached' })
  await page.unroute(search)
  await page.clock.runFor(10_000)
  await section('Failed').getByText('Not up to date.').waitFor({ state: 'detached' })
  page.assertClean()
})

test('who runs the service without SUPPORT reads why there is nothing to retry or to cancel', {
  skip: leftToAll,
}, async () => {
  const { user, password } = await host.kit.createUser('runner')
  const { database } = host.kit.service.platform
  await database
    .updateTable('users')
    .set({ system_rights: ['DEVOPS'] })
    .where('id', '=', user.id)
    .execute()
  const page = await openPage(host.browser, host.kit)
  await signInOn(page, 'runner', password)
  await page.goto('/app/administration')
  await page.getByText('To retry it here you need the system right SUPPORT.').waitFor()
  await page.getByText('To cancel work here you need the system right SUPPORT.').waitFor()
  assert.equal(await page.getByRole('button', { name: /^(Retry|Cancel)/ }).count(), 0)
  await assertAccessible(page)
  page.assertClean()
})
