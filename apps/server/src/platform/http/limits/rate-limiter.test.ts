import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createRateLimiter } from './rate-limiter.ts'

describe('a limit of 5 a second', () => {
  // limits-6
  test("lets ten seconds' worth come at once, and no more", () => {
    const limiter = createRateLimiter(5)
    for (let left = 49; left >= 0; left--) {
      const { isAllowed, limit, remaining } = limiter.take('a', 1000)
      assert.deepEqual([isAllowed, limit, remaining], [true, 50, left])
    }
    const refused = limiter.take('a', 1000)
    assert.deepEqual([refused.isAllowed, refused.remaining, refused.retrySeconds], [false, 0, 1])
    assert.equal(refused.resetSeconds, 10)
  })

  // limits-6
  test('gives back one each 200 ms; a refused request takes none', () => {
    const limiter = createRateLimiter(5)
    for (let count = 0; count < 80; count++) limiter.take('a', 0)
    assert.equal(limiter.take('a', 199).isAllowed, false)
    assert.equal(limiter.take('a', 200).isAllowed, true)
    assert.equal(limiter.take('a', 200).isAllowed, false)
    assert.equal(limiter.take('a', 10_200).remaining, 49)
  })

  test('counts callers apart', () => {
    const limiter = createRateLimiter(5)
    for (let count = 0; count < 60; count++) limiter.take('a', 0)
    assert.equal(limiter.take('b', 0).isAllowed, true)
  })
})

// limits-6
test('in no stretch of time more pass than the burst and what the rate adds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 600 }),
      (perSecond, pauses) => {
        const limiter = createRateLimiter(perSecond)
        const passed: number[] = []
        let now = 0
        for (const pause of pauses) {
          now += pause
          if (limiter.take('a', now).isAllowed) passed.push(now)
        }
        for (const [index, from] of passed.entries()) {
          const count = passed.length - index
          assert.ok(count <= perSecond * 10 + ((now - from) / 1000) * perSecond + 1)
        }
      },
    ),
  )
})

test('who remembers a million made-up callers would not last: the limiter forgets the silent ones', () => {
  const limiter = createRateLimiter(1, 1000)
  for (let count = 0; count < 10_000; count++) limiter.take(`caller ${count}`, count)
  assert.ok(limiter.size <= 1001, String(limiter.size))
  // One that keeps asking is kept, however many others come.
  for (let count = 0; count < 20; count++) limiter.take('eager', 20_000)
  for (let count = 0; count < 5000; count++) {
    limiter.take(`other ${count}`, 20_000)
    if (count % 100 === 0) assert.equal(limiter.take('eager', 20_000).isAllowed, false)
  }
})
