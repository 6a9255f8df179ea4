import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBatches } from './batches.ts'

describe('batches', () => {
  test('what is asked for while a batch is written is written together, in its order', async () => {
    const written: number[][] = []
    const gate = Promise.withResolvers<void>()
    const add = createBatches(async (items: readonly number[]) => {
      written.push([...items])
      await gate.promise
      return items.map(item => item * 10)
    })
    const results = Promise.all([1, 2, 3, 4].map(item => add(item)))
    gate.resolve()
    assert.deepEqual(await results, [10, 20, 30, 40])
    assert.deepEqual(written, [[1], [2, 3, 4]])
    assert.equal(await add(5), 50)
  })

  test('a batch that fails is written one by one, so that each item has its own outcome', async () => {
    const add = createBatches(async (items: readonly number[]) => {
      await Promise.resolve()
      if (items.includes(3)) throw new Error('not 3')
      return items
    })
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(item => add(item)))
    assert.deepEqual(
      outcomes.map(outcome => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
      [1, 2, 'Error: not 3', 4],
    )
  })
})
