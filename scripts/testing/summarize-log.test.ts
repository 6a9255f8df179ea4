import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFailures, summarizeLog } from './summarize-log.ts'

const passed =
  '✔ a.test.ts (812 passed, 5.2 s)\nThe files that took longest, in seconds:\n812 passed, 0 failed, 0 skipped\n'
const failed = `✖ apps/a.test.ts (1 passed, 1 failed, 0.1 s)
    one is two
      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
-- once more, alone: apps/a.test.ts

The files that took longest, in seconds:
     0.1  a.test.ts
left out: 2: no Chromium
✖ apps/a.test.ts: one is two
    AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
flaky: apps/b.test.ts: ends (once, 10 times)
    'test timed out after 50ms'
809 passed, 1 failed, 2 skipped
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
