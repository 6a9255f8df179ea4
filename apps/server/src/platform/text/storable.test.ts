import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStorable } from './storable.ts'

const nest = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

test('what a database keeps exactly passes', () => {
  for (const value of [undefined, null, 'text', 1.5, -7, Number.MAX_SAFE_INTEGER, true, { a: [{ b: {} }] }, nest(64)]) {
    assertStorable({ value })
  }
})

test('too deep, too large and inexact is a broken rule that names the member', () => {
  for (const value of [nest(65), nest(50_000), Number.POSITIVE_INFINITY, [{ a: 2 ** 53 }], -(2 ** 60)]) {
    assert.throws(() => assertStorable({ fine: 1, value }), { name: 'ValidationError', message: /^\/value: / })
  }
})
