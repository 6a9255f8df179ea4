import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClip, uploadFile, waitForWorkflow } from '@rushes/client'
import { adminPassword } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import { assertAccessible, assertFits, browserIsMissing, openPage, signInOn } from '../browser.ts'
import { hostPages } from '../host.ts'

const skip = browserIsMissing
const host = hostPages()

test('who runs the service sees what failed and why, tries it again, and what each production stores', {
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

  const page = await openPage(host.browser, host.kit, { viewport: { width: 1440, height: 900 } })
  await signInOn(page, 'admin', adminPassword)
  await page.goto('/app/audit')
  await page.getByRole('link', { name: 'Administration' }).click()
  const failures = page.getByRole('list', { name: 'Failed' })
  await failures.getByText('neither picture nor sound').or(failures.getByText('not a media file')).first().waitFor()
  await page.getByRole('list', { name: 'Storage' }).getByRole('listitem').filter({ hasText: 'Source to Sea' }).waitFor()
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
