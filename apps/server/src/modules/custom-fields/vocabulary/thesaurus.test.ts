import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Client, createClip } from '@rushes/client'
import { type CustomFieldDescription, ServiceError } from '@rushes/contract'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let accountId: number
let prId: number
let api: Client
/** The thesaurus, and the ids of its entries by their values. */
let id: number
let entries: Map<string, number>
before(async () => {
  kit = await startTestService()
  accountId = kit.accountId
})
after(() => kit.stop())
beforeEach(async () => {
  prId = (await kit.createProduction()).id
  api = (await kit.createMember(prId, { roles: ['Production Administrator'] })).api
  const secondaryId = `cities-${prId}`
  id = (await kit.admin.thesauri.createThesaurus({ accountId, body: { label: 'Cities', secondaryId } })).id
  const labels = ['Antwerp', 'Ghent', 'Bruges', '7']
  const written = await kit.admin.thesauri.writeEntries({ accountId, id, body: labels.map(label => ({ label })) })
  entries = new Map(written.map(entry => [entry.value, entry.id]))
})

const describeFields = (fields: Record<string, CustomFieldDescription>) =>
  api.customFields
    .getAnnotationFields({ prId })
    .then(({ version }) => api.customFields.updateAnnotationFields({ prId, body: { version, fields } }))
const put = (customFields: Record<string, unknown>) => createClip(api, prId, { name: 'clip', customFields })
const read = async (clip: { mediaObjectId: number }) =>
  (await api.annotations.getMediaObjectAnnotation({ prId, moId: clip.mediaObjectId })).customFields as Record<
    string,
    { values: unknown[]; value?: unknown }
  >
const patch = (clip: { mediaObjectId: number }, path: string, value: unknown) =>
  api.annotations.patchMediaObjectAnnotation({ prId, moId: clip.mediaObjectId, body: [{ op: 'add', path, value }] })
const toAddress = (value: string) => ({ accountId, id, entryId: String(entries.get(value)) })
const rename = (value: string, to: string) =>
  kit.admin.thesauri.writeEntries({ accountId, id, body: [{ id: entries.get(value)!, value: to, label: `${to}!` }] })

const brokenAt = (path: string) => (error: unknown) => {
  assert.ok(error instanceof ServiceError, String(error))
  assert.deepEqual([error.status, (error.data as { path: string }[])[0]?.path], [422, path], error.message)
  return true
}
const refusedWith = (data: object) => (error: unknown) => {
  assert.ok(error instanceof ServiceError, String(error))
  assert.deepEqual([error.status, error.data], [409, data])
  return true
}

describe('a custom field that is bound to a thesaurus', () => {
  // custom-fields-24
  test('takes values that are in it, bare or with the ids of their entries, and no others', async () => {
    await describeFields({
      city: { thesaurus: String(id), multiValued: true },
      zone: { thesaurus: `cities-${prId}`, type: 'INTEGER' },
    })
    const ghent = { id: entries.get('ghent'), value: 'ghent', label: 'Ghent' }
    const clip = await put({ city: ['antwerp', ghent], zone: 7 })
    assert.deepEqual((await read(clip)).city?.values, ['antwerp', ghent])
    for (const city of [
      'Antwerp',
      ['ghent', 'paris'],
      { id: entries.get('antwerp'), value: 'ghent' },
      { id: 1, value: 'x' },
    ]) {
      await assert.rejects(patch(clip, '/customFields/city', city), brokenAt('/customFields/city'))
    }
    await assert.rejects(put({ city: 'paris' }), brokenAt('/customFields/city'))
    await assert.rejects(put({ zone: 8 }), brokenAt('/customFields/zone'))
    await patch(clip, '/customFields/city', null)
  })

  // custom-fields-24
  test('so does a part of a COMPOUND, and a field of collections', async () => {
    await describeFields({ place: { type: 'COMPOUND' }, 'place.city': { thesaurus: String(id) } })
    await put({ place: { city: 'ghent', street: 'any' } })
    await assert.rejects(put({ place: { city: 'paris' } }), brokenAt('/customFields/place/city'))
    await api.customFields.updateCollectionField({ prId, property: 'city', body: { thesaurus: String(id) } })
    const create = (city: string) =>
      api.collections.createCollection({ prId, body: { title: 'A', customFields: { city } } })
    await assert.rejects(create('paris'), brokenAt('/customFields/city'))
    assert.ok(await create('ghent'))
  })

  test('leaves what is stored alone until it is written, and lists it as a misfit', async () => {
    const clip = await put({ city: 'paris', other: 1 })
    const { misfits } = await describeFields({ city: { thesaurus: String(id) } })
    assert.deepEqual([misfits?.count, misfits?.items[0]?.field], [1, 'city'])
    assert.match(misfits?.items[0]?.message ?? '', /"paris" is not in the thesaurus/)
    await patch(clip, '/customFields/other', 2)
    await patch(clip, '/customFields/city', 'ghent')
    assert.equal((await api.customFields.getAnnotationFieldMisfits({ prId })).count, 0)
  })

  test('has a default that is in it', async () => {
    const city = { thesaurus: String(id), defaultValue: 'ghent' }
    const { fields } = await describeFields({ city })
    assert.deepEqual(fields, { city })
    assert.deepEqual((await read(await put({}))).city?.values, ['ghent'])
    await assert.rejects(
      describeFields({ city: { ...city, defaultValue: 'paris' } }),
      brokenAt('/fields/city/defaultValue'),
    )
  })

  // custom-fields-24
  test('takes any word while no thesaurus of the account has the name that it is bound to', async () => {
    const { user } = await kit.createUser()
    const other = await kit.admin.accounts.createAccount({ body: { humanName: 'Other', ownerId: user.id } })
    const foreign = await kit.admin.thesauri.createThesaurus({ accountId: other.id, body: { label: 'Theirs' } })
    await describeFields({ a: { thesaurus: 'nowhere' }, b: { thesaurus: String(foreign.id) }, c: { thesaurus: '' } })
    await put({ a: 'x', b: 'y', c: 'z' })
  })
})

describe('renaming and merging of entries', () => {
  // custom-fields-25
  test('carry the values of custom fields with them, in whichever form they are stored', async () => {
    const raw = await put({ city: 'antwerp' })
    await describeFields({
      city: { thesaurus: String(id), multiValued: true, defaultValue: ['antwerp'] },
      place: { type: 'COMPOUND' },
      'place.city': { thesaurus: `cities-${prId}` },
      free: {},
    })
    const entry = { id: entries.get('antwerp'), value: 'antwerp', label: 'Antwerp' }
    const clip = await put({
      city: ['ghent', entry, 'antwerp'],
      place: { city: 'antwerp', x: 'antwerp' },
      free: 'antwerp',
    })
    const { version } = await api.annotations.getMediaObjectAnnotation({ prId, moId: clip.mediaObjectId })
    await rename('antwerp', 'antwerpen')
    const fields = await read(clip)
    assert.deepEqual(fields.city?.values, [
      'ghent',
      { id: entries.get('antwerp'), value: 'antwerpen', label: 'antwerpen!' },
      'antwerpen',
    ])
    assert.deepEqual(fields.place?.value, { city: 'antwerpen', x: 'antwerp' })
    assert.equal(fields.free?.value, 'antwerp')
    assert.equal((await read(raw)).city, 'antwerpen')
    const after = await api.annotations.getMediaObjectAnnotation({ prId, moId: clip.mediaObjectId })
    assert.ok(after.version > version)
    const { results } = await api.annotations.searchMediaObjects({ prId, query: { q: 'customFields.city:antwerpen' } })
    assert.equal(results.length, 2)
    const described = await api.customFields.getAnnotationFields({ prId })
    assert.deepEqual(described.fields?.city?.defaultValue, ['antwerpen'])
  })

  // custom-fields-25, thesauri-18
  test('a merged entry is the other one, and stands there once', async () => {
    await describeFields({ city: { thesaurus: String(id), multiValued: true } })
    const clip = await put({ city: ['bruges', { id: entries.get('ghent'), value: 'ghent' }, 'antwerp', 'ghent'] })
    const into = String(entries.get('bruges'))
    await kit.admin.thesauri.mergeEntry({ ...toAddress('ghent'), body: { into } })
    assert.deepEqual((await read(clip)).city?.values, ['bruges', { id: Number(into), value: 'bruges' }, 'antwerp'])
    assert.equal((await api.customFields.getAnnotationFieldMisfits({ prId })).count, 0)
  })

  // custom-fields-25
  test('collections and other productions of the account follow, other accounts do not', async () => {
    await api.customFields.updateCollectionField({ prId, property: 'city', body: { thesaurus: String(id) } })
    const { id: collectionId } = await api.collections.createCollection({
      prId,
      body: { title: 'A', customFields: { city: 'ghent' } },
    })
    await rename('ghent', 'gent')
    const collection = await api.collections.getCollection({ prId, id: collectionId })
    assert.equal((collection.customFields?.city as { value: string }).value, 'gent')
  })

  // custom-fields-26
  test('a value that a field could not hold is refused, and nothing is renamed', async () => {
    await describeFields({ zone: { thesaurus: String(id), type: 'INTEGER' } })
    const clip = await put({ zone: 7 })
    await assert.rejects(rename('7', 'seven'), brokenAt('/value'))
    await rename('7', '8')
    assert.equal((await read(clip)).zone?.value, 8)
  })

  test('beside writers of the same values: none is left with a word that is gone', async () => {
    await describeFields({ city: { thesaurus: String(id) } })
    const clips = await Promise.all(Array.from({ length: 6 }, () => put({ city: 'bruges' })))
    const tries = clips.map(clip => patch(clip, '/customFields/city', 'ghent').catch((error: unknown) => error))
    const [renamed, ...done] = await Promise.all([rename('ghent', 'gent').catch((error: unknown) => error), ...tries])
    const outcomes = [renamed, ...done].filter(outcome => outcome instanceof ServiceError)
    assert.ok(
      outcomes.every(({ status }) => status === 422 || status === 409),
      String(outcomes),
    )
    assert.equal((await api.customFields.getAnnotationFieldMisfits({ prId })).count, 0)
  })
})

describe('what refers to a thesaurus or an entry', () => {
  // custom-fields-27
  test('is reported when it is to be deleted: 409 names the fields, with how many hold the entry', async () => {
    await describeFields({ city: { thesaurus: String(id), multiValued: true } })
    const bound = { productionId: prId, kind: 'annotation', field: 'city' }
    await put({ city: 'ghent' })
    await put({ city: ['antwerp', 'ghent'] })
    await assert.rejects(
      kit.admin.thesauri.deleteEntry(toAddress('ghent')),
      refusedWith({ entries: [], customFields: [{ ...bound, count: 2 }] }),
    )
    await kit.admin.thesauri.deleteEntry(toAddress('bruges'))
    const thesaurus = { accountId, id }
    await assert.rejects(
      kit.admin.thesauri.deleteThesaurus(thesaurus),
      refusedWith({ thesauri: [], customFields: [bound] }),
    )
    await describeFields({ city: {} })
    await kit.admin.thesauri.deleteThesaurus(thesaurus)
  })

  // custom-fields-28
  test('keeps its `secondaryId` while fields are bound by it', async () => {
    await describeFields({ place: { type: 'COMPOUND' }, 'place.city': { thesaurus: `cities-${prId}` } })
    const customFields = [{ productionId: prId, kind: 'annotation', field: 'place.city' }]
    const update = () =>
      kit.admin.thesauri.updateThesaurus({ accountId, id, body: { version: 1, label: 'Cities', secondaryId: 'x' } })
    await assert.rejects(update(), refusedWith({ customFields }))
    await describeFields({})
    assert.equal((await update()).secondaryId, 'x')
  })
})
