import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Receiver, startReceiver } from '../../../../test/peers/receiver.ts'
import { createOwnProduction, type KillableService, openKillable } from '../../../../test/service-process.ts'
import { until } from '../../../../test/until.ts'

let receiver: Receiver
let service: KillableService
before(async () => {
  service = await openKillable({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  receiver = await startReceiver()
})
after(async () => {
  await service.stop()
  await receiver.stop()
})

// webhooks-15
test('of a service that is killed amid its messages every event arrives, again ones under the same id', {
  timeout: 240_000,
}, async () => {
  let api = await service.start()
  const { accountId: id } = await createOwnProduction(api)
  await api.webhooks.createWebhook({ id, body: { url: receiver.url, types: ['Transcode'] } })
  receiver.answer = response => void setTimeout(() => response.writeHead(204).end(), 10)
  const count = 200
  const body = Array.from({ length: count }, (_, index) => ({ type: 'Transcode', name: `file ${index}` }) as const)
  const posted = await api.events.postAccountEvents({ id, body })
  for (const sent of [20, 80]) {
    await receiver.waitFor(sent)
    await service.kill()
    const arrived = new Set(receiver.received.map(({ event }) => event.id)).size
    assert.ok(arrived < count, `${arrived} of ${count} had arrived: too fast to be killed`)
    // Another node may be alive: the lease of this one ends by the clock of the database.
    api = await service.start()
  }
  const isComplete = () => new Set(receiver.received.map(({ event }) => event.id)).size === count
  await until('every event has arrived', isComplete)
  const byEvent = Map.groupBy(receiver.received, ({ event }) => event.id)
  assert.deepEqual(new Set(byEvent.keys()), new Set(posted.map(event => event.id)))
  for (const messages of byEvent.values()) {
    assert.equal(new Set(messages.map(({ headers }) => headers['webhook-id'])).size, 1)
  }
  const first = [...byEvent.keys()].map(Number)
  assert.deepEqual(
    first,
    first.toSorted((a, b) => a - b),
    'first attempts are in the order of the log',
  )
})
