/**
 * Gives 100,000 random inputs and as many documents to the reader and the writer of each subtitle format, one format after
 * the other: nothing may throw, hang, take more than linear time, or be written so that reading it warns. The seed of what
 * fails is printed. A number of inputs and ids of formats may be given: `npm run fuzz:long -- 1000 srt scc`.
 */

import { spawnSync } from 'node:child_process'
import { listFormatFacts } from '../../packages/timed-text/src/index.ts'

const files = ['hostile-input', 'clean-output'].map(name => `packages/timed-text/src/testing/${name}.test.ts`)
const given = process.argv.slice(2)
const [first = ''] = given
const inputs = /^\d+$/.test(first) ? Number(given.shift()) : 100_000
const ids = listFormatFacts().map(({ id }) => id)
const unknown = given.find(id => !ids.includes(id))
if (unknown !== undefined) {
  console.error(`${unknown} is not a format; formats are ${ids.join(', ')}`)
  process.exit(2)
}
let failures = 0
for (const { id, label } of listFormatFacts()) {
  if (given.length > 0 && !given.includes(id)) continue
  const begun = performance.now()
  // Names of tests begin with the label, or have it after a word.
  const pattern = `(^|in )${label.replace(/[()]/g, '\\$&')}(:| is read)`
  const { status, stdout } = spawnSync(process.execPath, ['--test', `--test-name-pattern=${pattern}`, ...files], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, RUSHES_FUZZ_INPUTS: String(inputs) },
  })
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(`${id}: ${inputs} inputs and documents ${status === 0 ? 'passed' : 'FAILED'}, in ${seconds} s`)
  if (status === 0) continue
  console.log(stdout)
  failures++
}
process.exit(failures === 0 ? 0 : 1)
