import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { WebhookCreation, WebhookDelivery } from '@rushes/contract'
import { type Receiver, startReceiver } from '../../../../test/peers/receiver.ts'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { untilSeen } from '../../../../test/until.ts'

let kit: TestService
let receiver: Receiver
before(async () => {
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  receiver = await startReceiver()
})
after(async () => {
  await receiver.stop()
  await kit.stop()
})

const create = (body: WebhookCreation = {}) =>
  kit.admin.webhooks.createWebhook({
    id: kit.accountId,
    body: { url: receiver.url, types: ['Production.create'], ...body },
  })

// webhooks-17
test('every attempt at a delivery is logged, also those before it is sent again, and what is posted can be read', async () => {
  const api = kit.admin.webhooks
  const at = { id: kit.accountId, webhookId: (await create()).id }
  const untilLast = (isWanted: (delivery: WebhookDelivery) => boolean) =>
    untilSeen('the delivery is as wanted', async () => {
      const [delivery] = (await api.listWebhookDeliveries(at)).items
      return delivery && isWanted(delivery) && delivery
    })
  receiver.answer = response => response.writeHead(503).end('resting')
  const production = await kit.createProduction('Attempted')
  await untilLast(({ attempts }) => attempts === 1)
  assert.ok(await untilSeen('it fails', async () => (await api.getWebhook(at)).failingSince))
  receiver.answer = response => response.writeHead(400).end('no thanks')
  kit.clock.advance(60_000)
  kit.service.platform.signals.emit('webhooks')
  const refused = await untilLast(({ attempts }) => attempts === 2)
  receiver.answer = response => response.writeHead(204).end()
  await api.redeliver({ ...at, deliveryId: refused.id })
  const done = await untilLast(({ status }) => status === 'DELIVERED')
  assert.deepEqual([done.attempts, done.attemptLog.map(({ status }) => status)], [1, [503, 400, 204]])
  for (const { at: began, durationMs } of done.attemptLog) assert.ok(began >= done.created && durationMs >= 0)
  const read = await api.getWebhookDelivery({ ...at, deliveryId: done.id })
  assert.equal(read.event?.object?.id, production.id)
  assert.deepEqual({ ...read, event: undefined }, { ...done, event: undefined })
  await assert.rejects(api.getWebhookDelivery({ ...at, deliveryId: done.id + 1 }), refusal(404))
  const other = await create({ active: false })
  await assert.rejects(api.getWebhookDelivery({ ...at, webhookId: other.id, deliveryId: done.id }), refusal(404))
  assert.equal((await api.getWebhook(at)).failingSince, undefined)
})
