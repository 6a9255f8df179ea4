import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClips } from '@rushes/client'
import type { SharePermission } from '@rushes/contract'
import { adminPassword } from '../../../server/test/service.ts'
import { assertAccessible, assertFits, leftToAll, openPage, signInOn } from '../browser.ts'
import { hostPages } from '../host.ts'

const skip = leftToAll
const host = hostPages()

// sharing-59, sharing-60, sharing-61
test('somebody gets a link of their own: the share shows what was opened with it, and ends it alone', {
  skip,
}, async () => {
  const { kit, browser } = host
  const { id: prId } = await kit.createProduction('Sent')
  const { id: collectionId } = await kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })
  await createClips(
    kit.admin,
    prId,
    ['Anna', 'Berta'].map(name => ({ name, attachToEoId: collectionId })),
  )
  const share = await kit.admin.sharing.createShare({ prId, id: collectionId, body: { label: 'Monday' } })
  const page = await openPage(browser, kit)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/production/${prId}/shares?share=${share.id}`)
  await page.getByText('Add a link for somebody').click()
  const form = page.getByRole('form', { name: 'Add a link for somebody' })
  const copied: string[] = []
  for (const [name, email] of [
    ['Marit', 'marit@example.org'],
    ['Otto', ''],
  ] as const) {
    await form.getByLabel('Name of the recipient').fill(name)
    await form.getByLabel('Email address of the recipient').fill(email)
    await form.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('listitem').filter({ hasText: name }).getByText('not opened yet').waitFor()
    copied.push(await page.evaluate(() => navigator.clipboard.readText()))
  }
  assert.equal(new Set(copied).size, 2)
  await assertAccessible(page)

  const visit = async (link: string) => {
    const { pathname, hash } = new URL(link)
    const visitor = await openPage(browser, kit)
    // An end cuts what is open.
    visitor.expectErrors(/40[134]|ERR_INCOMPLETE_CHUNKED_ENCODING/)
    await visitor.goto(pathname + hash)
    return visitor
  }
  const marit = await visit(copied[0]!)
  await marit.getByRole('button', { name: 'Anna' }).click()
  await marit.getByRole('heading', { name: 'Anna' }).waitFor()
  const item = (name: string) =>
    page.getByRole('list', { name: 'Links for one person' }).getByRole('listitem').filter({ hasText: name })
  await item('Marit').getByText('has seen 1 clip').click()
  await item('Marit').getByRole('link', { name: 'Anna' }).waitFor()
  await item('Otto').getByText('has seen no clip yet').waitFor()
  await page.locator('.happened li', { hasText: 'made a link for one person' }).getByText('· Otto').waitFor()
  for (const text of ['opened the share', 'looked at a clip']) {
    await page.locator('.happened li', { hasText: text }).getByText('by the link of Marit').waitFor()
  }
  await page.getByRole('list', { name: 'Open visits' }).getByText('by the link of Marit').waitFor()

  await page.getByRole('button', { name: 'End the link of Marit' }).click()
  await page.getByText('ended the link of one person').waitFor()
  await item('Marit').getByText(/ended/).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Copy the link: Marit' }).count(), 0)
  await marit.reload()
  await marit.getByText('This share does not exist any more').waitFor()
  const otto = await visit(copied[1]!)
  await otto.getByRole('button', { name: 'Berta' }).waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await assertFits(page)
  await assertAccessible(page)
  for (const one of [page, marit, otto]) one.assertClean()
})

// sharing-5
test('a share that permits more than somebody may do says why they do not see its link', { skip }, async () => {
  const { kit, browser } = host
  const { id: prId } = await kit.createProduction('Permitted')
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })
  const { user, api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_SHARE', 'REVIEW_EDIT'] })
  const theirs = await api.sharing.createShare({ prId, id, body: { permissions: ['ANNOTATE'] } })
  const permissions: SharePermission[] = ['ANNOTATE', 'REVIEW_STATUS_EDIT', 'DOWNLOAD']
  const other = await kit.admin.sharing.createShare({ prId, id, body: { permissions } })
  const page = await openPage(browser, kit)
  await signInOn(page, user.username, `password of ${user.username}`)
  await page.goto(`/app/production/${prId}/shares?share=${other.id}`)
  const reason = 'The link permits more than you may do: Approve or request changes, Download the originals.'
  await page.getByText(reason).waitFor()
  assert.equal(await page.getByLabel('Link', { exact: true }).count(), 0)
  await assertAccessible(page)
  await page.goto(`/app/production/${prId}/shares?share=${theirs.id}`)
  await page.getByLabel('Link', { exact: true }).waitFor()
  assert.equal(await page.getByText('The link permits more').count(), 0)
  page.assertClean()
})
