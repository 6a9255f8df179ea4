import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type {
  DeliveryRequest,
  DeliveryRequestSubmission,
  SubmissionReplacement,
  SubmissionStatus,
} from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload, putChunk } from '../../../../test/scene/begin-upload.ts'
import { createClip } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until, untilSeen } from '../../../../test/until.ts'

let kit: TestService
let prId: number
let supplier: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction('Deliveries')).id
  const rights = ['PRODUCTION_VIEW', 'LIBRARY_VIEW', 'LIBRARY_UPLOAD'] as const
  supplier = (await kit.createMember(prId, { rights: [...rights] })).api
})
after(() => kit.stop())

const form = {
  fields: {
    language: { type: 'STRING' as const, required: true },
    minutes: { type: 'INTEGER' as const },
    colour: { type: 'STRING' as const, defaultValue: 'SDR' },
  },
}
const ask = (body: Partial<DeliveryRequest> = {}) =>
  kit.admin.delivery.createDeliveryRequest({
    prId,
    body: {
      label: 'Promo',
      description: 'Give me the promo',
      deliveryRequestType: 'promo-file',
      clientProperties: {},
      ...body,
    },
  })
const begin = (deliveryRequestId: number, body: object = {}, api = supplier) =>
  api.delivery.createSubmission({ prId, body: { deliveryRequestId, ...body } })
const change = (stored: DeliveryRequestSubmission, body: Partial<SubmissionReplacement>, api = supplier) =>
  api.delivery.updateSubmission({ prId, id: stored.id, body: { version: stored.version, ...body } })
const submit = (id: number, api = supplier) => api.delivery.submitSubmission({ prId, id })
const read = (id: number) => supplier.delivery.getSubmission({ prId, id })
const untilStatus = (id: number, status: SubmissionStatus) =>
  untilSeen('the submission has the status', async () => {
    const submission = await read(id)
    return submission.submissionStatus === status && submission
  })
const statusesOf = async (id: number) => {
  const events = await kit.admin.events.listProductionEvents({ prId, query: { limit: 1000 } })
  return events
    .filter(({ type, object }) => type.startsWith('DeliveryRequestSubmission.') && object?.id === id)
    .map(({ object }) => object?.submissionStatus)
}

describe('a delivery request', () => {
  // delivery-9
  test('is created, listed, read and changed with DELIVERY_MANAGE; events report it', async () => {
    const eo = await kit.admin.collections.createCollection({ prId, body: { title: 'Season' } })
    const created = await ask({ editorialObjectId: eo.id, formFieldsDefinition: form, volumeAccessHandle: 'vault' })
    assert.equal(created.objectType, 'DeliveryRequest')
    assert.equal(created.activeStatus, 'Active')
    const listed = await supplier.delivery.listDeliveryRequests({
      prId,
      query: { fq: [`id:${created.id}`], includeEditorialObject: true },
    })
    assert.equal(listed.total, 1)
    assert.equal(listed.items[0]!.editorialObject?.title, 'Season')
    const changed = await kit.admin.delivery.updateDeliveryRequest({
      prId,
      id: created.id,
      body: { ...listed.items[0]!, label: 'Trailer', activeStatus: 'Archived' },
    })
    assert.deepEqual(
      [changed.label, changed.activeStatus, changed.volumeAccessHandle],
      ['Trailer', 'Archived', 'vault'],
    )
    assert.deepEqual(await supplier.delivery.getDeliveryRequest({ prId, id: created.id }), changed)
    const told = await untilSeen('the events have been written', async () => {
      const events = await kit.admin.events.listProductionEvents({ prId, query: { limit: 1000 } })
      const types = events.filter(({ object }) => object?.id === created.id).map(({ type }) => type)
      return types.length >= 2 && types
    })
    assert.deepEqual(told, ['DeliveryRequest.create', 'DeliveryRequest.update'])
  })

  // delivery-9
  test('"`version` in the update differs from the stored version": 409 with the stored one; `If-Match`: 412', async () => {
    const { id } = await ask()
    const update = (version: number, headers = {}) =>
      kit.admin.delivery.updateDeliveryRequest({ prId, id, body: { version, label: 'Other' }, headers })
    await assert.rejects(update(7), refusal(409, 'its version is 1'))
    await assert.rejects(update(1, { 'if-match': '"9"' }), refusal(412))
    assert.equal((await update(1)).version, 2)
  })

  // delivery-10
  test('"deliveryRequestType (alphanumeric and dashes)", a form that is one, a collection of this production', async () => {
    await assert.rejects(ask({ deliveryRequestType: 'a b' }), refusal(400))
    const formFieldsDefinition = { fields: { a: { type: 'INTEGER' as const, defaultValue: 'x' } } }
    await assert.rejects(ask({ formFieldsDefinition }), refusal(422, '/formFieldsDefinition/fields/a/defaultValue'))
    await assert.rejects(ask({ editorialObjectId: 999_999 }), refusal(422, '/editorialObjectId'))
  })

  // delivery-13
  test('a supplier lists, and does not manage', async () => {
    const { id } = await ask()
    const body = { version: 1, label: 'Mine' }
    await assert.rejects(supplier.delivery.updateDeliveryRequest({ prId, id, body }), refusal(403, 'DELIVERY_MANAGE'))
    assert.ok((await supplier.delivery.listDeliveryRequests({ prId, query: { rows: 100 } })).total > 0)
  })
})

describe('a submission', () => {
  // delivery-15, delivery-16
  test('"Open → Draft → AwaitingProbe → AwaitingAutoValidation → AwaitingDelivery → AwaitingReview → Accepted"', async () => {
    const season = await kit.admin.collections.createCollection({ prId, body: { title: 'Season' } })
    const episode = await kit.admin.collections.createCollection({
      prId,
      body: { title: 'Episode', objectType: 'Draft', parentId: season.id },
    })
    const request = await ask({
      editorialObjectId: episode.id,
      formFieldsDefinition: form,
      formFieldValues: { minutes: 3, other: 1 },
    })
    const opened = await begin(request.id)
    assert.deepEqual([opened.submissionStatus, opened.submissionVersion], ['Open', 1])
    assert.deepEqual(opened.formFieldValues, { minutes: 3, colour: 'SDR' }, 'what the request gives, and the defaults')
    const mediaObjectId = await createClip(kit, prId, RATE_25)
    const values = { language: 'nl', minutes: '4' }
    const draft = await change(opened, { attachedAnnotations: [{ mediaObjectId }], formFieldValues: values })
    assert.deepEqual([draft.submissionStatus, draft.allClipsPreDeliveryStatus], ['Draft', 'ProbeCompleted'])
    assert.deepEqual(draft.formFieldValues, { language: 'nl', minutes: 4 })
    assert.equal(draft.attachedAnnotations?.[0]?.mediaObjectId, mediaObjectId)
    const submitted = await submit(draft.id)
    assert.equal(submitted.submissionStatus, 'AwaitingProbe')
    assert.ok(submitted.submittedAt !== undefined && submitted.submitter !== undefined)
    const waiting = await untilStatus(draft.id, 'AwaitingReview')
    assert.deepEqual(
      [waiting.autoValidationStatus, waiting.deliveryStatus, waiting.reviewStatus],
      ['Accepted', 'Delivered', 'Pending'],
    )
    const entries = await kit.admin.collections.listCollectionEntries({ prId, id: episode.id })
    assert.deepEqual(
      entries.items.map(entry => entry.mediaObjectId),
      [mediaObjectId],
    )
    await assert.rejects(change(waiting, { reviewStatus: 'Accepted' }), refusal(403, 'DELIVERY_MANAGE'))
    await assert.rejects(change(waiting, { formFieldValues: { language: 'fr' } }), refusal(409, 'stays as it is'))
    const done = await change(waiting, { ...waiting, reviewStatus: 'Accepted' }, kit.admin)
    assert.deepEqual([done.submissionStatus, done.reviewStatus], ['Accepted', 'Accepted'])
    assert.ok(done.reviewedAt !== undefined && done.reviewer !== undefined)
    const passed: SubmissionStatus[] = [
      'Open',
      'Draft',
      'AwaitingProbe',
      'AwaitingAutoValidation',
      'AwaitingDelivery',
      'AwaitingReview',
      'Accepted',
    ]
    await until('every status has been written', async () => (await statusesOf(draft.id)).length === passed.length)
    assert.deepEqual(await statusesOf(draft.id), passed)
    await assert.rejects(begin(request.id), refusal(409, 'has a submission already'))
  })

  // delivery-17
  test('a draft belongs to its creator: other suppliers neither read nor change it, managers do', async () => {
    const rights = ['PRODUCTION_VIEW', 'LIBRARY_VIEW', 'LIBRARY_UPLOAD'] as const
    const { api: other } = await kit.createMember(prId, { rights: [...rights] })
    const managing = ['PRODUCTION_VIEW', 'DELIVERY_MANAGE'] as const
    const { api: manager } = await kit.createMember(prId, { rights: [...managing] })
    const request = await ask({ formFieldsDefinition: form })
    const draft = await begin(request.id, { formFieldValues: { language: 'nl' }, submissionComments: 'Confidential' })
    const { id } = draft
    const uses = [
      () => other.delivery.getSubmission({ prId, id }),
      () => change(draft, { submissionComments: 'Mine' }, other),
      () => other.delivery.patchSubmission({ prId, id, body: [{ op: 'remove', path: '/submissionComments' }] }),
      () => submit(id, other),
      () => other.delivery.deleteSubmission({ prId, id }),
    ]
    for (const use of uses) await assert.rejects(use(), refusal(403, 'DELIVERY_MANAGE'))
    assert.deepEqual(await read(id), draft)
    const list = async (api: Client) => {
      const query = { fq: [`deliveryRequestId:${request.id}`] }
      const plain = await api.delivery.listSubmissions({ prId, query: { rows: 500 } })
      const all = plain.items.filter(({ deliveryRequestId }) => deliveryRequestId === request.id)
      const listed = await api.delivery.listSubmissions({ prId, query })
      const found = await api.delivery.searchSubmissions({ prId, query: { q: 'Confidential', ...query } })
      return [all.length, listed.total, found.numFound]
    }
    for (const api of [supplier, manager]) assert.deepEqual(await list(api), [1, 1, 1])
    assert.deepEqual(await list(other), [0, 0, 0])
    const changed = await change(draft, { submissionComments: 'Confidential, checked' }, manager)
    await submit(changed.id, supplier)
    assert.deepEqual(await list(other), [1, 1, 1], 'what was submitted is for everybody in the production')
    const waiting = await untilStatus(id, 'AwaitingReview')
    await assert.rejects(change(waiting, { ...waiting }, other), refusal(403, 'DELIVERY_MANAGE'))
  })

  // delivery-24
  test('"Rejected" makes room for the next version', async () => {
    const request = await ask()
    const first = await begin(request.id, { submissionComments: 'First try' })
    await assert.rejects(begin(request.id), refusal(409))
    await submit(first.id)
    const waiting = await untilStatus(first.id, 'AwaitingReview')
    await assert.rejects(change(waiting, { reviewComments: 'Too dark' }, kit.admin), refusal(422, '/reviewComments'))
    const verdict = { reviewStatus: 'Rejected', reviewComments: 'Too dark' } as const
    await assert.rejects(change(waiting, verdict), refusal(403, 'DELIVERY_MANAGE'))
    const rejected = await change(waiting, verdict, kit.admin)
    assert.equal(rejected.reviewComments, 'Too dark')
    // What comes back as it was read changes nothing.
    assert.equal((await change(rejected, { ...rejected }, kit.admin)).reviewComments, 'Too dark')
    assert.equal((await begin(request.id)).submissionVersion, 2)
    const { items } = await supplier.delivery.listSubmissions({
      prId,
      query: { fq: [`deliveryRequestId:${request.id}`] },
    })
    assert.deepEqual(
      items.map(({ submissionStatus }) => submissionStatus),
      ['Rejected', 'Open'],
    )
  })

  // delivery-15
  test('one of two that begin at once is the first, where a request takes one', async () => {
    const request = await ask()
    const begun = await Promise.allSettled(Array.from({ length: 8 }, () => begin(request.id)))
    assert.equal(begun.filter(({ status }) => status === 'fulfilled').length, 1)
    const many = await ask({ allowMultipleSubmissions: true })
    const versions = await Promise.all(Array.from({ length: 8 }, () => begin(many.id)))
    assert.deepEqual(versions.map(({ submissionVersion }) => submissionVersion).toSorted(), [1, 2, 3, 4, 5, 6, 7, 8])
  })

  // delivery-20
  test('form fields: "values are validated on each write", needed ones when it is submitted', async () => {
    const request = await ask({ formFieldsDefinition: form })
    const wrong = (formFieldValues: object) => begin(request.id, { formFieldValues })
    await assert.rejects(wrong({ minutes: 'many' }), refusal(422, '/formFieldValues/minutes'))
    await assert.rejects(wrong({ nobody: 1 }), refusal(422, '/formFieldValues/nobody'))
    await assert.rejects(wrong(JSON.parse('{"__proto__": 1}')), refusal(400))
    const draft = await begin(request.id, { formFieldValues: { minutes: 1 } })
    assert.equal(draft.submissionStatus, 'Draft')
    await assert.rejects(submit(draft.id), refusal(422, '/formFieldValues/language: is needed'))
    await change(draft, { formFieldValues: { language: 'nl' } })
    assert.equal((await submit(draft.id)).submissionStatus, 'AwaitingProbe')
    await assert.rejects(submit(draft.id), refusal(409))
  })

  // delivery-19
  test('"a Draft once it holds something": one that holds nothing is not submitted, and stays open', async () => {
    const { id, version } = await begin((await ask()).id)
    await assert.rejects(submit(id), refusal(422, '/attachedAnnotations: a clip, values of the form or comments'))
    assert.equal((await read(id)).submissionStatus, 'Open')
    const mediaObjectId = await createClip(kit, prId, RATE_25)
    const draft = await change({ ...(await read(id)), version }, { attachedAnnotations: [{ mediaObjectId }] })
    const emptied = await change(draft, { attachedAnnotations: [] })
    await assert.rejects(submit(id), refusal(422, '/attachedAnnotations'))
    await change(emptied, { attachedAnnotations: [{ mediaObjectId }] })
    assert.equal((await submit(id)).submissionStatus, 'AwaitingProbe')
  })

  // delivery-24
  test('a review is decided once, at its time, whatever the form has become', async () => {
    const request = await ask({ formFieldsDefinition: form })
    await assert.rejects(begin(request.id, { reviewStatus: 'Accepted' }), refusal(403, 'DELIVERY_MANAGE'))
    await assert.rejects(begin(request.id, { reviewStatus: 'Accepted' }, kit.admin), refusal(422, '/reviewStatus'))
    const draft = await begin(request.id, { reviewStatus: 'Pending', formFieldValues: { language: 'nl' } })
    await assert.rejects(change(draft, { reviewStatus: 'Accepted' }, kit.admin), refusal(422, '/reviewStatus'))
    await submit(draft.id)
    const waiting = await untilStatus(draft.id, 'AwaitingReview')
    await kit.admin.delivery.updateDeliveryRequest({
      prId,
      id: request.id,
      body: { version: request.version, formFieldsDefinition: { fields: {} } },
    })
    const done = await change(waiting, { ...waiting, reviewStatus: 'Accepted' }, kit.admin)
    assert.equal(done.submissionStatus, 'Accepted')
    await assert.rejects(change(done, { reviewStatus: 'Rejected' }, kit.admin), refusal(409, 'cannot be reviewed'))
  })

  // delivery-22
  test('a form that wants more by the time of auto-validation rejects what was submitted', async () => {
    const waits = await beginUpload(supplier, prId, 10)
    const request = await ask({ formFieldsDefinition: form })
    const attachedAnnotations = [{ mediaObjectId: waits.mediaObjectId! }]
    const draft = await begin(request.id, { attachedAnnotations, formFieldValues: { language: 'nl' } })
    await submit(draft.id)
    const fields = { ...form.fields, rights: { type: 'STRING' as const, required: true } }
    const body = { version: request.version, formFieldsDefinition: { fields } }
    await kit.admin.delivery.updateDeliveryRequest({ prId, id: request.id, body })
    await putChunk(waits.location, 0, Buffer.from('0123456789'))
    await supplier.uploads.closeUpload({ prId, id: waits.mediaObjectId!, body: {} })
    const rejected = await untilStatus(draft.id, 'Rejected')
    assert.equal(rejected.autoValidationStatus, 'Rejected')
    assert.match(rejected.autoValidationError ?? '', /rights: is needed/)
  })

  // delivery-22, delivery-23
  test('auto-validation checks the form as it is by then; `skipValidation` and `skipReview` need DELIVERY_MANAGE', async () => {
    const request = await ask()
    await assert.rejects(begin(request.id, { skipReview: true }), refusal(403, 'DELIVERY_MANAGE'))
    const submission = await begin(
      request.id,
      { submissionComments: 'Sent by courier', skipReview: true, skipValidation: true },
      kit.admin,
    )
    await submit(submission.id, kit.admin)
    const done = await untilStatus(submission.id, 'Accepted')
    assert.deepEqual(done.autoValidationReport, { clips: 0, skipped: true })
  })

  // delivery-21
  test('"wait for uploads -> probe": its clips are followed from upload to probe', async () => {
    const bytes = Buffer.from('a text that somebody calls a promo, and that is none')
    const upload = await beginUpload(supplier, prId, bytes.length, { fileName: 'promo.txt' })
    const request = await ask()
    const draft = await begin(request.id, { attachedAnnotations: [{ mediaObjectId: upload.mediaObjectId }] })
    assert.equal(draft.allClipsPreDeliveryStatus, 'TransferStarted')
    assert.equal((await submit(draft.id)).submissionStatus, 'AwaitingProbe')
    await putChunk(upload.location, 0, bytes)
    await supplier.uploads.closeUpload({ prId, id: upload.mediaObjectId!, body: {} })
    const done = await untilStatus(draft.id, 'AwaitingReview')
    assert.equal(done.allClipsPreDeliveryStatus, 'ProbeCompleted')
  })

  // delivery-21
  test('an upload that is cancelled is a transfer that failed: the submission is the supplier’s again', async () => {
    const upload = await beginUpload(supplier, prId, 100)
    const request = await ask()
    const draft = await begin(request.id, { attachedAnnotations: [{ mediaObjectId: upload.mediaObjectId }] })
    await submit(draft.id)
    await supplier.uploads.cancelUpload({ prId, id: upload.mediaObjectId! })
    const failed = await untilStatus(draft.id, 'DraftFailed')
    assert.equal(failed.allClipsPreDeliveryStatus, 'TransferFailed')
    await assert.rejects(submit(draft.id), refusal(409, 'replace it first'))
    const mediaObjectId = await createClip(kit, prId, RATE_25)
    const repaired = await change(failed, { attachedAnnotations: [{ mediaObjectId }] })
    assert.equal(repaired.submissionStatus, 'Draft')
    await submit(draft.id)
    await untilStatus(draft.id, 'AwaitingReview')
  })

  // delivery-25
  test('clips of other productions, and what is no clip, are refused', async () => {
    const other = (await kit.createProduction()).id
    const foreign = await createClip(kit, other, RATE_25)
    const request = await ask()
    for (const attached of [{ mediaObjectId: foreign }, { id: request.id }, {}]) {
      const body = { attachedAnnotations: [attached] }
      await assert.rejects(begin(request.id, body), refusal(422, '/attachedAnnotations/0'))
    }
  })

  // delivery-25
  test('is not found through another production', async () => {
    const other = (await kit.createProduction()).id
    const request = await ask()
    const { id } = await begin(request.id)
    await assert.rejects(kit.admin.delivery.getSubmission({ prId: other, id }), refusal(404))
    await assert.rejects(kit.admin.delivery.submitSubmission({ prId: other, id }), refusal(404))
    await assert.rejects(kit.admin.delivery.getDeliveryRequest({ prId: other, id: request.id }), refusal(404))
    const body = { deliveryRequestId: request.id }
    await assert.rejects(kit.admin.delivery.createSubmission({ prId: other, body }), refusal(422))
  })

  // delivery-26
  test('a stale version is 409, a stale `If-Match` 412', async () => {
    const draft = await begin((await ask()).id)
    const body = { version: 1, submissionComments: 'Sorry' }
    const changeIf = (match: string) =>
      supplier.delivery.updateSubmission({ prId, id: draft.id, body, headers: { 'if-match': match } })
    await assert.rejects(
      change({ ...draft, version: 9 }, { submissionComments: 'x' }),
      refusal(409, 'its version is 1'),
    )
    await assert.rejects(changeIf('"9"'), refusal(412))
    assert.equal((await changeIf('"1"')).version, 2)
  })
})
