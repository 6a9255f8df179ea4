import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { FormFieldsDefinition, Thesaurus, ThesaurusCreation } from '@rushes/contract'
import { ServiceError } from '@rushes/contract'
import { refusal } from '../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
let accountId: number
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())
beforeEach(async () => {
  const { user } = await kit.createUser()
  accountId = (await kit.admin.accounts.createAccount({ body: { humanName: 'House', ownerId: user.id } })).id
})

const create = (body: ThesaurusCreation) => kit.admin.thesauri.createThesaurus({ accountId, body })
const get = (id: number) => kit.admin.thesauri.getThesaurus({ accountId, id })

/** A refusal with the path of what is wrong. */
const brokenAt = (path: string) => (error: unknown) => {
  assert.ok(error instanceof ServiceError, String(error))
  assert.deepEqual([error.status, (error.data as { path: string }[])[0]?.path], [422, path], error.message)
  return true
}

const dataOf = async (promise: Promise<unknown>) => {
  const error = await promise.catch(error => error)
  assert.ok(error instanceof ServiceError, String(error))
  return [error.status, error.data]
}

describe('"A thesaurus belongs to an account"', () => {
  // thesauri-1
  test('it is created, read, listed, changed and deleted there', async () => {
    const created = await create({ label: ' Places ', secondaryId: 'places' })
    assert.deepEqual([created.label, created.secondaryId, created.accountId], ['Places', 'places', accountId])
    assert.deepEqual([created.version, created.objectType], [1, 'Thesaurus'])
    assert.deepEqual(await get(created.id), created)
    await create({ label: 'People' })
    const list = await kit.admin.thesauri.listThesauri({ accountId, query: { fq: ['label:Pe*'] } })
    assert.deepEqual([list.total, list.items[0]?.label], [1, 'People'])

    const updated = await kit.admin.thesauri.updateThesaurus({
      accountId,
      id: created.id,
      body: { ...created, label: 'Cities' },
    })
    assert.deepEqual([updated.version, updated.label, updated.secondaryId], [2, 'Cities', 'places'])
    const deleted = await kit.admin.thesauri.deleteThesaurus({ accountId, id: created.id })
    assert.deepEqual(deleted, updated)
    await assert.rejects(get(created.id), refusal(404))
  })

  // thesauri-2
  test('PUT with a stale version is refused with 409, which tells the stored one', async () => {
    const { id } = await create({ label: 'A' })
    const put = (version: number) =>
      kit.admin.thesauri.updateThesaurus({ accountId, id, body: { version, label: `B${version}` } })
    await put(1)
    assert.deepEqual(await dataOf(put(1)), [409, { version: 2 }])
    const both = await Promise.allSettled([put(2), put(2)])
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  // thesauri-3
  test('"Thesaurus PATCH takes the version as an optional query parameter"', async () => {
    const { id } = await create({ label: 'A', secondaryId: 'a' })
    const patch = (body: object[], version?: number) =>
      kit.admin.thesauri.patchThesaurus({ accountId, id, query: { version }, body: body as never })
    assert.equal((await patch([{ op: 'replace', path: '/label', value: 'B' }])).label, 'B')
    assert.equal((await patch([{ op: 'remove', path: '/secondaryId' }], 2)).secondaryId, undefined)
    assert.deepEqual(await dataOf(patch([{ op: 'replace', path: '/label', value: 'C' }], 2)), [409, { version: 3 }])
    await assert.rejects(patch([{ op: 'replace', path: '/version', value: 9 }]), brokenAt('/version'))
    await assert.rejects(patch([{ op: 'replace', path: '/label', value: 3 }]), brokenAt('/label'))
    await assert.rejects(patch([{ op: 'test', path: '/label', value: 'Z' }]), refusal(409))
  })

  // thesauri-4
  test('it is not found in another account, and `secondaryId` is unique in one', async () => {
    const { id } = await create({ label: 'A', secondaryId: 'a' })
    const elsewhere = { accountId: kit.accountId, id }
    await assert.rejects(kit.admin.thesauri.getThesaurus(elsewhere), refusal(404))
    await assert.rejects(kit.admin.thesauri.deleteThesaurus(elsewhere), refusal(404))
    await assert.rejects(kit.admin.thesauri.writeEntries({ ...elsewhere, body: [{ label: 'X' }] }), refusal(404))
    await assert.rejects(create({ label: 'B', secondaryId: 'a' }), refusal(409))
    assert.ok(
      await kit.admin.thesauri.createThesaurus({ accountId: kit.accountId, body: { label: 'B', secondaryId: 'a' } }),
    )
  })

  // thesauri-1
  test('ACCOUNT_VIEW reads, ACCOUNT_MANAGE writes', async () => {
    const { id } = await create({ label: 'A' })
    const { user, api } = await kit.createUser()
    await kit.admin.accounts.addAccountParticipant({
      id: accountId,
      body: { userId: user.id, rights: ['ACCOUNT_VIEW'] },
    })
    assert.equal((await api.thesauri.getThesaurus({ accountId, id })).label, 'A')
    await assert.rejects(api.thesauri.writeEntries({ accountId, id, body: [] }), refusal(403, 'ACCOUNT_MANAGE'))
    await assert.rejects(api.thesauri.searchEntriesOfAccount({ accountId, id }), refusal(403, 'ACCOUNT_MANAGE'))
  })

  // thesauri-5
  test('each change is reported by an event of the account', async () => {
    const { id } = await create({ label: 'A' })
    await kit.admin.thesauri.writeEntries({ accountId, id, body: [{ label: 'X' }, { label: 'Y' }] })
    await kit.admin.thesauri.deleteThesaurus({ accountId, id })
    const items = await kit.admin.events.listAccountEvents({ id: accountId, query: { limit: 100 } })
    const told = items.filter(event => (event.object as { id?: number } | undefined)?.id === id)
    assert.deepEqual(
      told.map(({ type, verb }) => [type, verb]),
      [
        ['Activity', 'Thesaurus.create'],
        ['Activity', 'ThesaurusEntry.write'],
        ['Activity', 'Thesaurus.delete'],
      ],
    )
    assert.deepEqual(told[1]?.extended, { created: 2, updated: 0 })
  })
})

describe('"`linkedThesaurusId` points to a parent thesaurus to form a hierarchy"', () => {
  const link = (thesaurus: Thesaurus, linkedThesaurusId: number) =>
    kit.admin.thesauri.updateThesaurus({
      accountId,
      id: thesaurus.id,
      body: { version: thesaurus.version, linkedThesaurusId },
    })

  // thesauri-6
  test('the answer holds the thesaurus above as `linkedThesaurus`', async () => {
    const country = await create({ label: 'Country' })
    const city = await create({ label: 'City', linkedThesaurusId: country.id })
    assert.equal(city.linkedThesaurus?.label, 'Country')
    const { items } = await kit.admin.thesauri.listThesauri({ accountId })
    assert.equal(items[1]?.linkedThesaurus?.id, country.id)
    // As it was read.
    const body = { ...city, label: 'Town' }
    assert.equal(
      (await kit.admin.thesauri.updateThesaurus({ accountId, id: city.id, body })).linkedThesaurusId,
      country.id,
    )
  })

  // thesauri-6
  test('no thesaurus stands below itself, also when two link at once, and none below one of another account', async () => {
    const a = await create({ label: 'A' })
    const b = await create({ label: 'B', linkedThesaurusId: a.id })
    const c = await create({ label: 'C', linkedThesaurusId: b.id })
    await assert.rejects(link(a, a.id), brokenAt('/linkedThesaurusId'))
    await assert.rejects(link(a, c.id), brokenAt('/linkedThesaurusId'))
    const foreign = await kit.admin.thesauri.createThesaurus({ accountId: kit.accountId, body: { label: 'X' } })
    await assert.rejects(link(a, foreign.id), brokenAt('/linkedThesaurusId'))
    await assert.rejects(create({ label: 'D', linkedThesaurusId: 987654321 }), brokenAt('/linkedThesaurusId'))
    const [d, e] = [await create({ label: 'D' }), await create({ label: 'E' })]
    const both = await Promise.allSettled([link(d, e.id), link(e, d.id)])
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  // thesauri-7
  test('one that others link to is not deleted: 409 names them', async () => {
    const country = await create({ label: 'Country' })
    const city = await create({ label: 'City', linkedThesaurusId: country.id })
    assert.deepEqual(await dataOf(kit.admin.thesauri.deleteThesaurus({ accountId, id: country.id })), [
      409,
      { thesauri: [{ id: city.id, label: 'City' }], customFields: [] },
    ])
    await kit.admin.thesauri.deleteThesaurus({ accountId, id: city.id })
    await kit.admin.thesauri.deleteThesaurus({ accountId, id: country.id })
  })

  // thesauri-8
  test('a link stays while entries stand under entries of the thesaurus above', async () => {
    const country = await create({ label: 'Country' })
    const city = await create({ label: 'City', linkedThesaurusId: country.id })
    const write = (id: number, entry: object) => kit.admin.thesauri.writeEntries({ accountId, id, body: [entry] })
    const [belgium] = await write(country.id, { label: 'Belgium' })
    const under = String(belgium!.id)
    const [ghent] = await write(city.id, { label: 'Ghent', linkedThesaurusEntryId: under })
    assert.equal(ghent?.linkedThesaurusEntryId, under)
    await assert.rejects(
      kit.admin.thesauri.updateThesaurus({ accountId, id: city.id, body: { version: 1 } }),
      refusal(409),
    )
    const path = '/0/linkedThesaurusEntryId'
    for (const id of [String(ghent?.id), '0', '987654321', 'belgium', '-1', '1e3']) {
      await assert.rejects(write(city.id, { label: 'Bruges', linkedThesaurusEntryId: id }), brokenAt(path), id)
    }
    await assert.rejects(write(country.id, { label: 'France', linkedThesaurusEntryId: under }), brokenAt(path))
    await write(city.id, { value: 'ghent', linkedThesaurusEntryId: '' })
    assert.ok(await kit.admin.thesauri.updateThesaurus({ accountId, id: city.id, body: { version: 1 } }))
  })
})

describe('"`formFieldValues` … values for the thesaurus\'s form-field definition"', () => {
  const formFieldsDefinition: FormFieldsDefinition = {
    name: 'place',
    layout: { columns: 2 },
    clientSettings: { a: 1 },
    validationRules: [{ rule: 'any' }],
    fields: {
      s: { type: 'STRING', label: 'S', order: 0.5, userProperties: { prop1: 'value1' } },
      t: { type: 'TEXT' },
      b: { type: 'BOOLEAN' },
      i: { type: 'INTEGER', defaultValue: '7' },
      d: { type: 'DATE' },
      f: { type: 'DOUBLE' },
      l: { type: 'LONG' },
    },
  }

  // thesauri-9
  test('a definition of every type of the notes is kept as it came', async () => {
    const created = await create({ label: 'Places', formFieldsDefinition })
    assert.deepEqual(created.formFieldsDefinition, formFieldsDefinition)
  })

  // thesauri-9
  test('a definition that makes no sense is refused with the path', async () => {
    const wrong: [FormFieldsDefinition, string][] = [
      [{ fields: { a: { type: 'INTEGER', defaultValue: 'x' } } }, '/formFieldsDefinition/fields/a/defaultValue'],
      [
        { fields: { 'a/b': { type: 'DATE', defaultValue: '2024-02-30' } } },
        '/formFieldsDefinition/fields/a~1b/defaultValue',
      ],
      [{ fields: { '': {} } }, '/formFieldsDefinition/fields/'],
      [{ fields: { constructor: {} } } as never, '/formFieldsDefinition/fields/constructor'],
      [
        Object.fromEntries([['fields', Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`f${i}`, {}]))]]),
        '/formFieldsDefinition/fields',
      ],
    ]
    for (const [definition, path] of wrong) {
      await assert.rejects(create({ label: 'A', formFieldsDefinition: definition }), brokenAt(path))
    }
    const malformed = { fields: { a: { type: 'FRAME' } } } as unknown as FormFieldsDefinition
    await assert.rejects(create({ label: 'A', formFieldsDefinition: malformed }), refusal(400))
  })

  // thesauri-19
  test('"values are validated on each write": cast to their types, or refused with the path', async () => {
    const { id } = await create({ label: 'Places', formFieldsDefinition })
    const write = async (formFieldValues: Record<string, unknown>, value = 'x') =>
      (await kit.admin.thesauri.writeEntries({ accountId, id, body: [{ value, formFieldValues }] }))[0]!.formFieldValues
    const sent = { s: 3, t: 'a\nb', b: 'true', d: '2024-02-29', f: '2.5', l: '9007199254740991' }
    const cast = { s: '3', t: 'a\nb', b: true, i: 7, d: Date.UTC(2024, 1, 29), f: 2.5, l: 9007199254740991 }
    assert.deepEqual(await write(sent), cast)
    assert.deepEqual(await write({ b: false, s: null }), { b: false }, 'a default is for what is created')
    const wrong: [Record<string, unknown>, string][] = [
      [{ i: 1.5 }, 'i'],
      [{ i: 2 ** 31 }, 'i'],
      [{ b: 'yes' }, 'b'],
      [{ d: 'tomorrow' }, 'd'],
      [{ f: 'x' }, 'f'],
      [{ s: {} }, 's'],
      [{ other: 1 }, 'other'],
    ]
    for (const [values, name] of wrong) await assert.rejects(write(values), brokenAt(`/0/formFieldValues/${name}`))
  })

  // thesauri-19
  test('without a definition there are no values; what is required is needed', async () => {
    const { id } = await create({ label: 'A' })
    const body = [{ label: 'X', formFieldValues: { a: 1 } }]
    await assert.rejects(kit.admin.thesauri.writeEntries({ accountId, id, body }), brokenAt('/0/formFieldValues/a'))
    const strict = await create({ label: 'B', formFieldsDefinition: { fields: { a: { required: true } } } })
    const write = (values?: Record<string, unknown>) =>
      kit.admin.thesauri.writeEntries({
        accountId,
        id: strict.id,
        body: [{ label: 'X', ...(values && { formFieldValues: values }) }],
      })
    await assert.rejects(write(), brokenAt('/0/formFieldValues/a'))
    assert.ok(await write({ a: 'x' }))
  })
})
