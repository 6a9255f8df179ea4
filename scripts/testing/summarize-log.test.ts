import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFailures, summarizeLog } from './summarize-log.ts'

const passed = '✔ a.test.ts (5.2ms)\nℹ tests 812\nℹ pass 812\nℹ fail 0\n'
const failed = `▶ a.test.ts
  ✖ one is two (2.18ms)
  ✔ goes on (0.2ms)
✖ a.test.ts (57.9ms)
ℹ tests 812
ℹ fail 2

✖ failing tests:

test at apps/a.test.ts:3:1
✖ one is two (2.181052ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  1 !== 2

      at TestContext.<anonymous> (file:///apps/a.test.ts:3:33)

test at apps/b.test.ts:4:147
✖ ends (once, 10 times) (50.395212ms)
  'test timed out after 50ms'
The files that took longest, in seconds:
     0.1  a.test.ts
`

test('of a log the number of tests and the failed ones with their messages are read', () => {
  assert.deepEqual(summarizeLog(passed), { tests: 812, failures: [] })
  assert.deepEqual(summarizeLog(failed), {
    tests: 812,
    failures: [
      {
        test: 'apps/a.test.ts: one is two',
        message: 'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
      },
      { test: 'apps/b.test.ts: ends (once, 10 times)', message: "'test timed out after 50ms'" },
    ],
  })
  assert.deepEqual(summarizeLog('Error: no database\n'), { tests: undefined, failures: [] })
})

test('failures are listed with their runs, the most frequent first', () => {
  const one = { test: 'a: one', message: 'Error: 1' }
  const two = { test: 'a: two', message: 'Error: 2' }
  const runs = [[one], [], [one, two], [{ ...two, message: 'Error: 3' }], [two]]
  assert.deepEqual(listFailures(runs.map(failures => ({ tests: 2, failures }))), [
    'failed in 3 of 5 runs (3, 4, 5): a: two',
    '    Error: 2',
    '    Error: 3',
    'failed in 2 of 5 runs (1, 3): a: one',
    '    Error: 1',
  ])
  assert.deepEqual(listFailures([{ tests: 2, failures: [] }]), [])
})
