import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Receiver, startReceiver } from '../../../../test/peers/receiver.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { untilSeen } from '../../../../test/until.ts'
import { parseRetryAfter } from '../policy.ts'

let kit: TestService
let receiver: Receiver
before(async () => {
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
})
after(() => kit.stop())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.stop())

/** Does something while a transaction is open that is older: readers of the log do not see meanwhile what happens. */
async function besideOlder<T>(step: () => Promise<T>): Promise<T> {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const older = kit.service.platform.database.transaction().execute(async db => {
    await sql`select pg_current_xact_id()`.execute(db)
    begun.resolve()
    await end.promise
  })
  await begun.promise
  try {
    return await step()
  } finally {
    end.resolve()
    await older
  }
}

const createWebhook = () =>
  kit.admin.webhooks.createWebhook({
    id: kit.accountId,
    body: { url: receiver.url, types: ['Production.create'] },
  })

// webhooks-6
test('a webhook is not sent what happened before it was created, also where the log could not show that yet', async () => {
  const { id } = await besideOlder(async () => {
    await kit.createProduction('Before')
    await createWebhook()
    return kit.createProduction('After')
  })
  const [message] = await receiver.waitFor(1)
  assert.equal(message!.event.object?.id, id)
})

test('what an older transaction hid is sent soon after that has ended, though nothing else happens', async () => {
  await createWebhook()
  const { id } = await besideOlder(async () => {
    const production = await kit.createProduction('Hidden')
    // Until it has been looked for, and is looked for again in its turn alone.
    await delay(1_500)
    assert.deepEqual(receiver.received, [])
    return production
  })
  const ended = performance.now()
  await receiver.waitFor(1)
  assert.ok(receiver.received.some(({ event }) => event.object?.id === id))
  assert.ok(performance.now() - ended < 2_500, `it came after ${performance.now() - ended} ms`)
})

// webhooks-14
test('a replay brings what happened just before the webhook was created, and what happens afterwards', async () => {
  const { id: prId } = await kit.createProduction('Earlier')
  const since = (await kit.admin.events.listProductionEvents({ prId })).at(0)!.id!
  const ids = await besideOlder(async () => {
    const before = await kit.createProduction('Before')
    const { id: webhookId } = await createWebhook()
    await kit.admin.webhooks.replay({ id: kit.accountId, webhookId, body: { since } })
    return [before.id, (await kit.createProduction('After')).id]
  })
  const messages = await receiver.waitFor(2)
  assert.deepEqual(
    messages.map(({ event }) => event.object?.id),
    ids,
  )
})

// webhooks-16
test('a target that wishes to be left alone is, with all its events', async () => {
  receiver.answer = response => response.writeHead(503, { 'retry-after': '2400' }).end()
  const { id: webhookId } = await createWebhook()
  const createProduction = (name: string) =>
    kit.admin.productions.createProduction({ body: { accountId: kit.accountId, name } })
  const list = async () => (await kit.admin.webhooks.listWebhookDeliveries({ id: kit.accountId, webhookId })).items
  await createProduction('First')
  const failed = await untilSeen('it was tried', list, items => items.some(({ attempts }) => attempts === 1))
  const until = kit.clock.now() + 2_400_000
  const isWished = (time: number) => time > until - 60_000 && time <= until
  assert.ok(isWished(failed[0]!.nextAttempt!))
  const listHeld = () =>
    kit.service.platform.database.selectFrom('webhook').select('held_until').where('id', '=', webhookId).execute()
  await untilSeen('it is left alone', listHeld, ([row]) => isWished(row?.held_until ?? 0))
  receiver.answer = response => response.writeHead(204).end()
  await createProduction('Second')
  kit.clock.advance(2_400_000)
  kit.service.platform.signals.emit('webhooks')
  await untilSeen('both are taken', list, items => items.filter(({ status }) => status === 'DELIVERED').length === 2)
})

// webhooks-16
test('a target wishes to be left alone in seconds or by a date; what is no wish has no effect', () => {
  const now = Date.parse('2026-11-28T12:00:00Z')
  for (const [text, ms] of [
    ['120', 120_000],
    ['86400', 3_600_000],
    ['Sat, 28 Nov 2026 12:10:00 GMT', 600_000],
    ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
    ['soon', 0],
    ['', 0],
    [undefined, 0],
  ] as const) {
    assert.equal(parseRetryAfter(text, now), ms, text)
  }
})
