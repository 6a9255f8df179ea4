import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { type MailReceiver, startMailReceiver } from '../../server/test/mail-receiver.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { assertAccessible, browserIsMissing, openBrowser, openPage, signInOn } from './browser.ts'

const skip = browserIsMissing
let kit: TestService
let mails: MailReceiver
let browser: Browser
before(async () => {
  if (skip) return
  mails = await startMailReceiver()
  kit = await startTestService({
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    RUSHES_MAIL_FROM: 'Rushes <rushes@example.org>',
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
  })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await kit?.stop()
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
  await page.getByRole('link', { name: new RegExp(name ?? '') }).waitFor()
  page.assertClean()
})
