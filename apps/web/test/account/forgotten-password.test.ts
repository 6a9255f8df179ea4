/** The ways in beside a known password: another one by mail, and the identity provider. */

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type IdentityProvider, startIdentityProvider } from '../../../server/test/peers/identity/identity-provider.ts'
import { type MailReceiver, startMailReceiver } from '../../../server/test/peers/mail-receiver.ts'
import { enableFactor } from '../../../server/test/scene/second-factor.ts'
import { assertAccessible, assertFits, browserIsMissing, leftToAll, openPage, signInByForm } from '../browser.ts'
import { hostPages } from '../host.ts'

const skip = browserIsMissing
let mails: MailReceiver
let provider: IdentityProvider
const host = hostPages(async () => {
  mails = await startMailReceiver()
  provider = await startIdentityProvider(() => host.kit.clock.now())
  return {
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    RUSHES_MAIL_FROM: 'Rushes <rushes@example.org>',
    RUSHES_OIDC_ISSUER: provider.issuer,
    RUSHES_OIDC_CLIENT_ID: provider.clientId,
    RUSHES_OIDC_CLIENT_SECRET: provider.clientSecret,
    RUSHES_OIDC_CREATE: 'example.org',
    RUSHES_OIDC_MATCH: 'email',
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
  }
})
after(async () => {
  await mails?.stop()
  await provider?.stop()
})

test('a forgotten password is replaced by the link of a mail', { skip }, async () => {
  const { user } = await host.kit.createUser('forgetful')
  const page = await openPage(host.browser, host.kit)
  page.expectErrors(/404|422/)
  await page.goto('/app')
  await page.getByRole('link', { name: 'Forgotten password?' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Forgotten password?' }).click()
  await page.getByLabel('User name or email address').fill(user.email)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('If there is such a user, the mail is on its way.').waitFor()
  await assertAccessible(page)
  const [mail] = await mails.waitFor(1, user.email)
  const link = new URL(/https?:\/\/\S+\/app\/reset-password#token=\S+/.exec(mail!.text)![0])
  await page.goto(link.pathname + link.hash)
  const set = async (password: string, repeated = password) => {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('New password, once more').fill(repeated)
    await page.getByRole('button', { name: 'Set password' }).click()
  }
  await set('another long secret', 'another long word')
  await page.getByText('The two are not the same.').waitFor()
  await set('short')
  await page.getByText('must have at least 8 characters').waitFor()
  await assertAccessible(page)
  await page.setViewportSize({ width: 360, height: 640 })
  await assertFits(page)
  await set('another long secret')
  await page.getByText('The password is set.').waitFor()
  await page.getByRole('link', { name: 'Back to signing in' }).click()
  await signInByForm(page, 'forgetful', 'another long secret')
  const again = await openPage(host.browser, host.kit)
  again.expectErrors(/404/)
  await again.goto(link.pathname + link.hash)
  await again.getByLabel('New password', { exact: true }).fill('another long secret')
  await again.getByLabel('New password, once more').fill('another long secret')
  await again.getByRole('button', { name: 'Set password' }).click()
  await again.getByText('This link works no longer.').waitFor()
  await assertAccessible(again)
  page.assertClean()
})

test('a sign-on at the provider comes back to the page where it was begun; a refusal is a sentence', {
  skip,
}, async () => {
  const { id: prId } = await host.kit.createProduction('Signed on')
  await host.kit.admin.productions.addParticipant({
    prId,
    body: { email: 'sso@example.org', roles: ['Production Member'] },
  })
  const page = await openPage(host.browser, host.kit)
  // The provider is another host.
  page.expectErrors(/^asked http:\/\/127\.0\.0\.1/)
  provider.person = { sub: 'sso', email: 'sso@example.org', email_verified: false }
  await page.goto(`/app/production/${prId}/team`)
  await page.getByRole('button', { name: 'Sign in with your organization' }).click()
  await page.getByText('Your organization has not verified your email address.').waitFor()
  await assertAccessible(page)
  provider.person = { ...provider.person, email_verified: true }
  await page.goto(`/app/production/${prId}/team`)
  await page.getByRole('button', { name: 'Sign in with your organization' }).click()
  await page.getByRole('heading', { name: 'People' }).waitFor()
  assert.equal(new URL(page.url()).pathname, `/app/production/${prId}/team`)
})

test('a sign-on at the provider asks who has a second factor for a code, and then goes back to where it was begun', {
  skip: leftToAll,
}, async () => {
  const { id: prId } = await host.kit.createProduction('Signed on twice')
  const member = await host.kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
  const { authenticator } = await enableFactor(host.kit, { ...member, password: `password of ${member.user.username}` })
  const page = await openPage(host.browser, host.kit)
  page.expectErrors(/^asked http:\/\/127\.0\.0\.1/)
  provider.person = { sub: 'factor', email: member.user.email, email_verified: true }
  await page.goto(`/app/production/${prId}/team`)
  await page.getByRole('button', { name: 'Sign in with your organization' }).click()
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.waitFor()
  assert.equal(await page.getByLabel('Password', { exact: true }).count(), 0)
  await assertAccessible(page)
  page.assertClean()
  page.expectErrors(/401/)
  await code.fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').waitFor()
  await assertAccessible(page)
  await code.fill(authenticator.next())
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'People' }).waitFor()
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, `/app/production/${prId}/team`)
  await page.reload()
  await page.getByRole('heading', { name: 'People' }).waitFor()
  page.assertClean()
})
