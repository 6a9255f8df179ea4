import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminPassword } from '../../../server/test/service.ts'
import {
  assertAccessible,
  assertFits,
  browserIsMissing,
  leftToAll,
  openPage,
  signInByForm,
  signInOn,
} from '../browser.ts'
import { hostPages } from '../host.ts'

const skip = browserIsMissing
const host = hostPages()

test('a user signs in, sees the productions, and signs out', { skip }, async () => {
  await host.kit.createProduction('The Long Night')
  const page = await openPage(host.browser, host.kit)
  page.expectErrors(/401/)
  await page.goto('/')
  await assertAccessible(page)
  await page.getByLabel('User name or email address').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page
    .locator('.production-list')
    .getByRole('link', { name: /The Long Night/ })
    .waitFor()
  await assertAccessible(page)
  const cookies = await page.context().cookies()
  assert.deepEqual(
    cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite })),
    [{ httpOnly: true, sameSite: 'Lax' }],
  )
  await page.getByRole('button', { name: 'admin' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  page.assertClean()
})

test('of many productions all can be found: by their names, and a part more at a time', {
  skip: leftToAll,
}, async () => {
  const person = await host.kit.createUser('producer')
  const body = { accountId: host.kit.accountId }
  const ids: number[] = []
  for (let number = 1; number <= 130; number++) {
    ids.push((await host.kit.admin.productions.createProduction({ body: { ...body, name: `Episode ${number}` } })).id)
  }
  for (const prId of ids) {
    const body = { userId: person.user.id, rights: ['PRODUCTION_VIEW' as const] }
    await host.kit.admin.productions.addParticipant({ prId, body })
  }
  const page = await openPage(host.browser, host.kit)
  await signInOn(page, 'producer', person.password)
  await page.goto('/app')
  await page.getByText('130 productions').waitFor()
  const links = page.locator('.production-list').getByRole('link')
  assert.equal(await links.count(), 120)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await links.nth(129).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
  await page.getByLabel('Search').fill('episode 7')
  await page.getByText('11 productions').waitFor()
  assert.equal(await links.count(), 11)
  await page.setViewportSize({ width: 360, height: 640 })
  await assertFits(page)
  page.assertClean()
})

test('the pages are Dutch for Dutch readers, dark or light as they like, and fit a narrow screen', {
  skip: leftToAll,
}, async () => {
  const page = await openPage(host.browser, host.kit, {
    locale: 'nl-NL',
    viewport: { width: 360, height: 640 },
    colorScheme: 'light',
  })
  await page.goto('/app')
  await page.getByRole('button', { name: 'Aanmelden' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'nl')
  await assertAccessible(page)
  await assertFits(page)
  page.assertClean()
})

test('the page tells browsers what it may do, and files keep their compressed form', { skip }, async () => {
  const response = await fetch(`${host.kit.url}/app/production/1`)
  const policy = response.headers.get('content-security-policy') ?? ''
  for (const part of ["default-src 'none'", "script-src 'self'", "font-src 'self'", "frame-ancestors 'none'"])
    assert.ok(policy.includes(part))
  assert.ok(!/unsafe/.test(policy))
  const [, script] = /src="(\/assets\/[^"]+\.mjs)"/.exec(await response.text()) ?? []
  assert.ok(script)
  const compressed = await fetch(host.kit.url + script, { headers: { 'accept-encoding': 'br' } })
  assert.equal(compressed.headers.get('content-encoding'), 'br')
  assert.match(compressed.headers.get('cache-control') ?? '', /immutable/)
  const again = await fetch(host.kit.url + script, {
    headers: { 'if-none-match': compressed.headers.get('etag') ?? '' },
  })
  assert.equal(again.status, 304)
  await signInByForm(await openPage(host.browser, host.kit), 'admin', adminPassword)
})
