import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { DeliveryRequest, JsonPatch } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { createClip } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until } from '../../../../test/until.ts'

let kit: TestService
let prId: number
let supplier: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction('Deliveries')).id
  supplier = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_UPLOAD'] })).api
})
after(() => kit.stop())

const ask = (body: Partial<DeliveryRequest> = {}) =>
  kit.admin.delivery.createDeliveryRequest({ prId, body: { label: 'Promo', ...body } })
const begin = (deliveryRequestId: number, body: object = {}, api = supplier) =>
  api.delivery.createSubmission({ prId, body: { deliveryRequestId, ...body } })
const listVerbs = async (id: number) => {
  const events = await kit.admin.events.listProductionEvents({ prId, query: { limit: 1000 } })
  return events.filter(({ object }) => object?.id === id).map(({ type, verb }) => verb ?? type)
}

describe('a patch of a delivery request', () => {
  const patch = (id: number, body: JsonPatch, api = kit.admin) => api.delivery.patchDeliveryRequest({ prId, id, body })

  // delivery-11
  test('changes, adds and removes what it names', async () => {
    const { id } = await ask({ group: 'Video', description: 'Old' })
    const changed = await patch(id, [
      { op: 'test', path: '/label', value: 'Promo' },
      { op: 'replace', path: '/description', value: 'New' },
      { op: 'add', path: '/clientProperties/colour', value: 'red' },
      { op: 'add', path: '/activeStatus', value: 'Archived' },
      { op: 'remove', path: '/group' },
    ])
    assert.deepEqual(
      [changed.description, changed.clientProperties, changed.activeStatus, changed.group, changed.version],
      ['New', { colour: 'red' }, 'Archived', undefined, 2],
    )
    assert.deepEqual(await supplier.delivery.getDeliveryRequest({ prId, id }), changed)
    assert.deepEqual(await listVerbs(id), ['DeliveryRequest.create', 'DeliveryRequest.update'])
  })

  // delivery-11
  test('that fails changes nothing', async () => {
    const { id } = await ask()
    const add = (path: string, value: unknown): JsonPatch => [{ op: 'add', path, value }]
    await assert.rejects(patch(id, [{ op: 'test', path: '/label', value: 'x' }]), refusal(409))
    await assert.rejects(patch(id, add('/id', 7)), refusalAt('ValidationError', '/id'))
    await assert.rejects(patch(id, add('/deliveryRequestType', 'a b')), refusalAt('ValidationError'))
    await assert.rejects(
      patch(id, add('/editorialObjectId', 999_999)),
      refusalAt('ValidationError', '/editorialObjectId'),
    )
    await assert.rejects(
      patch(id, add('/formFieldsDefinition', { fields: { a: { type: 'INTEGER', defaultValue: 'x' } } })),
      refusalAt('ValidationError', '/formFieldsDefinition/fields/a/defaultValue'),
    )
    await assert.rejects(patch(id, add('/label', 'Mine'), supplier), refusal(403, 'DELIVERY_MANAGE'))
    await assert.rejects(patch(999_999, add('/label', 'x')), refusal(404))
    assert.equal((await supplier.delivery.getDeliveryRequest({ prId, id })).version, 1)
  })
})

describe('a patch of a submission', () => {
  const patch = (id: number, body: JsonPatch, api = supplier) => api.delivery.patchSubmission({ prId, id, body })

  // delivery-17
  test('adds a clip, and takes one away', async () => {
    const [first, second] = [await createClip(kit, prId, RATE_25), await createClip(kit, prId, RATE_25)]
    const { id } = await begin((await ask()).id, { attachedAnnotations: [{ mediaObjectId: first }] })
    const both = await patch(id, [
      { op: 'add', path: '/attachedAnnotations/-', value: { mediaObjectId: second } },
      { op: 'add', path: '/submissionComments', value: 'Two' },
    ])
    assert.deepEqual(
      both.attachedAnnotations?.map(({ mediaObjectId }) => mediaObjectId),
      [first, second],
    )
    const one = await patch(id, [
      { op: 'remove', path: '/attachedAnnotations/0' },
      { op: 'remove', path: '/submissionComments' },
    ])
    assert.deepEqual([one.attachedAnnotations?.length, one.submissionComments ?? ''], [1, ''])
  })

  // delivery-17
  test('needs what a PUT would, and keeps to its state', async () => {
    const { id } = await begin((await ask()).id, { submissionComments: 'Sent by courier' })
    const set = (path: string, value: unknown): JsonPatch => [{ op: 'add', path, value }]
    await assert.rejects(patch(id, set('/skipReview', true)), refusal(403, 'DELIVERY_MANAGE'))
    await assert.rejects(
      patch(id, set('/submissionStatus', 'Accepted')),
      refusalAt('ValidationError', '/submissionStatus'),
    )
    await supplier.delivery.submitSubmission({ prId, id })
    await until(
      'it awaits its review',
      async () => (await supplier.delivery.getSubmission({ prId, id })).submissionStatus === 'AwaitingReview',
    )
    await assert.rejects(patch(id, set('/formFieldValues', { a: 1 })), refusal(409, 'stays as it is'))
    const done = await patch(id, set('/reviewStatus', 'Accepted'), kit.admin)
    assert.equal(done.submissionStatus, 'Accepted')
  })
})

describe('a deletion', () => {
  // delivery-12
  test('of a delivery request is refused while it has submissions, naming them', async () => {
    const { id } = await ask()
    const submission = await begin(id)
    await assert.rejects(kit.admin.delivery.deleteDeliveryRequest({ prId, id }), error => {
      assert.deepEqual((error as { data?: unknown }).data, { submissionIds: [submission.id] })
      return refusal(409)(error)
    })
    await assert.rejects(supplier.delivery.deleteDeliveryRequest({ prId, id }), refusal(403, 'DELIVERY_MANAGE'))
    await supplier.delivery.deleteSubmission({ prId, id: submission.id })
    await kit.admin.delivery.deleteDeliveryRequest({ prId, id })
    await assert.rejects(supplier.delivery.getDeliveryRequest({ prId, id }), refusal(404))
    assert.deepEqual(await listVerbs(id), ['DeliveryRequest.create', 'DeliveryRequest.delete'])
    assert.deepEqual(await listVerbs(submission.id), [
      'DeliveryRequestSubmission.create',
      'DeliveryRequestSubmission.delete',
    ])
  })

  // delivery-18
  test("of a submission is its supplier's until it is submitted, then of those who manage", async () => {
    const request = await ask()
    const other = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_UPLOAD'] })).api
    const { id } = await begin(request.id, { submissionComments: 'Sent by courier' })
    await assert.rejects(other.delivery.deleteSubmission({ prId, id }), refusal(403, 'DELIVERY_MANAGE'))
    await supplier.delivery.submitSubmission({ prId, id })
    await until(
      'it awaits its review',
      async () => (await supplier.delivery.getSubmission({ prId, id })).submissionStatus === 'AwaitingReview',
    )
    await assert.rejects(supplier.delivery.deleteSubmission({ prId, id }), refusal(403, 'DELIVERY_MANAGE'))
    await kit.admin.delivery.deleteSubmission({ prId, id })
    assert.equal((await begin(request.id)).submissionVersion, 1)
  })
})

describe('search', () => {
  // delivery-14
  test('finds requests by their words, their fields and the values of their forms', async () => {
    const season = await kit.admin.collections.createCollection({ prId, body: { title: 'Season' } })
    const { id } = await ask({
      label: 'Zeppelin trailer',
      group: 'Video',
      editorialObjectId: season.id,
      formFieldValues: { language: 'nl', minutes: 4 },
    })
    const find = async (query: object) =>
      (await kit.admin.delivery.searchDeliveryRequests({ prId, query })).results.map(found => found.id)
    await until('it is found', async () => (await find({ q: 'zeppelin' })).includes(id))
    const cases = ['group:Video', 'formFieldValues.language:nl', 'formFieldValues.minutes:[4 TO *]']
    assert.deepEqual(await find({ q: 'zeppelin', fq: [...cases, `editorialObjectId:${season.id}`] }), [id])
    await kit.admin.collections.deleteCollection({ prId, id: season.id })
    await until('its season is gone', async () => (await find({ fq: [`editorialObjectId:${season.id}`] })).length === 0)
    await kit.admin.delivery.deleteDeliveryRequest({ prId, id })
    await until('it is gone', async () => (await find({ q: 'zeppelin' })).length === 0)
  })

  // delivery-28
  test('finds submissions by their state as it changes', async () => {
    const { id } = await begin((await ask()).id, { submissionComments: 'Quixotic attempt' })
    const find = async (query: object) =>
      (await supplier.delivery.searchSubmissions({ prId, query })).results.map(found => found.id)
    await until('it is found', async () => (await find({ q: 'quixotic', fq: ['submissionStatus:Open'] })).includes(id))
    await supplier.delivery.submitSubmission({ prId, id })
    await until('its new status is found', async () =>
      (await find({ fq: ['submissionStatus:AwaitingReview', `id:${id}`] })).includes(id),
    )
    assert.deepEqual(await find({ q: 'quixotic', fq: ['submissionStatus:Open'] }), [])
  })
})
