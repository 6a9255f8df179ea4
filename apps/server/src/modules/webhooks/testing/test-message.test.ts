/** Tests that people send to their webhooks. */

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Webhook, WebhookCreation, WebhookDelivery } from '@rushes/contract'
import { isSigned, type Receiver, startReceiver } from '../../../../test/peers/receiver.ts'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { untilSeen } from '../../../../test/until.ts'
import { removeWebhooks } from './remove-webhooks.ts'

let kit: TestService
let receiver: Receiver
let prId: number
before(async () => {
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  prId = (await kit.createProduction()).id
})
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.stop()
  await removeWebhooks(kit.admin, kit.accountId)
})
after(() => kit.stop())

const api = () => kit.admin.webhooks
const create = (body: WebhookCreation = {}) =>
  api().createWebhook({ id: kit.accountId, body: { url: receiver.url, types: ['Production.create'], ...body } })
const deliveries = async ({ id: webhookId }: Webhook) =>
  (await api().listWebhookDeliveries({ id: kit.accountId, webhookId })).items
const untilStatus = async (webhook: Webhook, isWanted: (delivery: WebhookDelivery) => boolean) => {
  const list = () => deliveries(webhook)
  const seen = await untilSeen('a delivery is as wanted', list, found => found.some(isWanted))
  return seen.find(isWanted)!
}

// webhooks-18
describe('a test', () => {
  test('is posted whatever a webhook receives otherwise, signed, and is in the log', async () => {
    const webhook = await create({ productionId: prId })
    const given = await api().testWebhook({ id: kit.accountId, webhookId: webhook.id })
    assert.deepEqual([given.type, given.status, given.attempts], ['Activity', 'PENDING', 0])
    const [message] = await receiver.waitFor(1)
    assert.deepEqual(
      [message!.event.type, message!.event.verb, message!.event.object?.id],
      ['Activity', 'Webhook.test', webhook.id],
    )
    assert.ok(isSigned(message!, webhook.secret!))
    const delivered = await untilStatus(webhook, ({ status }) => status === 'DELIVERED')
    assert.deepEqual([delivered.id, delivered.eventId], [given.id, message!.event.id])
    assert.equal((await deliveries(webhook)).length, 1)
  })

  test('comes once where the webhook receives it anyway', async () => {
    const webhook = await create({ types: ['Activity'] })
    await api().testWebhook({ id: kit.accountId, webhookId: webhook.id })
    await untilStatus(webhook, ({ status }) => status === 'DELIVERED')
    // It follows in the order of the log.
    await api().createWebhook({ id: kit.accountId, body: { url: receiver.url, active: false } })
    const messages = await receiver.waitFor(2)
    assert.deepEqual(
      messages.map(({ event }) => event.verb),
      ['Webhook.test', 'Webhook.create'],
    )
  })

  test('is tried at once where the target is left alone after a failure', async () => {
    const webhook = await create()
    receiver.answer = response => response.writeHead(503, { 'retry-after': '3000' }).end()
    await kit.createProduction()
    await untilStatus(webhook, ({ attempts }) => attempts === 1)
    receiver.answer = response => response.writeHead(204).end()
    const { id } = await api().testWebhook({ id: kit.accountId, webhookId: webhook.id })
    await untilStatus(webhook, delivery => delivery.id === id && delivery.status === 'DELIVERED')
  })

  test('is refused where nothing is posted, and of another account', async () => {
    const { id: webhookId } = await create({ active: false })
    await assert.rejects(api().testWebhook({ id: kit.accountId, webhookId }), refusal(409))
    await assert.rejects(api().testWebhook({ id: kit.accountId, webhookId: 999_999 }), refusal(404))
  })
})
