import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CustomFieldDescription } from '@rushes/contract'
import { FieldFault } from '../../form-fields/index.ts'
import { readDescription } from './describe.ts'

const faultAt =
  (...path: string[]) =>
  (error: unknown) => {
    assert.ok(error instanceof FieldFault, String(error))
    assert.deepEqual(error.path, path)
    return true
  }

// custom-fields-5
describe('a description that makes no sense is refused, with the place of what is wrong', () => {
  const cases: [string, CustomFieldDescription, string[]][] = [
    ['a regular expression that is none', { validation: '(' }, ['validation']],
    ['look-around', { validation: '(?=a)b' }, ['validation']],
    ['a back-reference', { validation: '(a)\\1' }, ['validation']],
    ['a regular expression that grows too large', { validation: '[a-z]{999}[a-z]{999}[a-z]{999}' }, ['validation']],
    ['a white list of other things than the type', { type: 'INTEGER', whiteList: ['1', 'two'] }, ['whiteList', '1']],
    ['a black list of other things than the type', { type: 'BOOLEAN', blackList: ['maybe'] }, ['blackList', '0']],
    ['a word on both lists', { type: 'DOUBLE', whiteList: ['1'], blackList: ['1.0'] }, ['blackList']],
    ['a white list of JSON', { type: 'JSON', whiteList: ['1'] }, ['whiteList']],
    ['a validation of a COMPOUND', { type: 'COMPOUND', validation: 'a' }, ['validation']],
    ['an id in JSON', { type: 'JSON', requiresId: true }, ['requiresId']],
    ['a default that does not cast', { type: 'INTEGER', defaultValue: 'no_episode' }, ['defaultValue']],
    ['a default that is not on the white list', { whiteList: ['a'], defaultValue: 'b' }, ['defaultValue']],
    ['several defaults of one value', { defaultValue: ['a', 'b'] }, ['defaultValue']],
    ['a default of a COMPOUND that is none', { type: 'COMPOUND', defaultValue: 'b' }, ['defaultValue']],
  ]
  for (const [name, field, path] of cases) {
    test(name, () => {
      assert.throws(() => readDescription({ fields: { f: field } }), faultAt('fields', 'f', ...path))
    })
  }

  // custom-fields-5
  test('a part that is a COMPOUND itself, or has a default of its own', () => {
    const compound: CustomFieldDescription = { type: 'COMPOUND' }
    const describeWith = (part: CustomFieldDescription) => () =>
      readDescription({ fields: { 'a.b': part, a: compound } })
    assert.throws(describeWith(compound), faultAt('fields', 'a.b', 'type'))
    assert.throws(describeWith({ defaultValue: 1 }), faultAt('fields', 'a.b', 'defaultValue'))
    assert.ok(describeWith({ type: 'INTEGER' })())
  })

  // custom-fields-5
  test('names that no field can have', () => {
    for (const name of ['', 'x'.repeat(201), 'a\nb', '__proto__', 'constructor', 'prototype']) {
      const fields = Object.fromEntries([[name, {}]])
      assert.throws(() => readDescription({ fields }), faultAt('fields'))
    }
    for (const name of ['a/b', 'a~b', 'toString', 'Größe', '1', '.', 'a.']) {
      assert.ok(readDescription({ fields: { [name]: {} } }).fields.has(name))
    }
  })

  // custom-fields-6
  test('more than a thousand fields, and regular expressions that are too large together', () => {
    const many = (count: number, field: CustomFieldDescription) =>
      readDescription({ fields: Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, field])) })
    assert.equal(many(1000, {}).fields.size, 1000)
    assert.throws(() => many(1001, {}), faultAt('fields'))
    assert.throws(
      () => many(100, { validation: '[a-z]{999}' }),
      (error: unknown) => error instanceof FieldFault && error.path[2] === 'validation',
    )
    assert.throws(() => many(1000, { description: 'x'.repeat(1100) }), faultAt())
  })
})

test('a description of nothing allows every field as it comes', () => {
  const nothing = { isSet: true, allowsUndefinedFields: true, fields: new Map(), spellings: new Map() }
  assert.deepEqual(readDescription({}), nothing)
})
