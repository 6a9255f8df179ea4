/**
 * Runs the tests several times, to find those that fail now and then: `npm run test:repeat -- 10 [files]`. The output of
 * each run is in `.cache/test-runs/`; the summary names every test that failed, in which runs, and with which messages.
 */

import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFailures, type RunSummary, summarizeLog } from './summarize-log.ts'

const [count = '10', ...files] = process.argv.slice(2)
const runs = Number(count)
if (!Number.isInteger(runs) || runs < 1) {
  console.error(`${count} is not a number of runs`)
  process.exit(2)
}
const folder = join('.cache', 'test-runs')
mkdirSync(folder, { recursive: true })
const summaries: RunSummary[] = []
let failedRuns = 0
for (let run = 1; run <= runs; run++) {
  const path = join(folder, `${run}.log`)
  const output = openSync(path, 'w')
  const begun = performance.now()
  const { status } = spawnSync(process.execPath, ['scripts/testing/test.ts', ...files], {
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const summary = summarizeLog(readFileSync(path, 'utf8'))
  summaries.push(summary)
  if (status !== 0) failedRuns++
  const seconds = Math.round((performance.now() - begun) / 1000)
  const tests = summary.tests === undefined ? 'not to its end' : `${summary.tests} tests`
  const outcome = status === 0 ? 'passed' : `FAILED, ${summary.failures.length} of them`
  console.log(`run ${run} of ${runs}: ${tests} ${outcome}, in ${seconds} s (${path})`)
}
console.log(`${failedRuns} of ${runs} runs failed`)
for (const line of listFailures(summaries)) console.log(line)
process.exit(failedRuns === 0 ? 0 : 1)
