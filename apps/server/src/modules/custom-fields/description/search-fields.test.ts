import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSearchFields } from './search-fields.ts'

const cases: [name: string, member: unknown, fields: Record<string, unknown>][] = [
  ['a bare value', 'A001', { 'customFields.f': 'A001' }],
  ['a list', ['a', 1, true], { 'customFields.f': ['a', 1, true] }],
  ['the stored shape', { type: 'LONG', values: [3], value: 3 }, { 'customFields.f': [3] }],
  ['the older stored shape', { type: 'LONG', value: 3 }, { 'customFields.f': [3] }],
  ['no value', { type: 'LONG', values: [] }, {}],
  [
    'entries with their ids',
    {
      values: [
        { id: 7, value: 'sea' },
        { id: 8, value: 'sky' },
      ],
    },
    { 'customFields.f': ['sea', 'sky'], 'customFields.f.id': [7, 8] },
  ],
  ['a reference', { values: [{ id: 7, objectType: 'MediaObject' }] }, { 'customFields.f.id': 7 }],
  [
    'a compound',
    { type: 'COMPOUND', values: [{ camera: 'A', lens: [35, 50], deep: { no: 1 } }] },
    { 'customFields.f.camera': 'A', 'customFields.f.lens': [35, 50] },
  ],
  ['nothing that can be searched', { values: [null, [], [[1]]] }, {}],
]
for (const [name, member, fields] of cases) {
  // custom-fields-29
  test(`${name} is found`, () => assert.deepEqual(toSearchFields({ f: member }).fields, fields))
}

// custom-fields-30
test('names are in Unicode normal form C, and two spellings of one are one field', () => {
  const { fields } = toSearchFields({ 'e\u0301': 1, '\u00e9': 2, a: { values: [{ 'o\u0308': 3 }] } })
  assert.deepEqual(fields, { 'customFields.\u00e9': [1, 2], 'customFields.a.\u00f6': 3 })
})

// custom-fields-29
test('texts are found without a field', () => {
  const { texts } = toSearchFields({
    a: 'one',
    b: { values: ['two', 3] },
    c: { values: [{ id: 'x', value: 'three' }] },
  })
  assert.deepEqual(texts.toSorted(), ['one', 'three', 'two', 'x'])
})
