import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminPassword } from '../../../server/test/service.ts'
import { assertAccessible, assertFits, leftToAll, openPage, signInOn } from '../browser.ts'
import { hostPages } from '../host.ts'

const host = hostPages()

test('the workspaces of an account are listed, its templates set, and its notices signed', {
  skip: leftToAll,
}, async () => {
  const { accountId } = host.kit
  const product = { accountId, name: 'The Harbour', type: 'DELIVERY' }
  const { id: prId } = await host.kit.admin.productions.createProduction({ body: product })
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1280, height: 900 } })
  page.expectErrors(/422/)
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/account/${accountId}/workspaces`)
  const link = page.getByRole('link', { name: /The Harbour/ })
  assert.equal(await link.getAttribute('href'), `/app/production/${prId}/deliveries`)
  await page.getByLabel('Template groups').fill('[{"handle": "promo"')
  await page.getByText('This is not a list in JSON yet.').waitFor()
  await assertAccessible(page)
  await page.getByLabel('Template groups').fill('[{"handle": "promo"}]')
  await page.getByRole('form', { name: 'Templates of requests' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const notices = page.getByRole('form', { name: 'Notices' })
  await notices.getByLabel(/^Address/).fill('ftp://planning')
  await notices.getByRole('button', { name: 'Save' }).click()
  await notices
    .getByLabel(/^Address/)
    .and(page.locator('[aria-invalid]'))
    .waitFor()
  await notices.getByLabel(/^Address/).fill('https://planning.example.org/told')
  const saved = page.waitForResponse(response => response.request().method() === 'PUT' && response.ok())
  await notices.getByRole('button', { name: 'Save' }).click()
  await saved
  const settings = await host.kit.admin.accounts.getAccountSettings({ id: accountId })
  assert.deepEqual(settings.deliveryRequestTemplateGroups, [{ handle: 'promo' }])
  assert.equal(settings.deliveryWorkspaceBootstrapWebhookUrl, 'https://planning.example.org/told')
  await notices.getByRole('button', { name: 'New secret' }).click()
  assert.match(await page.getByRole('textbox', { name: 'Secret of the notices' }).inputValue(), /^whsec_/)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  await assertFits(page)
  await assertAccessible(page)
  page.assertClean()
})
