import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isSigned, type Receiver, startReceiver } from '../../../../test/peers/receiver.ts'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until } from '../../../../test/until.ts'
import { setAccountSetting, toEvent, toProduct } from '../testing/planning.ts'

let kit: TestService
let receiver: Receiver
before(async () => {
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  receiver = await startReceiver()
  await setAccountSetting(kit, 'deliveryWorkspaceBootstrapWebhookUrl', receiver.url)
})
after(async () => {
  await kit.stop()
  await receiver.stop()
})

const post = (reference: string) =>
  kit.admin.events.postAccountEvents({
    id: kit.accountId,
    body: [toEvent(toProduct(reference), { deliveryRequestTemplateGroupHandle: undefined })],
  })

// delivery-8
test('the notice of a bootstrap is signed by the Standard Webhooks scheme once the account has a secret', async () => {
  const id = kit.accountId
  await post('unsigned')
  const [unsigned] = await receiver.waitFor(1)
  assert.equal(unsigned!.headers['webhook-signature'], undefined)

  const { secret } = await kit.admin.delivery.renewNoticeSecret({ id })
  assert.match(secret, /^whsec_/)
  await post('signed')
  const signed = (await receiver.waitFor(2))[1]!
  assert.equal(isSigned(signed, secret), true)
  assert.match(String(signed.headers['webhook-id']), /^msg_/)

  const { secret: next } = await kit.admin.delivery.renewNoticeSecret({ id })
  await post('signed by both')
  const both = (await receiver.waitFor(3))[2]!
  assert.deepEqual([isSigned(both, secret), isSigned(both, next)], [true, true], 'a former one signs for a day')

  await kit.admin.delivery.removeNoticeSecret({ id })
  await post('unsigned again')
  assert.equal((await receiver.waitFor(4))[3]!.headers['webhook-signature'], undefined)
  await assert.rejects(kit.admin.delivery.removeNoticeSecret({ id }), refusal(404))
})

// delivery-8
test('a notice that is sent again has the same id, so that a receiver can pass over it', async () => {
  const { secret } = await kit.admin.delivery.renewNoticeSecret({ id: kit.accountId })
  const count = receiver.received.length
  receiver.answer = response => response.writeHead(receiver.received.length > count + 1 ? 204 : 503).end()
  await post('retried')
  const messages = (await receiver.waitFor(count + 2)).slice(count)
  assert.equal(new Set(messages.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.ok(messages.every(message => isSigned(message, secret)))
})

// delivery-8
test('its secret is in no setting and no event, and needs ACCOUNT_MANAGE', async () => {
  const { secret } = await kit.admin.delivery.renewNoticeSecret({ id: kit.accountId })
  const settings = await kit.admin.accounts.getAccountSettings({ id: kit.accountId })
  const events = await kit.admin.events.listAccountEvents({ id: kit.accountId, query: { limit: 1000 } })
  assert.ok(!JSON.stringify([settings, events]).includes(secret))
  const told = events.filter(({ verb }) => verb === 'Account.renewDeliverySecret')
  assert.ok(told.length >= 3)
  const { api } = await kit.createUser()
  await assert.rejects(api.delivery.renewNoticeSecret({ id: kit.accountId }), refusal(403, 'ACCOUNT_MANAGE'))
})

// delivery-8
test('a notice is not sent unsigned when its secret cannot be opened: the workflow fails and gives the reason', async () => {
  await kit.admin.delivery.renewNoticeSecret({ id: kit.accountId })
  const { database } = kit.service.platform
  await database
    .updateTable('delivery_notice_secret')
    .set({ secret: Buffer.alloc(40) })
    .execute()
  const before = receiver.received.length
  await post('sealed')
  await until('the workflow gives the reason', async () => {
    const productions = (await kit.admin.productions.listProductions({ query: { rows: 1000 } })).items
    const runs = await Promise.all(
      productions.map(async ({ id: prId }) => (await kit.admin.workflows.listWorkflows({ prId })).items),
    )
    const reports = runs.flat().flatMap(run => run.taskReports)
    return reports.some(({ error }) => error?.message?.includes('cannot be opened'))
  })
  assert.equal(receiver.received.length, before)
  await kit.admin.delivery.removeNoticeSecret({ id: kit.accountId })
})
