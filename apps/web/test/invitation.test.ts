import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type MailReceiver, startMailReceiver } from '../../server/test/mail-receiver.ts'
import { assertAccessible, browserIsMissing, openPage, signInOn } from './browser.ts'
import { browser, hostPages, kit } from './host.ts'

const skip = browserIsMissing
let mails: MailReceiver
hostPages(async () => {
  mails = await startMailReceiver()
  return {
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    RUSHES_MAIL_FROM: 'Rushes <rushes@example.org>',
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
  }
})
after(async () => {
  await mails?.stop()
})

test('the link in the mail of an invitation leads into the production', { skip }, async () => {
  const { id: prId, name } = await kit.createProduction('The Long Night')
  const { user, password } = await kit.createUser()
  const email = 'guest@example.org'
  await kit.admin.productions.addParticipant({ prId, body: { email, roles: ['Production Member'] } })
  const [mail] = await mails.waitFor(1, email)
  const link = /https?:\/\/\S+\/app\/invitation#token=\S+/.exec(mail?.text ?? '')?.[0]
  assert.ok(link, mail?.text)
  const page = await openPage(browser, kit)
  await signInOn(page, user.username, password)
  await page.goto(new URL(link).pathname + new URL(link).hash)
  await page.getByText(`Do you want to join as ${user.username}?`).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: new RegExp(name ?? '') }).waitFor()
  await page.goto('/app/invitation')
  await page.getByText('This link is not complete').waitFor()
  page.assertClean()
})

test('an account that demands a second factor says so as soon as its invitation is accepted', { skip }, async () => {
  const owner = await kit.createUser()
  const { id } = await kit.admin.accounts.createAccount({
    body: { humanName: 'Guarded House', ownerId: owner.user.id },
  })
  const { version } = await kit.admin.accounts.getAccount({ id })
  const body = { version, humanName: 'Guarded House', twoFactorAuthenticationRequired: true }
  await kit.admin.accounts.updateAccount({ id, body })
  const { invitationToken } = await kit.admin.accounts.addAccountParticipant({
    id,
    body: { email: 'joiner@example.org', rights: ['ACCOUNT_VIEW'] },
  })
  const { user, password } = await kit.createUser()
  const page = await openPage(browser, kit)
  await signInOn(page, user.username, password)
  await page.goto(`/app/account-invitation#token=${invitationToken}`)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Productions' }).waitFor()
  await page.getByText('Guarded House demands a second factor').waitFor()
  await assertAccessible(page)
  page.assertClean()
})
