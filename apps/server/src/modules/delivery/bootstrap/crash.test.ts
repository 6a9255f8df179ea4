import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Receiver, startReceiver } from '../../../../test/peers/receiver.ts'
import { type KillableService, openKillable } from '../../../../test/service-process.ts'
import { until } from '../../../../test/until.ts'
import { templateGroup, toEvent, toProduct } from '../testing/planning.ts'

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

test('a service that is killed again and again finishes what was acknowledged: one workspace of each product, all told', {
  timeout: 120_000,
}, async () => {
  let api = await service.start()
  const me = await api.authentication.getCurrentUser()
  const id = (await api.accounts.listAccountRights({ id: me.id })).items[0]!.id
  const set = (key: string, body: unknown) => api.accounts.updateAccountSetting({ id, key, body })
  await set('deliveryRequestTemplateGroups', [templateGroup])
  await set('deliveryWorkspaceBootstrapWebhookUrl', receiver.url)
  const events = Array.from({ length: 40 }, (_, place) =>
    toEvent(toProduct(`product-${place % 4}`, { title: `Product ${place % 4}` })),
  )
  const posted = await api.events.postAccountEvents({ id, body: events })
  assert.equal(posted.length, 40)
  for (const pauseMs of [20, 300]) {
    await delay(pauseMs)
    await service.kill()
    api = await service.start()
  }
  const isTold = async () => {
    const rows = await service.database.db
      .selectFrom('workflow')
      .select('status')
      .where('definition', '=', 'deliveryBootstrap')
      .execute()
    assert.equal(rows.length, 40)
    assert.ok(!rows.some(row => row.status === 'Error'), 'none fails')
    return rows.every(row => row.status === 'Completed')
  }
  await until('every workflow has completed', isTold)
  assert.ok(receiver.received.length >= 40, `${receiver.received.length} were told`)
  const { items } = await api.productions.listProductions({ query: { rows: 100 } })
  assert.deepEqual(items.map(({ name }) => name).toSorted(), ['Product 0', 'Product 1', 'Product 2', 'Product 3'])
  for (const { id: prId } of items) {
    assert.equal((await api.collections.listCollections({ prId })).total, 4)
    assert.equal((await api.delivery.listDeliveryRequests({ prId })).total, 3)
  }
})
