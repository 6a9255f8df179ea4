import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toJsonText } from './json-text.ts'

test('a value as JSON is what JSON.stringify makes of it, with long lists too, and again', () => {
  const members = fc.array(fc.oneof(fc.jsonValue(), fc.constant(undefined)), { minLength: 90, maxLength: 120 })
  fc.assert(
    fc.property(members, fc.dictionary(fc.string(), fc.jsonValue()), (list, others) => {
      const value = { ...others, list, nothing: undefined }
      assert.equal(toJsonText(value), JSON.stringify(value))
      assert.equal(toJsonText({ ...others, list: [...list, 1] }), JSON.stringify({ ...others, list: [...list, 1] }))
      assert.equal(toJsonText(list), JSON.stringify(list))
      assert.equal(toJsonText(value), JSON.stringify(value))
    }),
  )
})
