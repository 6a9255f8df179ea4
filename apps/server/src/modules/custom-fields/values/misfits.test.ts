import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, createClip } from '@rushes/client'
import type { CustomFieldDescription } from '@rushes/contract'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createServiceContext } from '../../../platform/context.ts'
import { readDescription } from '../description/describe.ts'
import { findMisfits } from './misfits.ts'

let kit: TestService
let prId: number
let api: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  api = (await kit.createMember(prId, { roles: ['Production Administrator'] })).api
})
after(() => kit.stop())

describe('"changing a description never loses stored values and says which of them no longer fit"', () => {
  // custom-fields-9
  test('of annotations', async () => {
    const describeTake = (take: CustomFieldDescription) =>
      api.customFields.updateAnnotationField({ prId, property: 'take', body: take })
    const read = (moId: number) => api.annotations.getMediaObjectAnnotation({ prId, moId })
    // Stored before anybody described anything: as they came.
    const good = await createClip(api, prId, { name: 'good', customFields: { take: '3', other: 1 } })
    const bad = await createClip(api, prId, { name: 'bad', customFields: { take: { values: ['three'] } } })
    const before = [await read(good.mediaObjectId), await read(bad.mediaObjectId)]

    const { misfits } = await describeTake({ type: 'INTEGER' })
    assert.deepEqual(misfits, {
      count: 1,
      complete: true,
      items: [
        {
          id: bad.mediaObjectAnnotationId,
          objectType: 'MediaObjectAnnotation',
          mediaObjectId: bad.mediaObjectId,
          field: 'take',
          message: 'must be an INTEGER (whole, 32 bits), not "three"',
        },
      ],
    })
    assert.deepEqual(await api.customFields.getAnnotationFieldMisfits({ prId }), misfits)
    assert.deepEqual([await read(good.mediaObjectId), await read(bad.mediaObjectId)], before)

    // What does not fit stays while others are written, and until it is written itself.
    const patch = (path: string, value: unknown) =>
      api.annotations.patchMediaObjectAnnotation({
        prId,
        moId: bad.mediaObjectId,
        body: [{ op: 'add', path, value }],
      })
    const patched = await patch('/customFields/other', 'x')
    assert.deepEqual(patched.customFields, { take: { values: ['three'] }, other: 'x' })
    await patch('/customFields/take', 4)
    assert.equal((await api.customFields.getAnnotationFieldMisfits({ prId })).count, 0)

    const all = await api.customFields.updateAnnotationFields({
      prId,
      body: {
        version: (await api.customFields.getAnnotationFields({ prId })).version,
        allowUndefinedFields: false,
        fields: { take: { clipAllowed: false } },
      },
    })
    assert.equal(all.misfits?.count, 4, 'two fields that are not for clips, two that are not described')
  })

  // custom-fields-9
  test('of collections', async () => {
    const { id } = await api.collections.createCollection({ prId, body: { customFields: { status: 'odd' } } })
    const { misfits } = await api.customFields.updateCollectionField({
      prId,
      property: 'status',
      body: { whiteList: ['new'] },
    })
    assert.deepEqual(misfits?.items, [{ id, objectType: 'Notebook', field: 'status', message: 'may not be "odd"' }])
    assert.deepEqual(await api.customFields.getCollectionFieldMisfits({ prId }), misfits)
    assert.equal((await api.collections.getCollection({ prId, id })).customFields?.status, 'odd')
  })

  // custom-fields-9
  test('more than a hundred are counted and not listed; those of other productions are not seen', async () => {
    const customFields = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, index]))
    const other = (await kit.createProduction()).id
    for (const name of ['one', 'two', 'three']) await createClip(kit.admin, other, { name, customFields })
    const { misfits } = await kit.admin.customFields.updateAnnotationFields({
      prId: other,
      body: { allowUndefinedFields: false },
    })
    assert.deepEqual([misfits?.count, misfits?.items.length], [180, 100])
  })

  // custom-fields-9
  test('a search that takes too long ends and says so', async () => {
    const ctx = createServiceContext(kit.service.platform, 'test')
    const description = readDescription({ allowUndefinedFields: false })
    const stored = { objectType: 'Notebook', customFields: { a: 1 } }
    const read = async () => {
      kit.clock.advance(15_000)
      return { stored: Array.from({ length: 500 }, (_, index) => ({ ...stored, id: index + 1 })), next: 500 }
    }
    const { count, complete } = await findMisfits(ctx, prId, description, read)
    assert.deepEqual([count, complete], [501, false])
  })
})
