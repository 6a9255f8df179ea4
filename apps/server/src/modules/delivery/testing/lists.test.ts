import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../../test/service.ts'

/** More than are looked at together. */
const requests = 1100
let kit: TestService
let prId: number
let ids: number[]
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  const { database } = kit.service.platform
  const shared = { created: 0, created_by: 'test', creator_id: null, modified_by: 'test', last_updated: 0 }
  const rows = Array.from({ length: requests }, (_, index) => ({
    ...shared,
    production_id: prId,
    editorial_object_id: null,
    template_key: null,
    details: JSON.stringify({ label: `Request ${index % 10}`, group: index % 2 === 0 ? 'even' : 'odd' }),
  }))
  const inserted = await database.insertInto('delivery_request').values(rows).returning('id').execute()
  ids = inserted.map(row => row.id).sort((a, b) => a - b)
  const submissions = ids.map(id => ({
    ...shared,
    production_id: prId,
    delivery_request_id: id,
    submission_version: 1,
    submission_status: 'Draft' as const,
    pre_delivery_status: null,
    annotation_ids: [],
    form_field_values: '{}',
    details: JSON.stringify({ submissionComments: `to ${id}` }),
  }))
  await database.insertInto('delivery_submission').values(submissions).execute()
})
after(() => kit.stop())

const list = (query: object) => kit.admin.delivery.listDeliveryRequests({ prId, query })

// delivery-13
test('a page of delivery requests is that part of them, and tells how many there are', async () => {
  for (const [offset, limit] of [
    [0, 10],
    [495, 10],
    [1095, 10],
    [2000, 10],
    [0, 0],
  ] as const) {
    const page = await list({ offset, limit })
    assert.deepEqual(
      page.items.map(({ id }) => id),
      ids.slice(offset, offset + limit),
    )
    assert.deepEqual([page.total, page.offset], [requests, offset])
  }
})

// delivery-13
test('filters and orders look at all of them', async () => {
  const odd = await list({ fq: ['group:odd'], offset: 500, limit: 100 })
  assert.deepEqual([odd.total, odd.items.length], [550, 50])
  assert.deepEqual(
    odd.items.map(({ id }) => id),
    ids.filter((_, index) => index % 2 === 1).slice(500),
  )
  const last = await list({ sort: 'label desc, id desc', limit: 3 })
  assert.deepEqual(
    last.items.map(({ id }) => id),
    ids
      .filter((_, index) => index % 10 === 9)
      .reverse()
      .slice(0, 3),
  )
  assert.equal(last.total, requests)
  assert.equal((await list({ fq: [`id:${ids[1050]}`] })).items[0]?.id, ids[1050])
})

// delivery-28
test('so it is with submissions', async () => {
  const listSubmissions = (query: object) => kit.admin.delivery.listSubmissions({ prId, query })
  const page = await listSubmissions({ offset: 1098, limit: 10 })
  assert.deepEqual([page.total, page.items.map(item => item.deliveryRequestId)], [requests, ids.slice(1098)])
  const found = await listSubmissions({ fq: [`submissionComments:"to ${ids[777]}"`] })
  assert.deepEqual([found.total, found.items[0]?.deliveryRequestId], [1, ids[777]])
})
