import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineWorkflow } from './definition.ts'

const plan = { attempts: 1, retryDelayMs: 0, timeoutMs: 1000 }

test('a definition whose tasks wait for each other, or for none that exists, is refused', () => {
  assert.throws(
    () =>
      defineWorkflow<undefined, 'a' | 'b'>({
        name: 'x',
        tasks: { a: { ...plan, after: ['b'] }, b: { ...plan, after: ['a'] } },
      }),
    /a, b can never run/,
  )
  const strange = { a: { ...plan, after: ['nothing'] } }
  assert.throws(() => defineWorkflow<undefined, string>({ name: 'x', tasks: strange }), /a can never run/)
})
