/**
 * Runs the tests several times, to find those that fail now and then: `npm run test:repeat -- 10 [files]`. The output of
 * each run is in `.cache/test-runs/`; the summary names every test that failed, and how often.
 */

import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [count = '10', ...files] = process.argv.slice(2)
const runs = Number(count)
if (!Number.isInteger(runs) || runs < 1) {
  console.error(`${count} is not a number of runs`)
  process.exit(2)
}
const folder = join('.cache', 'test-runs')
mkdirSync(folder, { recursive: true })
const failures = new Map<string, number>()
let failedRuns = 0
for (let run = 1; run <= runs; run++) {
  const path = join(folder, `${run}.log`)
  const output = openSync(path, 'w')
  const begun = performance.now()
  const { status } = spawnSync(process.execPath, ['scripts/test.ts', ...files], { stdio: ['ignore', output, output] })
  closeSync(output)
  const failed = listFailedTests(readFileSync(path, 'utf8'))
  for (const test of failed) failures.set(test, (failures.get(test) ?? 0) + 1)
  if (status !== 0) failedRuns++
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(`run ${run} of ${runs}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s (${path})`)
}
for (const [test, times] of failures) console.log(`failed ${times} of ${runs} times: ${test}`)
process.exit(failedRuns === 0 ? 0 : 1)

/** The tests that the end of the output lists as failed. */
function listFailedTests(output: string): Set<string> {
  const list = output.split('failing tests:')[1] ?? ''
  return new Set(
    [...list.matchAll(/^test at (.+?):\d+:\d+\n.*?✖ (.+?) \(\d/gms)].map(([, file, name]) => `${file}: ${name}`),
  )
}
