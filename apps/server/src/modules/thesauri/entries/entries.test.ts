import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ServiceError, type ThesaurusCreation, type ThesaurusEntryRequest } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let accountId: number
let id: number
before(async () => {
  kit = await startTestService()
  accountId = kit.accountId
})
after(() => kit.stop())
beforeEach(async () => {
  id = await create({ label: 'Places' })
})

const create = async (body: ThesaurusCreation) => (await kit.admin.thesauri.createThesaurus({ accountId, body })).id
const write = (body: ThesaurusEntryRequest[], thesaurusId = id) =>
  kit.admin.thesauri.writeEntries({ accountId, id: thesaurusId, body })
const valuesOf = async (body: ThesaurusEntryRequest[]) => (await write(body)).map(({ value }) => value)
const getEntry = (entryId: number) => kit.admin.thesauri.getEntry({ accountId, id, entryId: String(entryId) })
/** Out of the database: the index follows a list this long within seconds. */
const countEntries = async () => {
  const file = await kit.admin.thesauri.exportEntries({ accountId, id })
  return (await file.text()).split('\r\n').length - 2
}

const brokenAt = (path: string) => (error: unknown) => {
  assert.ok(error instanceof ServiceError, String(error))
  assert.deepEqual([error.status, (error.data as { path: string }[])[0]?.path], [422, path], error.message)
  return true
}

// thesauri-10, thesauri-12
test('values are compared in normal form C and stay as they came first', async () => {
  const [first] = await write([{ value: 'Mu\u0308nchen', label: 'Bavaria' }])
  const [again] = await write([{ value: 'M\u00fcnchen', label: 'Bayern' }])
  assert.deepEqual([again!.id, again!.value, again!.label], [first!.id, 'Mu\u0308nchen', 'Bayern'])
  const [other] = await write([{ value: 'Augsburg' }])
  await assert.rejects(write([{ id: other!.id, value: 'M\u00fcnchen' }]), refusal(409))
  await assert.rejects(write([{ value: 'e\u0301' }, { value: '\u00e9' }]), brokenAt('/1/value'))
})

describe('"entry `Value` left empty => system creates a unique identifier"', () => {
  // thesauri-11
  test('a readable one, made from the label', async () => {
    const labels = ['Antwerp', 'São Paulo (SP)', '  New\u00a0York  ', '東京 タワー', '!?', 'Ⅷ ﬁn', '--a--']
    assert.deepEqual(await valuesOf(labels.map(label => ({ label }))), [
      'antwerp',
      'são-paulo-sp',
      'new-york',
      '東京-タワー',
      'entry',
      'viii-fin',
      'a',
    ])
  })

  // thesauri-11
  test('unique in the thesaurus, in the list, and beside the values that the list brings', async () => {
    assert.deepEqual(await valuesOf([{ label: 'A' }, { label: 'a' }, { value: 'a-3', label: 'A' }, { label: 'A' }]), [
      'a',
      'a-2',
      'a-3',
      'a-4',
    ])
    assert.deepEqual(
      await valuesOf([
        { label: 'A', value: '' },
        { label: 'A', value: ' ' },
      ]),
      ['a-5', 'a-6'],
    )
    const long = 'ab '.repeat(300)
    const [value] = await valuesOf([{ label: long }])
    assert.ok(value!.length <= 100)
  })

  // thesauri-11
  test('also where several lists arrive at once', async () => {
    const lists = await Promise.all(Array.from({ length: 4 }, () => valuesOf([{ label: 'A' }, { label: 'A' }])))
    assert.equal(new Set(lists.flat()).size, 8)
  })

  // thesauri-11
  test('an entry with a value needs no label; one with neither is refused', async () => {
    const [entry] = await write([{ value: ' NY ' }])
    assert.deepEqual([entry?.value, entry?.label], ['NY', 'NY'])
    await assert.rejects(write([{ label: 'X' }, { label: ' ' }]), brokenAt('/1/label'))
    await assert.rejects(write([{ label: 'X', value: 'a\u0007b' }]), brokenAt('/0/value'))
    await assert.rejects(write([{ label: 'a\nb' }]), brokenAt('/0/label'))
  })
})

describe('a POST of entries', () => {
  // thesauri-10
  test('changes those whose `value` or `id` exists, in the members that they name', async () => {
    const [first, second] = await write([
      { label: 'Ghent' },
      { value: 'bruges', label: 'Bruges', customFields: { a: [1] } },
    ])
    const [renamed, relabelled, added] = await write([
      { id: first!.id, value: 'gent' },
      { value: 'bruges', label: 'Brugge' },
      { label: 'Namur' },
    ])
    assert.deepEqual([renamed?.id, renamed?.value, renamed?.label, renamed?.version], [first!.id, 'gent', 'Ghent', 2])
    assert.deepEqual([relabelled?.id, relabelled?.label, relabelled?.customFields], [second!.id, 'Brugge', { a: [1] }])
    assert.equal(added?.version, 1)
    // As it was read: nothing changes.
    assert.deepEqual(await write([relabelled!]), [relabelled])
  })

  // thesauri-10
  test('is written whole or not at all', async () => {
    const good = Array.from({ length: 2500 }, (_, index) => ({ label: `Place ${index}` }))
    await assert.rejects(write([...good, { label: 'X', linkedThesaurusEntryId: '1' }]), refusal(422))
    assert.equal(await countEntries(), 0)
    assert.equal((await write(good)).length, 2500)
    assert.equal(await countEntries(), 2500)
  })

  // thesauri-12
  test('refuses what is in the list twice, what is stale, and what is another entry already', async () => {
    const [a, b] = await write([{ label: 'A' }, { label: 'B' }])
    await assert.rejects(write([{ value: 'x' }, { value: 'x' }]), brokenAt('/1/value'))
    await assert.rejects(write([{ id: a!.id }, { id: a!.id }]), brokenAt('/1/id'))
    await assert.rejects(write([{ id: a!.id }, { value: 'a' }]), brokenAt('/1'))
    await assert.rejects(write([{ id: 987654321 }]), brokenAt('/0/id'))
    await assert.rejects(write([{ id: a!.id, version: 2, label: 'C' }]), refusal(409))
    await assert.rejects(write([{ id: a!.id, value: 'b' }]), refusal(409, '"b"'))
    assert.deepEqual(await getEntry(b!.id), b)
  })

  test('of the wrong shape is refused with 400, of another media type with 415', async () => {
    for (const body of [{}, [1], [{ label: 1 }], [{ label: 'A', colour: 'red' }], [{ value: 'x'.repeat(501) }]]) {
      await assert.rejects(write(body as never), refusal(400))
    }
  })
})

describe('one entry', () => {
  // thesauri-16
  test('is replaced by PUT at the version it names, and is found by no other id', async () => {
    const [entry] = await write([{ label: 'Ghent' }])
    const put = (version: number, value: string) =>
      kit.admin.thesauri.updateEntry({ accountId, id, entryId: String(entry!.id), body: { version, value } })
    assert.deepEqual([(await put(1, 'gent')).version, (await getEntry(entry!.id)).value], [2, 'gent'])
    await assert.rejects(put(1, 'gand'), (error: unknown) => {
      assert.ok(error instanceof ServiceError)
      return refusal(409)(error) && assert.deepEqual(error.data, { version: 2 }) === undefined
    })
    for (const entryId of ['0', 'ghent', '01', '987654321', '1e3', '99999999999999999999']) {
      await assert.rejects(kit.admin.thesauri.getEntry({ accountId, id, entryId }), refusal(404))
    }
    const other = await create({ label: 'Others' })
    await assert.rejects(
      kit.admin.thesauri.getEntry({ accountId, id: other, entryId: String(entry!.id) }),
      refusal(404),
    )
  })

  // thesauri-17, thesauri-18
  test('is not deleted while entries stand under it: 409 names them; merged into another, they stand under that', async () => {
    const cities = await create({ label: 'Cities', linkedThesaurusId: id })
    const [belgium, belgie] = await write([{ label: 'Belgium' }, { label: 'België' }])
    const [ghent] = await write([{ label: 'Ghent', linkedThesaurusEntryId: String(belgie!.id) }], cities)
    const entryId = String(belgie!.id)
    await assert.rejects(kit.admin.thesauri.deleteEntry({ accountId, id, entryId }), (error: unknown) => {
      assert.ok(error instanceof ServiceError)
      assert.deepEqual(
        [error.status, error.data],
        [409, { entries: [{ id: ghent!.id, label: 'Ghent', thesaurusId: cities }], customFields: [] }],
      )
      return true
    })
    const merge = (from: string, into: string) =>
      kit.admin.thesauri.mergeEntry({ accountId, id, entryId: from, body: { into } })
    await assert.rejects(merge(entryId, entryId), brokenAt('/into'))
    await assert.rejects(merge(entryId, String(ghent!.id)), brokenAt('/into'))
    assert.equal((await merge(entryId, String(belgium!.id))).value, 'belgium')
    await assert.rejects(getEntry(belgie!.id), refusal(404))
    const moved = await kit.admin.thesauri.getEntry({ accountId, id: cities, entryId: String(ghent!.id) })
    assert.deepEqual([moved.linkedThesaurusEntryId, moved.version], [String(belgium!.id), 2])
    assert.equal(await countEntries(), 1)
  })

  // thesauri-17
  test('that nothing refers to is deleted, and its thesaurus takes the others with it', async () => {
    const [a] = await write([{ label: 'A' }, { label: 'B' }])
    const deleted = await kit.admin.thesauri.deleteEntry({ accountId, id, entryId: String(a!.id) })
    assert.deepEqual(deleted, a)
    assert.equal(await countEntries(), 1)
    await kit.admin.thesauri.deleteThesaurus({ accountId, id })
    const prId = (await kit.createProduction()).id
    const all = await kit.admin.thesauri.suggestTagsOfAll({ prId, query: { prefix: 'b' } })
    assert.ok(!all.some(({ thesaurusId }) => thesaurusId === id))
    await assert.rejects(countEntries(), refusal(404))
  })
})
