import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CustomFieldDescription, CustomFieldType } from '@rushes/contract'
import fc from 'fast-check'
import { FieldFault } from '../../form-fields/index.ts'
import { readDescription } from '../description/describe.ts'
import { type Field, toSettled } from '../description/field.ts'
import { someDescription, someValue } from '../testing/arbitraries.ts'
import { createEffort } from './patterns.ts'

function toField(written: CustomFieldDescription): Field {
  return readDescription({ fields: { f: written } }).fields.get('f')!
}

function cast(written: CustomFieldDescription, sent: unknown, before?: unknown) {
  return toSettled(toField(written), sent, createEffort(), before)
}

const refusal = (part: string) => (error: unknown) => error instanceof FieldFault && error.message.includes(part)

describe('"Type is enforced by trying to cast the values"', () => {
  const cases: [CustomFieldType, unknown, unknown][] = [
    ['STRING', 'Take 3', 'Take 3'],
    ['STRING', 3, '3'],
    ['STRING', true, 'true'],
    ['TEXT', 'line\nline', 'line\nline'],
    ['BOOLEAN', true, true],
    ['BOOLEAN', ' False ', false],
    ['INTEGER', '-12', -12],
    ['INTEGER', 2147483647, 2147483647],
    ['INTEGER', -0, 0],
    ['LONG', '9007199254740991', 9007199254740991],
    ['DOUBLE', '2.5e3', 2500],
    ['DOUBLE', '.5', 0.5],
    ['FRAME', '0', 0],
    ['FLOW_ID', '12', 12],
    ['FLOW_OBJECT', { id: '12', objectType: 'User', name: 'A' }, { id: 12, objectType: 'User', name: 'A' }],
    ['DATE', 1718000000000, 1718000000000],
    ['DATE', '1718000000000', 1718000000000],
    ['DATE', '2024-02-29', Date.UTC(2024, 1, 29)],
    ['DATE', '2024-02-29T10:30', Date.UTC(2024, 1, 29, 10, 30)],
    ['DATE', '2024-02-29T10:30:15.5+0200', Date.UTC(2024, 1, 29, 8, 30, 15, 500)],
    ['DATE', '0001-01-01', -62135596800000],
    ['DATE', -1, -1],
    ['JSON', { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ['COMPOUND', { first: 'A', number: 2 }, { first: 'A', number: 2 }],
  ]
  for (const [type, sent, stored] of cases) {
    // custom-fields-12
    test(`${type}: ${JSON.stringify(sent)} is stored as ${JSON.stringify(stored)}`, () => {
      assert.deepEqual(cast({ type, label: 'F' }, sent), {
        type,
        label: 'F',
        multiValued: false,
        values: [stored],
        value: stored,
      })
    })
  }

  const refused: [CustomFieldType, unknown][] = [
    ['STRING', { a: 1 }],
    ['STRING', 'x'.repeat(10_001)],
    ['TEXT', 'x'.repeat(1_000_001)],
    ['BOOLEAN', 1],
    ['BOOLEAN', 'yes'],
    ['INTEGER', 2147483648],
    ['INTEGER', 1.5],
    ['INTEGER', ''],
    ['INTEGER', '0x10'],
    ['LONG', '9007199254740992'],
    ['DOUBLE', '1e999'],
    ['DOUBLE', 1e300],
    ['DOUBLE', 'NaN'],
    ['FRAME', -1],
    ['FRAME', '00:00:01:00'],
    ['FLOW_ID', 1.5],
    ['FLOW_ID', { id: 1 }],
    ['FLOW_OBJECT', 12],
    ['FLOW_OBJECT', { id: 12 }],
    ['DATE', '2024-02-30'],
    ['DATE', '2024-13-01'],
    ['DATE', '2024-02-29T25:00'],
    ['DATE', '2024'],
    ['DATE', 'yesterday'],
    ['DATE', 8.64e15 + 1],
    ['COMPOUND', 'text'],
    ['COMPOUND', 3],
  ]
  for (const [type, sent] of refused) {
    // custom-fields-12
    test(`${type} refuses ${JSON.stringify(sent)?.slice(0, 40)}, naming the type and the value`, () => {
      assert.throws(() => cast({ type }, sent), refusal(type))
    })
  }
})

describe('the forms in which a value arrives', () => {
  // custom-fields-10
  test('a bare value, a list and the stored shape become the stored shape', () => {
    const stored = { type: 'STRING', label: 'f', multiValued: true, values: ['a'], value: 'a' }
    for (const sent of ['a', ['a'], { values: ['a'] }, { value: 'a' }, { value: ['a'] }, stored]) {
      assert.deepEqual(cast({ multiValued: true }, sent), stored)
    }
  })

  // custom-fields-14
  test('null and an empty list are no value', () => {
    for (const sent of [null, [], { values: [] }, { value: null }]) {
      assert.deepEqual(cast({ type: 'INTEGER' }, sent), {
        type: 'INTEGER',
        label: 'f',
        multiValued: false,
        values: [],
      })
    }
    assert.throws(() => cast({ multiValued: true }, ['a', null]), refusal('null'))
  })

  // custom-fields-15
  test('`multiValued`: several values are refused by a field that takes one; no field takes more than a thousand', () => {
    assert.throws(() => cast({}, ['a', 'b']), refusal('one value, not 2'))
    assert.throws(() => cast({ multiValued: true }, Array(1001).fill('a')), refusal('1000'))
    assert.deepEqual(cast({ multiValued: true }, ['b', 'a', 'b']).values, ['b', 'a', 'b'])
  })

  test('a list is one value of a JSON field, unless it takes several', () => {
    assert.deepEqual(cast({ type: 'JSON' }, [1, 2]).values, [[1, 2]])
    assert.deepEqual(cast({ type: 'JSON', multiValued: true }, [1, 2]).values, [1, 2])
    assert.deepEqual(cast({ type: 'JSON' }, { value: 1, other: 2 }).values, [{ value: 1, other: 2 }])
  })

  // custom-fields-16
  test('where `value` and `values` differ, the one that was changed counts', () => {
    const before = cast({ multiValued: true }, ['a', 'b'])
    assert.deepEqual(cast({ multiValued: true }, { ...before, value: 'c' }, before).values, ['c'])
    assert.deepEqual(cast({ multiValued: true }, { ...before, values: ['c', 'd'] }, before).values, ['c', 'd'])
    const both = { ...before, values: ['c'], value: 'd' }
    assert.throws(() => cast({ multiValued: true }, both, before), refusal('not the first'))
    assert.throws(() => cast({ multiValued: true }, both), refusal('not the first'))
  })
})

describe('lists, expressions and entries', () => {
  // custom-fields-17
  test('`whiteList` holds words in the form of the type; `skipWhiteListValidation` makes it a suggestion', () => {
    const written: CustomFieldDescription = { type: 'DATE', whiteList: ['2024-01-01'] }
    assert.equal(cast(written, Date.UTC(2024, 0, 1)).value, Date.UTC(2024, 0, 1))
    assert.throws(() => cast(written, '2024-01-02'), refusal('may not be'))
    assert.ok(cast({ ...written, skipWhiteListValidation: true }, '2024-01-02'))
    assert.ok(cast({ ...written, whiteList: [] }, '2024-01-02'), 'an empty list is none')
    const towns: CustomFieldDescription = { whiteList: ['Mu\u0308nchen', 'K\u00f6ln'] }
    for (const town of ['M\u00fcnchen', 'Mu\u0308nchen', 'Ko\u0308ln']) {
      assert.equal(cast(towns, town).value, town, 'compared in normal form C, stored as it came')
    }
    assert.throws(() => cast(towns, 'Munchen'), refusal('may not be'))
  })

  // custom-fields-17
  test('`blackList` refuses its words', () => {
    assert.throws(() => cast({ type: 'DOUBLE', blackList: ['1.0'] }, 1), refusal('may not be'))
    assert.equal(cast({ type: 'DOUBLE', blackList: ['1.0'] }, 2).value, 2)
    const objects: CustomFieldDescription = { type: 'FLOW_OBJECT', blackList: ['5'] }
    assert.throws(() => cast(objects, { id: 5, objectType: 'User' }), refusal('may not be'))
  })

  // custom-fields-18
  test('`validation` matches the whole of each value', () => {
    const written: CustomFieldDescription = { validation: '[A-Z]\\d{3}', multiValued: true }
    assert.deepEqual(cast(written, ['A001', 'B002']).values, ['A001', 'B002'])
    for (const sent of ['A0011', 'xA001', ['A001', ''], 'a001']) {
      assert.throws(() => cast(written, sent), refusal('validation'))
    }
  })

  // custom-fields-18
  test('no expression takes long, whatever it is run on', () => {
    const startedAt = performance.now()
    for (const validation of ['(a+)+$', '(a|a)*b', '(.*a){25}', '([a-z]+)*', '(?:a?){600}a{600}']) {
      const field = toField({ validation, multiValued: true })
      const sent = Array(1000).fill(`${'a'.repeat(9_000)}!`)
      assert.throws(() => toSettled(field, sent, createEffort()), FieldFault)
    }
    assert.ok(performance.now() - startedAt < 5_000)
  })

  // custom-fields-19
  test('`requiresId`: "each value comes as {id, value}"; a field with a thesaurus takes both', () => {
    const entry = { id: '7', value: 'Antwerp', label: 'City' }
    const kept = { id: 7, value: 'Antwerp', label: 'City' }
    assert.deepEqual(cast({ requiresId: true }, entry).values, [kept])
    assert.deepEqual(cast({ requiresId: true, multiValued: true }, [entry, entry]).values, [kept, kept])
    assert.throws(() => cast({ requiresId: true }, 'Antwerp'), refusal('id'))
    assert.throws(() => cast({ requiresId: true }, { ...entry, id: 'x' }), refusal('id'))
    assert.deepEqual(cast({ thesaurus: 'cities' }, entry).values, [kept])
    assert.deepEqual(cast({ thesaurus: 'cities' }, 'Antwerp').values, ['Antwerp'])
    assert.throws(() => cast({}, entry), refusal('STRING'))
    assert.throws(() => cast({ requiresId: true, whiteList: ['Ghent'] }, entry), refusal('may not be'))
    assert.equal(cast({ type: 'FLOW_ID', requiresId: true }, 7).value, 7)
  })
})

describe('a COMPOUND', () => {
  const fields: Record<string, CustomFieldDescription> = {
    person: { type: 'COMPOUND' },
    'person.age': { type: 'INTEGER' },
    'person.roles': { multiValued: true, whiteList: ['actor', 'crew'] },
  }
  const person = (allowUndefinedFields = true) =>
    readDescription({ fields, allowUndefinedFields }).fields.get('person')!

  // custom-fields-20
  test('has the parts that are described as `<name>.<part>`, each cast as its own description says', () => {
    const sent = { age: '41', roles: 'actor', note: 'tall' }
    assert.deepEqual(toSettled(person(), sent, createEffort()).value, { age: 41, roles: ['actor'], note: 'tall' })
    assert.throws(
      () => toSettled(person(), { age: 'old' }, createEffort()),
      (error: unknown) => refusal('INTEGER')(error) && (error as FieldFault).path.join() === 'age',
    )
    assert.throws(() => toSettled(person(), { roles: ['cat'] }, createEffort()), refusal('may not be'))
  })

  // custom-fields-20
  test('has other parts only where undefined fields are allowed', () => {
    assert.throws(() => toSettled(person(false), { note: 'tall' }, createEffort()), refusal('not a part'))
  })

  // custom-fields-20
  test('is a COMPOUND only when it is described as one: else a dotted name is a name', () => {
    const { fields } = readDescription({ fields: { 'person.age': {} } })
    assert.deepEqual([...fields.keys()], ['person.age'])
  })
})

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('any description and any value: a fault or a stored value, which is cast to itself', () => {
  let kept = 0
  fc.assert(
    fc.property(someDescription, someValue, (written, sent) => {
      let stored: unknown
      let field: Field
      try {
        field = toField(written)
        stored = toSettled(field, sent, createEffort())
      } catch (error) {
        assert.ok(error instanceof FieldFault, String(error))
        return
      }
      kept++
      assert.deepEqual(toSettled(field, stored, createEffort()), stored)
      // As it comes back from the database.
      assert.deepEqual(toSettled(field, toJson(stored), createEffort()), stored)
    }),
    { numRuns: 2000 },
  )
  assert.ok(kept > 100, 'some of them fit')
})
