import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClip as sendClip } from '@rushes/client'
import type {
  ClipAnnotationCreation,
  CustomFieldDescription,
  EditorialObjectCreation,
  JsonPatch,
} from '@rushes/contract'
import { refusedAt } from '../../../../test/refusal.ts'
import { api, hostProduction, kit, prId } from './host.ts'

hostProduction()

const describeAnnotations = (fields: Record<string, CustomFieldDescription>, allowUndefinedFields = true) =>
  api.customFields.updateAnnotationFields({ prId, body: { fields, allowUndefinedFields } })
const describeCollections = (fields: Record<string, CustomFieldDescription>, allowUndefinedFields = true) =>
  api.customFields.updateCollectionFields({ prId, body: { fields, allowUndefinedFields } })
const createClip = async () => (await sendClip(api, prId, { name: 'A clip' })).mediaObjectId
const patchClip = (moId: number, body: JsonPatch, by = api) =>
  by.annotations.patchMediaObjectAnnotation({ prId, moId, body })
const add = (moId: number, name: string, value: unknown, by = api) =>
  patchClip(moId, [{ op: 'add', path: `/customFields/${name}`, value }], by)
const createPart = (moId: number, type: 'clip' | 'comment', body: ClipAnnotationCreation = {}) =>
  api.annotations.createClipAnnotation({ prId, moId, type, body })
const createCollection = (body: EditorialObjectCreation = {}) => api.collections.createCollection({ prId, body })
const readValue = (field: unknown) => (field as { value?: unknown } | undefined)?.value

describe('`clipAllowed`, `subClipAllowed` and `restrictedTo` say where a field may stand', () => {
  // custom-fields-21
  test('a field of clips, a field of subclips, one for comments alone', async () => {
    await describeAnnotations({
      ofClip: { subClipAllowed: false },
      ofPart: { clipAllowed: false },
      ofComment: { restrictedTo: ['ReviewComment'] },
      ofAny: { restrictedTo: [] },
    })
    const moId = await createClip()
    assert.ok(await add(moId, 'ofClip', 'a'))
    assert.ok(await add(moId, 'ofAny', 'a'))
    await assert.rejects(add(moId, 'ofPart', 'a'), refusedAt('/customFields/ofPart', 'whole clips'))
    await assert.rejects(add(moId, 'ofComment', 'a'), refusedAt('/customFields/ofComment', 'ReviewComment'))
    assert.ok(await createPart(moId, 'clip', { customFields: { ofPart: 'a' } }))
    assert.ok(await createPart(moId, 'comment', { customFields: { ofPart: 'a', ofComment: 'a' } }))
    await assert.rejects(
      createPart(moId, 'clip', { customFields: { ofClip: 'a' } }),
      refusedAt('/customFields/ofClip', 'parts of clips'),
    )
  })

  // custom-fields-21
  test('collections are named by their kind or their funnel', async () => {
    await describeCollections({ season: { restrictedTo: ['Episode', 'Delivery.Series'], type: 'INTEGER' } })
    const customFields = { season: '2' }
    assert.equal(readValue((await createCollection({ objectType: 'Episode', customFields })).customFields?.season), 2)
    const series = { objectType: 'Notebook', funnel: 'Delivery.Series', customFields } as const
    assert.equal(readValue((await createCollection(series)).customFields?.season), 2)
    await assert.rejects(createCollection({ customFields }), refusedAt('/customFields/season', 'Episode'))
  })
})

describe('`readOnly`', () => {
  // custom-fields-22
  test('a field that the service and SUPPORT alone may write, change and remove', async () => {
    await describeAnnotations({ rights: { readOnly: true }, note: {} })
    const moId = await createClip()
    const refused = refusedAt('/customFields/rights', 'only be read')
    await assert.rejects(add(moId, 'rights', 'ours'), refused)
    await assert.rejects(createPart(moId, 'clip', { customFields: { rights: 'ours' } }), refused)
    assert.equal(readValue((await add(moId, 'rights', 'ours', kit.admin)).customFields?.rights), 'ours')
    await assert.rejects(add(moId, 'rights', 'mine'), refused)
    await assert.rejects(patchClip(moId, [{ op: 'remove', path: '/customFields/rights' }]), refused)
    await assert.rejects(patchClip(moId, [{ op: 'add', path: '/customFields', value: {} }]), refused)
    assert.ok(await add(moId, 'rights', 'ours'), 'to write what is there already changes nothing')
    assert.ok(await add(moId, 'note', 'free'))
    const removed = await patchClip(moId, [{ op: 'remove', path: '/customFields/rights' }], kit.admin)
    assert.deepEqual(Object.keys(removed.customFields ?? {}), ['note'])
  })
})

describe('`defaultValue`', () => {
  // custom-fields-23
  test('is what a clip and a subclip begin with, where they may have the field; a comment begins with none', async () => {
    await describeAnnotations({
      episode_title: { defaultValue: 'no_episode' },
      takes: { type: 'LONG', multiValued: true, defaultValue: [1, '2'] },
      ofClip: { subClipAllowed: false, defaultValue: 'clip' },
      ofPart: { clipAllowed: false, defaultValue: 'part' },
      rights: { readOnly: true, defaultValue: { value: 'none' } },
    })
    const moId = await createClip()
    const { customFields = {} } = await api.annotations.getMediaObjectAnnotation({ prId, moId })
    assert.deepEqual(Object.keys(customFields).sort(), ['episode_title', 'ofClip', 'rights', 'takes'])
    assert.deepEqual(customFields.takes, { type: 'LONG', label: 'takes', multiValued: true, values: [1, 2], value: 1 })
    const part = await createPart(moId, 'clip', { customFields: { episode_title: 'Pilot', takes: null } })
    assert.deepEqual(Object.keys(part.customFields ?? {}).sort(), ['episode_title', 'ofPart', 'rights', 'takes'])
    assert.equal(readValue(part.customFields?.episode_title), 'Pilot')
    assert.equal(readValue(part.customFields?.takes), undefined, 'who says that there is none, has none')
    assert.deepEqual((await createPart(moId, 'comment')).customFields, {})
  })

  // custom-fields-23
  test('can be removed, and does not come back', async () => {
    await describeAnnotations({ a: { defaultValue: 'x' } })
    const moId = await createClip()
    await patchClip(moId, [{ op: 'remove', path: '/customFields/a' }])
    assert.deepEqual((await patchClip(moId, [{ op: 'add', path: '/label', value: 'l' }])).customFields, {})
  })
})

describe('collections', () => {
  // custom-fields-11
  test('obey their own description when they are created, replaced and patched', async () => {
    await describeAnnotations({ season: { type: 'BOOLEAN' } })
    await describeCollections({ season: { type: 'INTEGER' }, status: { defaultValue: 'new' } }, false)
    const made = await createCollection({ customFields: { season: '1' } })
    assert.deepEqual([readValue(made.customFields?.season), readValue(made.customFields?.status)], [1, 'new'])
    const put = (customFields: Record<string, unknown> | undefined, version: number) =>
      api.collections.updateCollection({
        prId,
        id: made.id,
        body: { version, ...(customFields ? { customFields } : {}) },
      })
    const kept = await put(undefined, made.version)
    assert.deepEqual(kept.customFields, made.customFields, 'fields that are not named stay')
    await assert.rejects(put({ season: 'one' }, kept.version), refusedAt('/customFields/season', 'INTEGER'))
    await assert.rejects(put({ other: 1 }, kept.version), refusedAt('/customFields/other', 'not a field'))
    const put2 = await put({ season: 2 }, kept.version)
    assert.deepEqual(Object.keys(put2.customFields ?? {}), ['season'])
    const patch = (value: unknown) =>
      api.collections.patchCollection({
        prId,
        id: made.id,
        body: [{ op: 'add', path: '/customFields/season', value }],
      })
    assert.equal(readValue((await patch('3')).customFields?.season), 3)
    await assert.rejects(patch(2 ** 31), refusedAt('/customFields/season', 'INTEGER'))
    await assert.rejects(createCollection({ customFields: { x: 1 } }), refusedAt('/customFields/x', 'not a field'))
  })
})

describe('search', () => {
  // custom-fields-29
  test('finds custom fields of clips and of collections, by their field and without it', async () => {
    const customFields = { camera: 'Arriflex', place: { values: [{ id: 7, value: 'Oostende' }] } }
    const clip = await sendClip(api, prId, { name: 'A clip', customFields })
    const collection = await api.collections.createCollection({ prId, body: { title: 'Day 1', customFields } })
    for (const q of ['customFields.camera:Arriflex', 'customFields.place:Oostende', 'oostende']) {
      const annotations = await api.annotations.listAnnotations({ prId, query: { q } })
      assert.deepEqual(
        annotations.results.map(found => Number(found.id)),
        [clip.mediaObjectAnnotationId],
        q,
      )
      const collections = await api.collections.searchCollections({ prId, query: { q } })
      assert.deepEqual(
        collections.results.map(found => Number(found.id)),
        [collection.id],
        q,
      )
    }
    const byId = await api.annotations.listAnnotations({ prId, query: { q: 'customFields.place.id:7' } })
    assert.equal(byId.numFound, 1)
  })
})

// custom-fields-23
test('a clip keeps the defaults of fields that its request does not name, also those that are read-only', async () => {
  await describeAnnotations({ house: { type: 'STRING', readOnly: true, defaultValue: 'ours' }, take: { type: 'LONG' } })
  const clip = await sendClip(api, prId, { name: 'A clip', customFields: { take: 3 } })
  const { customFields = {} } = clip.mediaObjectAnnotation
  assert.deepEqual(
    Object.entries(customFields)
      .map(([name, value]) => [name, (value as { value?: unknown }).value])
      .toSorted(),
    [
      ['house', 'ours'],
      ['take', 3],
    ],
  )
})
