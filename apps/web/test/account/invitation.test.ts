import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type MailReceiver, startMailReceiver } from '../../../server/test/peers/mail-receiver.ts'
import { adminPassword } from '../../../server/test/service.ts'
import { until } from '../../../server/test/until.ts'
import { assertAccessible, assertFits, browserIsMissing, leftToAll, openPage, signInOn } from '../browser.ts'
import { hostPages } from '../host.ts'

const skip = browserIsMissing
let mails: MailReceiver
const host = hostPages(async () => {
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
  const { id: prId, name } = await host.kit.createProduction('The Long Night')
  const { user, password } = await host.kit.createUser()
  const email = 'guest@example.org'
  await host.kit.admin.productions.addParticipant({ prId, body: { email, roles: ['Production Member'] } })
  const [mail] = await mails.waitFor(1, email)
  const link = /https?:\/\/\S+\/app\/invitation#token=\S+/.exec(mail?.text ?? '')?.[0]
  assert.ok(link, mail?.text)
  const page = await openPage(host.browser, host.kit)
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

test('an account that demands a second factor says so as soon as its invitation is accepted', {
  skip: leftToAll,
}, async () => {
  const owner = await host.kit.createUser()
  const { id } = await host.kit.admin.accounts.createAccount({
    body: { humanName: 'Guarded House', ownerId: owner.user.id },
  })
  const { version } = await host.kit.admin.accounts.getAccount({ id })
  const body = { version, humanName: 'Guarded House', twoFactorAuthenticationRequired: true }
  await host.kit.admin.accounts.updateAccount({ id, body })
  const { invitationToken } = await host.kit.admin.accounts.addAccountParticipant({
    id,
    body: { email: 'joiner@example.org', rights: ['ACCOUNT_VIEW'] },
  })
  const { user, password } = await host.kit.createUser()
  const page = await openPage(host.browser, host.kit)
  await signInOn(page, user.username, password)
  await page.goto(`/app/account-invitation#token=${invitationToken}`)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Productions' }).waitFor()
  await page.getByText('Guarded House requires a second factor').waitFor()
  await assertAccessible(page)
  page.assertClean()
})

async function assertHeading(page: Page, text: string): Promise<void> {
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), text)
}

/** Invites an address to a production with a name; the link of the mail as a path, and the production. */
async function invite(email: string, name: string) {
  const { id: prId } = await host.kit.createProduction(name)
  const { id } = await host.kit.admin.productions.addParticipant({
    prId,
    body: { email, roles: ['Production Member'] },
  })
  const [mail] = await mails.waitFor(1, email)
  const link = new URL(/https?:\/\/\S+\/app\/invitation#token=\S+/.exec(mail?.text ?? '')![0])
  return { id, prId, link: link.pathname + link.hash }
}

test('who has no user creates one by the link, joins with it, and the link leads in again', { skip }, async () => {
  const { link } = await invite('newcomer@example.org', 'A First Day')
  const page = await openPage(host.browser, host.kit)
  page.expectErrors(/422/)
  await page.goto(link)
  await page.getByText('Create your user for newcomer@example.org to join.').waitFor()
  await assertHeading(page, 'You are invited to a production')
  await assertAccessible(page)
  await page.setViewportSize({ width: 360, height: 640 })
  await assertFits(page)
  assert.equal(await page.getByLabel('User name', { exact: true }).inputValue(), 'newcomer')
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByText('must have at least 8 characters').waitFor()
  await page.getByLabel('Password').fill('a fine long secret')
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByRole('heading', { name: /A First Day/ }).waitFor()
  await page.goto('/app')
  await page.goto(link)
  await page.getByText('You are in A First Day.').waitFor()
  await assertHeading(page, 'Invitation accepted')
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await page.getByRole('heading', { name: /A First Day/ }).waitFor()
  const other = await openPage(host.browser, host.kit)
  await other.goto(link)
  await other.getByText('You are in A First Day already. Sign in to open it.').waitFor()
  await assertHeading(other, 'Invitation accepted')
  await assertAccessible(other)
  page.assertClean()
  other.assertClean()
})

test('who has a user signs in on the page of the invitation', { skip }, async () => {
  const { user, password } = await host.kit.createUser('regular')
  const { link } = await invite('work-address@example.org', 'The Second Unit')
  const page = await openPage(host.browser, host.kit)
  await page.goto(link)
  await page.getByRole('button', { name: 'I have a user already' }).click()
  await page.getByLabel('User name or email address').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The invitation was sent to work-address@example.org.').waitFor()
  await assertAccessible(page)
  await page.setViewportSize({ width: 360, height: 640 })
  await assertFits(page)
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
  await page.getByText('Create your user for work-address@example.org to join.').waitFor()
  await page.getByRole('button', { name: 'I have a user already' }).click()
  await page.getByLabel('User name or email address').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: /The Second Unit/ }).waitFor()
  page.assertClean()
})

test('who declines is invited no longer', { skip: leftToAll }, async () => {
  const { link } = await invite('unwilling@example.org', 'Not for Me')
  const { user, password } = await host.kit.createUser()
  const page = await openPage(host.browser, host.kit)
  await signInOn(page, user.username, password)
  await page.goto(link)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('You have declined.').waitFor()
  await assertHeading(page, 'Invitation declined')
  await assertAccessible(page)
  page.assertClean()
})

test('a link that was used by another user, has expired, or was taken back says so', { skip: leftToAll }, async () => {
  const used = await invite('used@example.org', 'Used')
  const joiner = await host.kit.createUser()
  const token = used.link.split('token=')[1]!
  await joiner.api.productions.acceptProductionInvitation({ body: { token } })
  const expired = await invite('expired@example.org', 'Expired')
  await host.kit.service.platform.database
    .updateTable('production_participant')
    .set({ expires: host.kit.clock.now() })
    .where('id', '=', expired.id)
    .execute()
  const back = await invite('back@example.org', 'Taken back')
  await host.kit.admin.productions.removeParticipant({ prId: back.prId, userId: back.id })
  const { user, password } = await host.kit.createUser()
  const page = await openPage(host.browser, host.kit)
  page.expectErrors(/410|404/)
  await signInOn(page, user.username, password)
  for (const [link, text, heading] of [
    [used.link, `Another user than ${user.username} has accepted this invitation.`, 'Invitation accepted'],
    [expired.link, 'The invitation to Expired has expired.', 'Invitation'],
    [back.link, 'This invitation was taken back', 'Invitation'],
  ] as const) {
    await page.goto('/app')
    await page.goto(link)
    await page.getByText(text).waitFor()
    await assertHeading(page, heading)
    await assertAccessible(page)
  }
  page.assertClean()
})

test('an invitation whose mail was refused is marked in the team, with the reason', { skip: leftToAll }, async () => {
  mails.answer = { ...mails.answer, recipient: '550 no such mailbox' }
  const { id: prId } = await host.kit.createProduction('Bounced')
  const body = { email: 'nobody@example.org', roles: ['Production Member'] }
  await host.kit.admin.productions.addParticipant({ prId, body })
  const page = await openPage(host.browser, host.kit)
  await signInOn(page, 'admin', adminPassword)
  await until('the mail is refused', async () => {
    const { items } = await host.kit.admin.productions.listParticipants({ prId })
    return items.some(person => person.invitationFailure !== undefined)
  })
  await page.goto(`/app/production/${prId}/team`)
  await page.getByText(/The mail could not be delivered: .*550 no such mailbox/).waitFor()
  await assertAccessible(page)
  mails.answer = { recipient: '250 ok', data: '250 queued' }
  page.assertClean()
})
