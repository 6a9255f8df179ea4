import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@rushes/client'
import type { Webhook, WebhookCreation, WebhookDelivery } from '@rushes/contract'
import { isSigned, type Receiver, startReceiver } from '../../../test/peers/receiver.ts'
import { refusal } from '../../../test/refusal.ts'
import { adminPassword, startTestService, type TestService } from '../../../test/service.ts'
import { until, untilSeen } from '../../../test/until.ts'
import type { OutboundRequest } from '../../platform/security/outbound.ts'
import { removeWebhooks } from './testing/remove-webhooks.ts'

const hourMs = 3_600_000
let kit: TestService
let receiver: Receiver
let prId: number
/** Signed in again where the clock has ended the session. */
let admin: Client
before(async () => {
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  admin = kit.admin
  prId = (await kit.createProduction()).id
})
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.stop()
  await removeWebhooks(admin, kit.accountId)
})
after(() => kit.stop())

const api = () => admin.webhooks
async function passTime(ms: number): Promise<void> {
  kit.clock.advance(ms)
  const { token } = await kit.client().authentication.login({ body: { username: 'admin', password: adminPassword } })
  admin = kit.client(token)
  wake()
}
const createProduction = (name = 'A production') =>
  admin.productions.createProduction({ body: { accountId: kit.accountId, name } })
const create = (body: WebhookCreation = {}) =>
  api().createWebhook({ id: kit.accountId, body: { url: receiver.url, types: ['Production.create'], ...body } })
const wake = () => kit.service.platform.signals.emit('webhooks')
const deliveries = async ({ id: webhookId }: Webhook) =>
  (await api().listWebhookDeliveries({ id: kit.accountId, webhookId })).items

const untilStatus = async (webhook: Webhook, isWanted: (delivery: WebhookDelivery) => boolean) => {
  const list = () => deliveries(webhook)
  const seen = await untilSeen('a delivery is as wanted', list, found => found.some(isWanted))
  return seen.find(isWanted)!
}

// webhooks-1, webhooks-2, webhooks-3, webhooks-4, webhooks-5, webhooks-6, webhooks-7, webhooks-12
describe('a webhook', () => {
  test('"the secret is shown once": at its creation', async () => {
    const created = await create({ label: 'Planning' })
    assert.match(created.secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/)
    const shown = await api().getWebhook({ id: kit.accountId, webhookId: created.id })
    const { secret, ...rest } = created
    assert.deepEqual(shown, rest)
    assert.deepEqual(
      [shown.objectType, shown.active, shown.types, shown.label],
      ['Webhook', true, ['Production.create'], 'Planning'],
    )
  })

  test('is posted "the event as GET event shows it, with `type` at the top level", signed by the Standard Webhooks scheme', async () => {
    const { secret } = await create()
    const production = await createProduction('Told')
    const [message] = await receiver.waitFor(1)
    assert.equal(message!.event.type, 'Production.create')
    assert.equal(message!.event.object?.id, production.id)
    const { items } = { items: await admin.events.listProductionEvents({ prId: production.id }) }
    assert.deepEqual(
      message!.event,
      items.find(({ type }) => type === 'Production.create'),
    )
    assert.equal(isSigned(message!, secret!), true)
    assert.match(String(message!.headers['webhook-id']), /^msg_\w+$/)
    assert.ok(Math.abs(Number(message!.headers['webhook-timestamp']) - Date.now() / 1000) < 60)
    assert.equal(message!.headers['content-type'], 'application/json; charset=utf-8')
  })

  test('receives its types and its production alone', async () => {
    await create({ types: [], productionId: prId })
    await createProduction('Elsewhere')
    await admin.productions.updateSetting({ prId, key: 'defaultLanguage', body: 'nl' })
    const [message] = await receiver.waitFor(1)
    assert.equal(message!.event.productionId, prId)
    await delay(300)
    assert.ok(receiver.received.every(({ event }) => event.productionId === prId))
  })

  test('receives all productions again once its `productionId` is null', async () => {
    const { id: webhookId, version } = await create({ types: [], productionId: prId })
    await createProduction('Not told')
    await admin.productions.updateSetting({ prId, key: 'defaultLanguage', body: 'fr' })
    // What comes behind the other production has been told: the log has been read past that one.
    await receiver.waitFor(1)
    const at = { id: kit.accountId, webhookId }
    const changed = await api().updateWebhook({ ...at, body: { version, label: 'Kept where it is' } })
    assert.equal(changed.productionId, prId, 'what is left out stays')
    const freed = await api().updateWebhook({ ...at, body: { version: changed.version, productionId: null } })
    assert.equal(freed.productionId, undefined)
    const { id } = await createProduction('Told')
    const [message] = await receiver.waitFor(1, ({ event }) => event.type === 'Production.create')
    assert.equal(message!.event.object?.id, id)
  })

  test('gets events in their order', async () => {
    await create()
    const ids = []
    for (let index = 0; index < 20; index++) ids.push((await createProduction(`In turn ${index}`)).id)
    const messages = await receiver.waitFor(20)
    assert.deepEqual(
      messages.map(({ event }) => event.object?.id),
      ids,
    )
  })

  test('is changed by its version, and needs ACCOUNT_MANAGE', async () => {
    const { id: webhookId, version } = await create()
    const at = { id: kit.accountId, webhookId }
    const changed = await api().updateWebhook({ ...at, body: { version, active: false } })
    assert.deepEqual([changed.active, changed.version], [false, version + 1])
    await assert.rejects(api().updateWebhook({ ...at, body: { version, active: true } }), refusal(409))
    await createProduction('Not told')
    await delay(300)
    assert.equal(receiver.received.length, 0)
    const { api: stranger } = await kit.createUser()
    await assert.rejects(stranger.webhooks.listWebhooks({ id: kit.accountId }), refusal(403, 'ACCOUNT_MANAGE'))
  })

  test('that is switched on again goes on where it stopped', async () => {
    const { id: webhookId, version } = await create({ active: false })
    const { id } = await createProduction('Meanwhile')
    await api().updateWebhook({ id: kit.accountId, webhookId, body: { version, active: true } })
    const [message] = await receiver.waitFor(1)
    assert.equal(message!.event.object?.id, id)
  })

  test('signs with both secrets for a day after a new one was made', async () => {
    const created = await create()
    const { secret } = await api().renewWebhookSecret({ id: kit.accountId, webhookId: created.id })
    await createProduction()
    const [both] = await receiver.waitFor(1)
    assert.deepEqual([isSigned(both!, secret!), isSigned(both!, created.secret!)], [true, true])
    await passTime(25 * hourMs)
    await createProduction()
    const [, one] = await receiver.waitFor(2)
    assert.deepEqual([isSigned(one!, secret!), isSigned(one!, created.secret!)], [true, false])
  })

  test('of another account, of another production, or without an address is refused', async () => {
    const { id: ownerId } = await admin.authentication.getCurrentUser()
    const other = await admin.accounts.createAccount({ body: { humanName: 'Other', ownerId } })
    const { id: webhookId } = await create()
    await assert.rejects(api().getWebhook({ id: other.id, webhookId }), refusal(404))
    await assert.rejects(api().redeliver({ id: kit.accountId, webhookId, deliveryId: 1 }), refusal(404))
    await assert.rejects(
      api().createWebhook({ id: other.id, body: { url: receiver.url, productionId: prId } }),
      refusal(422, '/productionId'),
    )
    for (const url of [undefined, 'nonsense', 'ftp://a.example/', 'http://user:secret@a.example/']) {
      await assert.rejects(
        api().createWebhook({ id: kit.accountId, body: url === undefined ? {} : { url } }),
        refusal(422, '/url'),
      )
    }
  })
})

// webhooks-8, webhooks-9, webhooks-10, webhooks-11
describe('a target', () => {
  test('that fails is tried again "within a minute", with the same id, and then after growing times', async () => {
    const webhook = await create()
    receiver.answer = response => response.writeHead(500).end('out of order')
    await createProduction()
    const failed = await untilStatus(webhook, delivery => delivery.attempts === 1)
    assert.equal(failed.status, 'PENDING')
    assert.deepEqual(failed.response, { status: 500, body: 'out of order' })
    assert.ok(failed.nextAttempt! - kit.clock.now() <= 60_000)
    await passTime(60_000)
    const again = await untilStatus(webhook, delivery => delivery.attempts === 2)
    assert.ok(again.nextAttempt! - kit.clock.now() > 60_000)
    receiver.answer = response => response.writeHead(200).end()
    await passTime(hourMs)
    await untilStatus(webhook, delivery => delivery.status === 'DELIVERED')
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  })

  test('that refuses one event gets the others', async () => {
    const webhook = await create()
    const { id } = await createProduction('Refused')
    receiver.answer = (response, { event }) => response.writeHead(event.object?.id === id ? 400 : 204).end()
    const { id: next } = await createProduction('Taken')
    await receiver.waitFor(1, ({ event }) => event.object?.id === next)
    await untilStatus(webhook, delivery => delivery.status === 'DELIVERED')
  })

  test('that redirects or breaks off fails, and nobody follows', async () => {
    const webhook = await create()
    receiver.answer = response => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end()
    await createProduction()
    const delivery = await untilStatus(webhook, delivery => delivery.attempts === 1)
    assert.equal(delivery.response?.status, 302)
    assert.ok(receiver.received.every(({ path }) => path === '/hook'))
    receiver.answer = response => response.destroy()
    await passTime(60_000)
    const cut = await untilStatus(webhook, delivery => delivery.attempts === 2)
    assert.equal(typeof cut.response?.error, 'string')
  })

  test('that lies, or hangs, fails; one that never ends its answer has given it', { timeout: 90_000 }, async t => {
    const webhook = await create()
    // What waits fifteen seconds for an answer waits one here.
    const { outbound } = kit.service.platform
    const { call } = outbound
    t.mock.method(outbound, 'call', ({ timeoutMs, ...request }: OutboundRequest) =>
      call({ ...request, timeoutMs: timeoutMs / 15 }),
    )
    // Each attempt finds it in another mood.
    const moods: Receiver['answer'][] = [
      response => void response.socket!.end('This is no HTTP.\r\n\r\n'),
      response => void response.writeHead(200, { 'content-length': 1000 }).write('short', () => response.destroy()),
      () => {},
      response => {
        response.writeHead(200)
        const pour = () => {
          while (!response.destroyed && response.write('x'.repeat(1000)));
        }
        response.on('drain', pour)
        pour()
      },
    ]
    receiver.answer = (...message) => moods[receiver.received.length - 1]!(...message)
    await createProduction()
    for (const [index, reason] of [/./, /./, /no answer within 1 s/].entries()) {
      const failed = await untilStatus(webhook, delivery => delivery.attempts === index + 1)
      assert.equal(failed.status, 'PENDING')
      assert.match(failed.response?.error ?? '', reason)
      await passTime(hourMs)
    }
    const taken = await untilStatus(webhook, delivery => delivery.status === 'DELIVERED')
    assert.deepEqual([taken.response?.status, taken.response?.body?.length], [200, 2000])
  })

  test('that says 410 is paused at once, with a notice', async () => {
    const webhook = await create()
    receiver.answer = response => response.writeHead(410).end()
    await createProduction()
    await until(
      'the webhook is paused',
      async () => !(await api().getWebhook({ id: kit.accountId, webhookId: webhook.id })).active,
    )
    const paused = await api().getWebhook({ id: kit.accountId, webhookId: webhook.id })
    assert.match(paused.pauseReason ?? '', /410/)
    assert.equal(typeof paused.paused, 'number')
    const events = await admin.events.listAccountEvents({
      id: kit.accountId,
      query: { type: ['Notification'], limit: 1000 },
    })
    assert.ok(events.some(({ verb, object }) => verb === 'Webhook.pause' && object?.id === webhook.id))
  })

  test('that takes nothing for a day is paused, and what was given up is reported', async () => {
    const webhook = await create()
    receiver.answer = response => response.writeHead(503).end()
    await createProduction()
    for (let attempt = 1; attempt <= 10; attempt++) {
      await untilStatus(webhook, delivery => delivery.attempts === attempt)
      await passTime(10 * hourMs)
    }
    const [given] = await deliveries(webhook)
    assert.deepEqual([given?.status, given?.attempts], ['FAILED', 10])
    await until(
      'the webhook is paused',
      async () => !(await api().getWebhook({ id: kit.accountId, webhookId: webhook.id })).active,
    )
  })

  test('whose secret cannot be opened for a day is paused for that reason, and goes on with a new secret', async () => {
    const webhook = await create()
    const at = { id: kit.accountId, webhookId: webhook.id }
    const { database } = kit.service.platform
    await database
      .updateTable('webhook')
      .set({ secret: Buffer.alloc(60) })
      .where('id', '=', webhook.id)
      .execute()
    const { id } = await createProduction()
    for (let attempt = 1; attempt <= 10; attempt++) {
      await untilStatus(webhook, delivery => delivery.attempts === attempt)
      await passTime(10 * hourMs)
    }
    await until('the webhook is paused', async () => !(await api().getWebhook(at)).active)
    assert.match((await api().getWebhook(at)).pauseReason ?? '', /secret could not be opened/)
    assert.equal(receiver.received.length, 0)
    const { secret, version } = await api().renewWebhookSecret(at)
    await api().updateWebhook({ ...at, body: { version, active: true } })
    const [given] = await deliveries(webhook)
    await api().redeliver({ ...at, deliveryId: given!.id })
    const [message] = await receiver.waitFor(1)
    assert.equal(message!.event.object?.id, id)
    assert.ok(isSigned(message!, secret!))
  })

  test('that was to be left alone is tried again when the clock is set back by a day', async () => {
    await passTime(24 * hourMs)
    const webhook = await create()
    receiver.answer = response => response.writeHead(503).end()
    await createProduction()
    await untilStatus(webhook, delivery => delivery.attempts === 1)
    receiver.answer = response => response.writeHead(204).end()
    await passTime(-24 * hourMs)
    await untilStatus(webhook, delivery => delivery.status === 'DELIVERED')
  })

  test('in the own network that the settings do not name is never called', async () => {
    const webhook = await create({ url: receiver.url.replace('127.0.0.1', '127.0.0.2') })
    await createProduction()
    const delivery = await untilStatus(webhook, delivery => delivery.attempts === 1)
    assert.match(delivery.response?.error ?? '', /own network/)
    assert.equal(receiver.received.length, 0)
  })
})

// webhooks-13, webhooks-14
describe('what was sent', () => {
  test('is listed, the newest first, and can be sent again', async () => {
    const webhook = await create()
    await createProduction('One')
    await createProduction('Two')
    await receiver.waitFor(2)
    await until('all are delivered', async () =>
      (await deliveries(webhook)).every(({ status }) => status === 'DELIVERED'),
    )
    const [newest, oldest] = await deliveries(webhook)
    assert.ok(newest!.id > oldest!.id)
    assert.equal(oldest?.response?.status, 204)
    const at = { id: kit.accountId, webhookId: webhook.id, deliveryId: oldest!.id }
    assert.equal((await api().redeliver(at)).status, 'PENDING')
    const messages = await receiver.waitFor(3)
    assert.equal(messages[2]!.event.id, messages[0]!.event.id)
    assert.equal(messages[2]!.headers['webhook-id'], messages[0]!.headers['webhook-id'])
  })

  test('is replayed from an event on, in order', async () => {
    const since = (await admin.events.listProductionEvents({ prId })).at(0)!.id!
    const before = [await createProduction('Before 1'), await createProduction('Before 2')]
    const webhook = await create()
    const at = { id: kit.accountId, webhookId: webhook.id }
    const { deliveries: count } = await api().replay({ ...at, body: { since } })
    assert.ok(count >= 2)
    const messages = await receiver.waitFor(count)
    assert.deepEqual(
      messages.slice(-2).map(({ event }) => event.object?.id),
      before.map(({ id }) => id),
    )
    await assert.rejects(api().replay({ ...at, body: { since: 'x' } }), refusal(400))
  })

  test('is replayed in the order of the log, also what had been sent before, over more than one step', {
    timeout: 120_000,
  }, async () => {
    const before = 1200
    const post = (count: number) =>
      admin.events.postAccountEvents({
        id: kit.accountId,
        body: Array.from({ length: count }, (_, index) => ({ type: 'Transcode', name: `file ${index}` }) as const),
      })
    const earlier = [...(await post(before / 2)), ...(await post(before / 2))]
    const webhook = await create({ types: ['Transcode'] })
    const later = await post(5)
    await receiver.waitFor(5)
    await until('all are delivered', async () =>
      (await deliveries(webhook)).every(({ status }) => status === 'DELIVERED'),
    )
    receiver.received.length = 0
    const since = String(Number(earlier[0]!.id) - 1)
    const anchor = (await admin.events.listAccountEvents({ id: kit.accountId, query: { limit: 1000 } })).findLast(
      event => Number(event.id) <= Number(since),
    )
    const { deliveries: count } = await api().replay({
      id: kit.accountId,
      webhookId: webhook.id,
      body: { since: anchor!.id! },
    })
    assert.equal(count, before + 5)
    await receiver.waitFor(count)
    assert.deepEqual(
      receiver.received.map(({ event }) => event.id),
      [...earlier, ...later].map(({ id }) => id),
    )
  })
})
