import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { refusal } from '../../../server/test/refusal.ts'
import { enableFactor, startAuthenticator } from '../../../server/test/scene/second-factor.ts'
import type { TestService } from '../../../server/test/service.ts'
import {
  assertAccessible,
  assertFits,
  browserIsMissing,
  leftToAll,
  openPage,
  signInByForm,
  signInOn,
  type WatchedPage,
  waitForPlaces,
} from '../browser.ts'
import { hostPages } from '../host.ts'
import { readQr } from './qr.ts'

const skip = browserIsMissing
const host = hostPages()

type Person = Awaited<ReturnType<TestService['createUser']>>

async function openAccount({ user, password }: Person, tab: string): Promise<WatchedPage> {
  const page = await openPage(host.browser, host.kit)
  await signInOn(page, user.username, password)
  await page.goto(`/app/account?tab=${tab}`)
  return page
}

/** The first step of a sign-in, up to where a code is asked for. */
async function beginSignIn(page: Page, { user, password }: Person): Promise<void> {
  await page.goto('/app')
  await page.getByLabel('User name or email address').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Code of your authenticator app').waitFor()
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code of your authenticator app').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const faultAt = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator('[aria-invalid]')).waitFor()

test('a second factor is set up by the picture that an app reads, and asked for at the next sign-in', {
  skip,
}, async () => {
  const person = await host.kit.createUser('ada')
  const page = await openAccount(person, 'security')
  page.expectErrors(/422/)
  await page.getByRole('button', { name: 'Set up a second factor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('not this one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await faultAt(page, 'Current password')
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const picture = dialog.getByRole('img', { name: 'QR code' })
  await picture.waitFor()
  await assertAccessible(page)
  const address = new URL(await readQr(picture))
  assert.equal(address.protocol, 'otpauth:')
  const key = address.searchParams.get('secret') ?? ''
  assert.equal(await dialog.getByLabel('Secret').inputValue(), key)
  const app = startAuthenticator(host.kit, key)
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await faultAt(page, 'Code')
  await dialog.getByLabel('Code', { exact: true }).fill(app.code())
  await dialog.getByRole('button', { name: 'Switch on' }).click()

  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const codes = await page.locator('.recovery-codes li').allTextContents()
  assert.equal(codes.length, 10)
  await assertAccessible(page)
  // They are printed without what leads elsewhere.
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.recovery-codes li').first().isVisible(), true)
  for (const part of ['Places', 'Settings'])
    assert.equal(await page.getByRole('navigation', { name: part, exact: true }).count(), 0, part)
  assert.equal(await page.locator('.top').isVisible(), false)
  await page.emulateMedia({ media: 'screen' })
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const file = await (await downloading).path()
  assert.deepEqual((await readFile(file, 'utf8')).trim().split('\n'), codes)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy all' }).click()
  await page.getByText('Copied.').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), codes.join('\n'))
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.reload()
  await page.getByText('Signing in asks for a code').waitFor()
  assert.equal(await page.getByText(codes[0] ?? '').count(), 0)
  page.assertClean()

  const next = await openPage(host.browser, host.kit)
  next.expectErrors(/401/)
  await beginSignIn(next, person)
  await giveCode(next, '000000')
  await next.getByRole('alert').waitFor()
  await assertAccessible(next)
  await giveCode(next, app.next())
  await waitForPlaces(next)
  const again = await openPage(host.browser, host.kit)
  await beginSignIn(again, person)
  await giveCode(again, codes[3] ?? '')
  await waitForPlaces(again)
  for (const clean of [next, again]) clean.assertClean()
})

test('the password and a code give new recovery codes, and switch the factor off', {
  skip: leftToAll,
}, async () => {
  const person = await host.kit.createUser()
  const { authenticator, recoveryCodes } = await enableFactor(host.kit, person)
  const page = await openPage(host.browser, host.kit)
  page.expectErrors(/422/)
  await beginSignIn(page, person)
  await giveCode(page, authenticator.next())
  await waitForPlaces(page)
  await page.goto('/app/account?tab=security')
  const dialog = page.getByRole('dialog')
  const prove = async (code: string, action: string) => {
    await dialog.getByLabel('Current password').fill(person.password)
    await dialog.getByLabel('Code, or one of your recovery codes').fill(code)
    await dialog.getByRole('button', { name: action }).click()
  }
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await prove('aaaa-aaaa-aaaa-aaaa', 'Make new codes')
  await faultAt(page, 'Code, or one of your recovery codes')
  await assertAccessible(page)
  await prove(authenticator.next(), 'Make new codes')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const codes = await page.locator('.recovery-codes li').allTextContents()
  assert.equal(new Set([...codes, ...recoveryCodes]).size, 20)
  await page.getByRole('button', { name: 'Switch off the second factor' }).click()
  await prove(recoveryCodes[0] ?? '', 'Switch off')
  await faultAt(page, 'Code, or one of your recovery codes')
  await prove(codes[0] ?? '', 'Switch off')
  await page.getByRole('button', { name: 'Set up a second factor' }).waitFor()
  assert.equal((await host.kit.admin.accounts.getUser({ id: person.user.id })).authenticationType, 'PASSWORD')
  page.assertClean()
})

test('who lacks a second factor that an account demands is led to set one up, by the keyboard alone', {
  skip,
}, async () => {
  const person = await host.kit.createUser()
  const { id: accountId } = await host.kit.admin.accounts.createAccount({
    body: { humanName: 'Guarded House', ownerId: person.user.id },
  })
  const body = { accountId, name: 'Guarded Film' }
  await person.api.productions.createProduction({ body })
  const { version } = await host.kit.admin.accounts.getAccount({ id: accountId })
  await host.kit.admin.accounts.updateAccount({
    id: accountId,
    body: { version, humanName: 'Guarded House', twoFactorAuthenticationRequired: true },
  })
  const page = await openPage(host.browser, host.kit)
  await signInByForm(page, person.user.username, person.password)
  await page.getByText('Guarded House requires a second factor').waitFor()
  assert.equal(await page.getByRole('link', { name: /Guarded Film/ }).count(), 0)
  await assertAccessible(page)
  const reach = async (tag: 'A' | 'BUTTON', name: string) => {
    for (let turn = 0; turn < 40; turn++) {
      const reached = await page.evaluate(
        () => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.trim()}`,
      )
      if (reached === `${tag} ${name}`) return page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
    }
    return assert.fail(`“${name}” is not reached by Tab`)
  }
  await reach('A', 'Set up a second factor')
  await page.getByRole('heading', { name: 'Second factor', exact: true }).waitFor()
  await reach('BUTTON', 'Set up a second factor')
  await page.getByRole('dialog').waitFor()
  // A window opens with the focus in its first field.
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  const key = await page.getByLabel('Secret').inputValue()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(startAuthenticator(host.kit, key).code())
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await page.getByText('requires a second factor').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Rushes' }).click()
  await page.getByRole('link', { name: /Guarded Film/ }).waitFor()
  page.assertClean()
})

test('sessions elsewhere are ended, one or all, and this one is marked', { skip: leftToAll }, async () => {
  const person = await host.kit.createUser()
  const elsewhere = await Promise.all(
    [0, 1].map(async () => {
      const page = await openPage(host.browser, host.kit)
      page.expectErrors(/401/)
      await signInByForm(page, person.user.username, person.password)
      return page
    }),
  )
  const page = await openAccount(person, 'sessions')
  // That of the client of the test, those elsewhere, and this one.
  await page.getByRole('main').getByRole('listitem').nth(3).waitFor()
  assert.equal(await page.getByText('This session').count(), 1)
  // What is not known can be told from what is.
  assert.equal(
    await page
      .getByRole('main')
      .getByText(/^(?:Headless)?Chrome on Linux/)
      .count(),
    3,
  )
  assert.equal(await page.getByRole('main').getByText('from 127.0.0.1').count(), 4)
  await assertAccessible(page)
  await page
    .getByRole('button', { name: /^End the session of/ })
    .first()
    .click()
  await page.getByRole('main').getByRole('listitem').nth(3).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('main').getByRole('listitem').count(), 1)
  for (const other of elsewhere) {
    await other.reload()
    await other.getByRole('button', { name: 'Sign in' }).waitFor()
  }
  await assert.rejects(person.api.authentication.getCurrentUser(), refusal(401))
  await page.reload()
  await page.getByText('This session').waitFor()
  page.assertClean()
})

test('a password is refused in the words of the service at its field, and a good one ends the other sessions', {
  skip: leftToAll,
}, async () => {
  const person = await host.kit.createUser()
  const page = await openAccount(person, 'security')
  page.expectErrors(/422/)
  const fill = async (current: string, wanted: string, repeated = wanted) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password', { exact: true }).fill(wanted)
    await page.getByLabel('New password, once more').fill(repeated)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await fill(person.password, 'three small words', 'three other words')
  await page.getByText('The two are not the same.').waitFor()
  for (const [wanted, reason] of [
    ['short', 'must have at least 8 characters'],
    ['password1', 'is one of those that everybody tries first'],
    [person.user.username, 'must not be the user name'],
  ] as const) {
    await fill(person.password, wanted)
    await page.getByText(reason).waitFor()
    await faultAt(page, 'New password')
  }
  await fill('not the one', 'three small words')
  await faultAt(page, 'Current password')
  // Nothing that was typed is lost.
  assert.equal(await page.getByLabel('New password', { exact: true }).inputValue(), 'three small words')
  await assertAccessible(page)
  await fill(person.password, 'three small words')
  await page.getByText('Your password is changed.').waitFor()
  await assert.rejects(person.api.authentication.getCurrentUser(), refusal(401))
  const next = await openPage(host.browser, host.kit)
  await signInByForm(next, person.user.username, 'three small words')
  page.assertClean()
})

test('an API token is shown once, opens what it is for, and nothing once it is revoked', { skip }, async () => {
  const person = await host.kit.createUser()
  await host.kit.admin.accounts.addAccountParticipant({
    id: host.kit.accountId,
    body: { userId: person.user.id, rights: ['ACCOUNT_VIEW'] },
  })
  const page = await openAccount(person, 'tokens')
  page.expectErrors(/422/)
  await page.getByText('There are no tokens.').waitFor()
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What is it for?').fill('Nightly report')
  await dialog.getByRole('button', { name: 'Create the token' }).click()
  await dialog.getByText('Choose at least one.').waitFor()
  await dialog.getByLabel('Works until').fill('2020-01-01T12:00')
  await dialog.getByLabel('See the account').check()
  await dialog.getByRole('button', { name: 'Create the token' }).click()
  await dialog.getByText('must be in the future').waitFor()
  await assertAccessible(page)
  await dialog.getByLabel('Works until').fill('')
  await dialog.getByLabel('Manage users and settings of the account').check()
  await dialog.getByRole('button', { name: 'Create the token' }).click()
  await dialog.getByText('is not among the rights of this user').waitFor()
  await dialog.getByLabel('Manage users and settings of the account').uncheck()
  await dialog.getByRole('button', { name: 'Create the token' }).click()
  const token = await dialog.getByLabel('Your new token').inputValue()
  const api = host.kit.client(token)
  await api.accounts.getAccount({ id: host.kit.accountId })
  await assert.rejects(
    api.productions.createProduction({ body: { accountId: host.kit.accountId, name: 'No' } }),
    refusal(403),
  )
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Nightly report' }).waitFor()
  assert.equal(await page.getByText(token).count(), 0)
  await page.getByRole('button', { name: 'Revoke Nightly report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('There are no tokens.').waitFor()
  await assert.rejects(api.accounts.getAccount({ id: host.kit.accountId }), refusal(401))
  page.assertClean()
})

test('the profile is saved, keeps what it does not show, and says when somebody else was first', {
  skip: leftToAll,
}, async () => {
  const person = await host.kit.createUser()
  const { user, api } = person
  const settings = { mails: 'few' }
  const stored = await api.accounts.updateUser({ id: user.id, body: { ...user, notificationSettings: settings } })
  const page = await openAccount(person, 'profile')
  page.expectErrors(/409|422/)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email address').fill('no address')
  await api.accounts.updateUser({ id: user.id, body: { ...stored, city: 'London' } })
  await assertAccessible(page)
  await page.getByLabel('Email address').evaluate(field => field.closest('form')?.setAttribute('novalidate', ''))
  await page.getByRole('button', { name: 'Save' }).click()
  await faultAt(page, 'Email address')
  await page.getByLabel('Email address').fill('ada.lovelace@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Somebody else has changed this.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor()
  const { firstName, email, notificationSettings, city } = await host.kit.admin.accounts.getUser({ id: user.id })
  assert.deepEqual([firstName, email, notificationSettings], ['Ada', 'ada.lovelace@example.org', settings])
  assert.equal(city, undefined)
  page.assertClean()
})

test('the account is Dutch for Dutch readers, and fits a narrow screen', { skip: leftToAll }, async () => {
  const person = await host.kit.createUser()
  for (const colorScheme of ['light', 'dark'] as const) {
    const options = { locale: 'nl-NL', viewport: { width: 360, height: 640 }, colorScheme }
    const page = await openPage(host.browser, host.kit, options)
    await page.goto('/app')
    await page.getByLabel('Gebruikersnaam of e-mailadres').fill(person.user.username)
    await page.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Aanmelden' }).click()
    await page.getByRole('button', { name: person.user.username }).click()
    await page.getByRole('menuitem', { name: 'Uw account' }).click()
    for (const [tab, seen] of [
      ['Profiel', 'Voornaam'],
      ['Wachtwoord en tweede factor', 'Huidig wachtwoord'],
      ['Sessies', 'Deze sessie'],
      ['API-tokens', 'Er zijn geen tokens.'],
    ] as const) {
      await page.getByRole('button', { name: 'Zijpaneel' }).click()
      await page.getByRole('link', { name: tab }).click()
      await page.getByText(seen).first().waitFor()
      await assertFits(page)
      await assertAccessible(page)
    }
    page.assertClean()
  }
})
