import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromLocalInput, toLocalInput } from '../../src/platform/local-time.ts'

describe('an instant in a field', () => {
  test('comes back as it was, with seconds where there are any', () => {
    for (const [instant, length] of [
      [Date.UTC(2026, 10, 22, 10, 30), '2026-11-22T10:30'.length],
      [Date.UTC(2026, 10, 22, 10, 30, 5, 7), '2026-11-22T10:30:05.007'.length],
    ] as const) {
      assert.equal(toLocalInput(instant).length, length)
      assert.equal(fromLocalInput(toLocalInput(instant)), instant)
    }
  })

  test('is left empty for none, and for what is no time', () => {
    for (const instant of [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, 1e20]) {
      assert.equal(toLocalInput(instant), '', String(instant))
    }
  })
})
