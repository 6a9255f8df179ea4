import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Attempt, findPause, toPause } from './retry.ts'

const now = Date.parse('2030-01-01T00:00:00Z')
const told = (status: number, after?: string): Attempt => ({
  response: new Response(null, { status, headers: after === undefined ? {} : { 'retry-after': after } }),
})

const cases: [name: string, method: string, attempt: Attempt, pauseMs: number | undefined][] = [
  ['a number of seconds is waited for', 'GET', told(503, '7'), 7000],
  ['a date is waited for', 'GET', told(503, 'Tue, 01 Jan 2030 00:00:20 GMT'), 20_000],
  ['a date that is over is no pause', 'GET', told(503, 'Mon, 31 Dec 2029 00:00:00 GMT'), 0],
  ['a minute is waited for', 'GET', told(429, '60'), 60_000],
  ['more than a minute is not', 'GET', told(429, '61'), undefined],
  ['a changing call is repeated after a 429', 'POST', told(429, '1'), 1000],
  ['a changing call is not repeated after a 503', 'POST', told(503, '1'), undefined],
  ['a changing call is not repeated without an answer', 'PUT', { error: new TypeError('cut') }, undefined],
  ['a refusal is not repeated', 'GET', told(404, '1'), undefined],
]
for (const [name, method, attempt, pauseMs] of cases) {
  test(name, t => {
    t.mock.timers.enable({ apis: ['Date'], now })
    assert.equal(findPause(method, attempt, 1), pauseMs)
  })
}

test('a pause that is no time at all is as good as none told', () => {
  assert.ok(findPause('GET', told(503, 'soon'), 1)! > 0)
})

test('pauses double up to the longest, each of them between the half and the whole', () => {
  for (const [failures, wholeMs] of [
    [1, 250],
    [2, 500],
    [6, 8000],
    [7, 10_000],
    [100, 10_000],
  ] as const) {
    const pauses = Array.from({ length: 200 }, () => toPause(failures))
    assert.ok(Math.min(...pauses) >= wholeMs / 2 && Math.max(...pauses) <= wholeMs, `${failures}: ${pauses}`)
    assert.ok(new Set(pauses).size > 1, 'many who failed together do not come back together')
  }
})
