import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAnswerTurns } from './fair-turns.ts'

describe('turns of large answers', () => {
  test('callers alternate, and of one caller the answer that began first goes first', async () => {
    const { batches } = createAnswerTurns()
    const gate = Promise.withResolvers<void>()
    const order: string[] = []
    const [older, newer, other] = [batches(1), batches(1), batches(2)]
    const piece = (name: string) => async () => void order.push(name)
    const all = [
      batches(3)(() => gate.promise),
      newer(piece('newer')),
      newer(piece('newer')),
      older(piece('older')),
      older(piece('older')),
      other(piece('other')),
      other(piece('other')),
    ]
    gate.resolve()
    await Promise.all(all)
    assert.deepEqual(order, ['older', 'other', 'older', 'other', 'newer', 'newer'])
  })

  test('one answer at a time waits only for its own pieces, and a piece that fails ends its turn', async () => {
    const { files } = createAnswerTurns()
    await assert.rejects(
      files(1)(async () => {
        throw new Error('gone')
      }),
      /gone/,
    )
    assert.equal(await files(1)(async () => 'next'), 'next')
  })

  test('an answer that has waited long goes before older ones', async context => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    let now = 0
    context.mock.method(performance, 'now', () => now)
    const { batches } = createAnswerTurns()
    const gate = Promise.withResolvers<void>()
    const order: string[] = []
    const [older, newer] = [batches(1), batches(1)]
    const busy = batches(2)(() => gate.promise)
    const waited = newer(async () => void order.push('newer'))
    now = 20_000
    const late = older(async () => void order.push('older'))
    gate.resolve()
    await busy
    context.mock.timers.tick(60_000)
    await waited
    context.mock.timers.tick(60_000)
    await late
    assert.deepEqual(order, ['newer', 'older'])
  })
})
