import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isSigned, type Receiver, startReceiver } from '../../../server/test/peers/receiver.ts'
import { adminPassword } from '../../../server/test/service.ts'
import { assertAccessible, assertFits, browserIsMissing, leftToAll, openPage, signInOn } from '../browser.ts'
import { hostPages } from '../host.ts'

const skip = browserIsMissing
let receiver: Receiver
const host = hostPages(() => ({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' }))
before(async () => {
  if (skip) return
  receiver = await startReceiver()
})
after(async () => {
  await receiver?.stop()
})

test('a webhook is made on the page, its secret shown once, and its messages are in its log and are sent again', {
  skip,
}, async () => {
  const page = await openPage(host.browser, host.kit, { viewport: { width: 1280, height: 900 } })
  page.expectErrors(/422/)
  await signInOn(page, 'admin', adminPassword)
  await page.goto(`/app/account/${host.kit.accountId}/webhooks`)
  await page.getByText('There is no webhook yet.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label').fill('Planning')
  await dialog.getByLabel('Address').fill('ftp://planning.example.org')
  await dialog.getByLabel('Production.create').check()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByLabel('Address').and(page.locator('[aria-invalid]')).waitFor()
  // Nothing that was typed is lost.
  assert.ok(await dialog.getByLabel('Production.create').isChecked())
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const secret = await dialog.getByRole('textbox', { name: 'Secret of Planning' }).inputValue()
  assert.match(secret, /^whsec_/)
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  const [webhook] = (await host.kit.admin.webhooks.listWebhooks({ id: host.kit.accountId })).items
  assert.deepEqual([webhook?.label, webhook?.url, webhook?.types], ['Planning', receiver.url, ['Production.create']])

  receiver.answer = response => response.writeHead(400).end('no thanks')
  await host.kit.createProduction('Told')
  const [message] = await receiver.waitFor(1)
  assert.ok(message && isSigned(message, secret))
  await page.getByRole('button', { name: 'Log of Planning' }).click()
  const log = page.getByRole('region', { name: 'Log of Planning' })
  await log.getByText('no thanks').waitFor()
  await log.getByText(/Attempts: 1/).waitFor()
  await assertAccessible(page)
  // Until the next attempt, which is half a minute away, there is nothing new to ask for.
  const isOfLog = (address: string | URL) => new URL(address).pathname.endsWith('/delivery')
  let asked = 0
  page.on('request', request => {
    if (isOfLog(request.url())) asked += 1
  })
  await delay(2500)
  assert.equal(asked, 0)
  // An answer that takes long is waited for.
  await page.route(isOfLog, async route => {
    await delay(1500)
    await route.continue()
  })
  receiver.answer = response => response.writeHead(204).end()
  await log.getByRole('button', { name: 'Send again: Production.create' }).click()
  // The page looks again by itself while something is on its way.
  await log.getByRole('listitem').getByText('Delivered').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  assert.equal((await receiver.waitFor(2))[1]?.event.type, 'Production.create')
  await log.getByRole('button', { name: /^Details of Production\.create/ }).click()
  const attempts = dialog.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
  await attempts.nth(1).getByText('400').waitFor()
  await attempts.nth(0).getByText('204').waitFor()
  await dialog.getByLabel('What is posted').getByText('"type": "Production.create"').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await log.getByLabel('State').selectOption('FAILED')
  await log.getByText('Nothing has been sent.').waitFor()
  await log.getByRole('button', { name: 'Send everything again' }).click()
  await page.getByText('One event is sent again.').waitFor()
  const list = await page.getByRole('list', { name: 'Webhooks' }).boundingBox()
  const beside = await log.boundingBox()
  assert.ok(list && beside && beside.x >= list.x + list.width && Math.abs(beside.y - list.y) < 60, 'the log is beside')
  await log.getByLabel('State').selectOption('')
  await log.getByRole('button', { name: 'Send a test' }).click()
  // webhooks-18
  await log.getByRole('listitem').filter({ hasText: 'Activity' }).getByText('Delivered').waitFor()
  assert.equal((await receiver.waitFor(4)).at(-1)?.event.verb, 'Webhook.test')
  page.assertClean()
})

test('a webhook is changed, given a new secret and deleted; it fits a narrow screen in Dutch', {
  skip: leftToAll,
}, async () => {
  const { accountId } = host.kit
  const { id: prId } = await host.kit.createProduction('Smal')
  await host.kit.admin.webhooks.createWebhook({ id: accountId, body: { url: receiver.url, label: 'Archief' } })
  // One without a name is called by its address, which may be long.
  const url = `${receiver.url}/${'address/that/goes/on/'.repeat(6)}`
  await host.kit.admin.webhooks.createWebhook({ id: accountId, body: { url, active: false } })
  const page = await openPage(host.browser, host.kit, {
    locale: 'nl-NL',
    viewport: { width: 360, height: 740 },
    colorScheme: 'light',
  })
  await page.goto('/app')
  await page.getByLabel('Gebruikersnaam of e-mailadres').fill('admin')
  await page.getByLabel('Wachtwoord', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Aanmelden' }).click()
  await page.getByRole('heading', { name: 'Producties' }).waitFor()
  await page.goto(`/app/account/${accountId}/webhooks`)
  await page.getByRole('button', { name: 'Archief bewerken' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Productie', { exact: true }).selectOption(String(prId))
  await dialog.getByLabel('Berichten sturen').uncheck()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Archief' }).getByText('Niet actief').waitFor()
  const find = async () =>
    (await host.kit.admin.webhooks.listWebhooks({ id: accountId })).items.find(({ label }) => label === 'Archief')
  assert.deepEqual([(await find())?.productionId, (await find())?.active], [prId, false])
  await page.getByRole('button', { name: 'Nieuw geheim voor Archief' }).click()
  await dialog.getByRole('button', { name: 'Nieuw geheim maken' }).click()
  await dialog.getByRole('textbox', { name: 'Geheim van Archief' }).waitFor()
  await dialog.getByRole('button', { name: 'Ik heb het bewaard' }).click()
  await page.getByRole('button', { name: 'Log van Archief' }).click()
  const log = page.getByRole('region', { name: 'Log van Archief' })
  const next = page.getByRole('listitem').filter({ has: page.locator('strong', { hasText: 'address/that' }) })
  const [below, after] = [await log.boundingBox(), await next.boundingBox()]
  assert.ok(below && after && below.y + below.height <= after.y, 'it is between its webhook and the next')
  await assertAccessible(page)
  await assertFits(page)
  await page.getByRole('button', { name: 'Archief verwijderen' }).click()
  await dialog.getByRole('button', { name: 'Verwijderen' }).click()
  await page.getByRole('button', { name: 'Archief bewerken' }).waitFor({ state: 'detached' })
  assert.equal(await find(), undefined)
  page.assertClean()
})
