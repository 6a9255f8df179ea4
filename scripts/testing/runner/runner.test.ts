/** The runner of the tests on planted files: what fails, hangs, starves or leaves something behind is ended and named. */

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '../../../apps/server/test/until.ts'
import { read } from './processes.ts'
import { failLeftOut, type Outcome, runFiles, summarize } from './run-files.ts'
import type { Limits } from './run-group.ts'

const limits: Limits = { testMs: 120_000, fileMs: 120_000, openMs: 60_000, answerMs: 5000 }
const imports = `
import { describe, test } from 'node:test'
import { existsSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
`

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'rushes-runner-'))
})
after(() => rmSync(folder, { recursive: true }))

interface Run extends Outcome {
  /** What was printed, with the end of the output. */
  readonly output: string
  readonly toPath: (name: string) => string
}

/** Runs files of these texts as one group. */
async function runPlanted(
  texts: Record<string, string>,
  changed: Partial<Limits> = {},
  signal = new AbortController().signal,
): Promise<Run> {
  const own = mkdtempSync(join(folder, 'run-'))
  const toPath = (name: string) => join(own, `${name}.mjs`)
  for (const [name, text] of Object.entries(texts)) writeFileSync(toPath(name), imports + text)
  const printed: string[] = []
  const outcome = await runFiles(
    [{ lane: 'pure', files: Object.keys(texts).map(toPath), env: { ...process.env, PLANTED: join(own, 'planted') } }],
    {
      folder: own,
      limits: { ...limits, ...changed },
      signal,
      times: new Map(),
      print: line => printed.push(line),
    },
  )
  return { ...outcome, toPath, output: [...printed, ...summarize(outcome)].join('\n') }
}

const passing = "describe('inner', () => test('a', t => t.test('part', () => {})))"

test('files that pass are counted, and what is left out is named with its reason', async () => {
  const run = await runPlanted({
    one: passing,
    two: "await null\ntest('b', { skip: 'no data' }, () => {})",
    three: "describe('c', { skip: 'no peer' }, () => test('d', () => {}))",
  })
  assert.ok(run.isPassed, run.output)
  assert.match(run.output, /^left out: 1: no data$/m)
  assert.match(run.output, /^left out: 1: no peer$/m)
  assert.match(run.output, /\n2 passed, 0 failed, 2 skipped$/)

  assert.equal(failLeftOut(run, ['no data', 'no peer']).isPassed, true)
  const refused = failLeftOut(run, ['no data'])
  assert.equal(refused.isPassed, false)
  const lines = summarize(refused).join('\n')
  assert.match(lines, /✖ .*three\.mjs: \n {4}left out: no peer\n2 passed, 1 failed, 2 skipped$/)
})

test('what a test has to say is printed, and fails nothing', async () => {
  const run = await runPlanted({
    one: "describe('inner', () => test('a', context => context.diagnostic('seed 7')))",
    two: passing,
  })
  assert.ok(run.isPassed, run.output)
  assert.match(run.output, /✔ .*one\.mjs \(1 passed, .*\n {4}inner > a: seed 7$/m)
  assert.match(run.output, /\n3 passed, 0 failed, 0 skipped$/)
})

test('a file that fails always fails the run, after a second try, and is named in the last lines', async () => {
  const run = await runPlanted({
    one: passing,
    two: "test('b', () => { console.log('said'); throw new Error('planted') })",
  })
  assert.equal(run.isPassed, false, run.output)
  assert.match(run.output, /-- once more, alone: .*two\.mjs/)
  assert.match(run.output, /^ +said$/m)
  assert.match(
    run.output.split('\n').slice(-40).join('\n'),
    /✖ .*two\.mjs: b\n {4}Error: planted\n2 passed, 1 failed, 0 skipped$/,
  )
})

test('a file that fails once is flaky and fails no run', async () => {
  const once = `test('b', () => {
    if (existsSync(process.env.PLANTED)) return
    writeFileSync(process.env.PLANTED, '')
    throw new Error('planted')
  })`
  const run = await runPlanted({ one: passing, two: once })
  assert.ok(run.isPassed, run.output)
  assert.match(run.output, /^flaky: .*two\.mjs: b\n {4}Error: planted$/m)
  assert.match(run.output, /\n3 passed, 0 failed, 0 skipped$/)
})

test('more than three flaky files fail the run', async () => {
  const once = (name: string) => `test('b', () => {
    if (existsSync(process.env.PLANTED + '${name}')) return
    writeFileSync(process.env.PLANTED + '${name}', '')
    throw new Error('planted')
  })`
  const run = await runPlanted({ one: once('1'), two: once('2'), three: once('3'), four: once('4') })
  assert.equal(run.isPassed, false, run.output)
  assert.match(run.output, /^4 files were flaky; at most 3 may be\n4 passed, 4 failed, 0 skipped$/m)
})

test('a test that never ends fails at its limit, and the files after it run', async () => {
  const run = await runPlanted(
    { hangs: "test('never', () => new Promise(() => setInterval(() => {}, 1000)))", next: passing },
    { testMs: 1000, openMs: 500 },
  )
  assert.equal(run.isPassed, false, run.output)
  assert.match(run.output, /✖ .*hangs\.mjs: never\n.*timed out/)
  assert.match(run.output, /✔ .*next\.mjs/)
})

test('a file that takes too long is ended with the names of its running tests, and the files after it run', async () => {
  const run = await runPlanted(
    {
      hangs: "test('never', { timeout: 600_000 }, () => new Promise(() => setInterval(() => {}, 1000)))",
      next: passing,
    },
    { fileMs: 2000 },
  )
  assert.equal(run.isPassed, false, run.output)
  assert.match(run.output, /✖ .*hangs\.mjs: \n {4}took more than 2 s; running: .*hangs\.mjs > never; open: .*Timeout/)
  assert.match(run.output, /✔ .*next\.mjs/)
})

test('when the time of the run is over, what runs is ended and named, and what waits does not begin', async () => {
  const over = new AbortController()
  const run = runPlanted(
    {
      hangs: `test('never', () => new Promise(() => {
        writeFileSync(process.env.PLANTED + '-late', '')
        setInterval(() => {}, 1000)
      }))`,
      next: passing,
    },
    {},
    over.signal,
  )
  await until('the test has begun', () =>
    readdirSync(folder, { recursive: true }).some(path => String(path).endsWith('/planted-late')),
  )
  over.abort()
  const { isPassed, output } = await run
  assert.equal(isPassed, false, output)
  assert.match(output, /✖ .*hangs\.mjs: \n {4}the time of the run is over; running: .*hangs\.mjs > never/)
  assert.match(output, /✖ .*next\.mjs: \n {4}did not begin: the time of the run is over/)
  assert.match(output, /\n0 passed, 2 failed, 0 skipped$/)

  const late = await runPlanted({ one: passing }, {}, over.signal)
  assert.match(late.output, /✖ .*one\.mjs: \n {4}did not begin: the time of the run is over/)
})

test('an event loop that starves is ended and named', async () => {
  const run = await runPlanted(
    { spins: "test('for ever', () => { for (;;); })", next: passing },
    { fileMs: 3000, answerMs: 1000 },
  )
  assert.equal(run.isPassed, false, run.output)
  assert.match(run.output, /✖ .*spins\.mjs: \n {4}took more than 3 s; event loop starved; began last: .*for ever/)
  assert.match(run.output, /✔ .*next\.mjs/)
})

test('a process that is left behind is ended, and its file fails', async () => {
  const leaves = `test('b', async () => {
    const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore', env: { PATH: process.env.PATH } })
    child.unref()
    writeFileSync(process.env.PLANTED, String(child.pid))
    await new Promise(resolve => setTimeout(resolve, 200))
  })`
  const run = await runPlanted({ one: passing, leaves })
  assert.equal(run.isPassed, false, run.output)
  assert.match(run.output, /✖ .*leaves\.mjs: \n {4}left a process behind: sleep 600/)
  const pid = readFileSync(join(dirname(run.toPath('leaves')), 'planted'), 'utf8')
  // A process that nobody waits for stays in the list, without a command.
  await until('it has ended', () => read(`/proc/${pid}/cmdline`) === '')
})

test('what a failed test leaves open fails its file alone', async () => {
  const failing = "test('b', () => { setInterval(() => {}, 1000); throw new Error('planted') })"
  const run = await runPlanted({ one: passing, two: failing }, { openMs: 500 })
  assert.match(run.output, /✖ .*two\.mjs: \n {4}left open: .*Timeout/)
  assert.doesNotMatch(run.output, /✖ .*one\.mjs/)
})

test('what is left open fails, with what it is', async () => {
  const run = await runPlanted({ open: "test('b', () => void setInterval(() => {}, 1000))" }, { openMs: 500 })
  assert.equal(run.isPassed, false, run.output)
  assert.match(run.output, /✖ .*open\.mjs: \n {4}left open: .*Timeout/)
})

test('what may go on after the last file is counted from its end, however long the files take', async () => {
  const slow = "test('b', () => new Promise(resolve => setTimeout(resolve, 1500)))"
  const run = await runPlanted({ one: passing, two: slow, three: slow }, { openMs: 1000 })
  assert.ok(run.isPassed, run.output)
  assert.match(run.output, /\n4 passed, 0 failed, 0 skipped$/)
})

test('runs in the same folder know nothing of each other', async () => {
  const path = join(folder, 'shared.mjs')
  writeFileSync(path, `${imports}test('b', () => {})`)
  for (const turn of ['first', 'second']) {
    const outcome = await runFiles([{ lane: 'pure', files: [path], env: process.env }], {
      folder,
      limits,
      signal: new AbortController().signal,
      times: new Map(),
      print: () => {},
    })
    assert.deepEqual(
      outcome.files.map(({ passed, failures }) => ({ passed, failures })),
      [{ passed: 1, failures: [] }],
      turn,
    )
  }
})

test('an error that no test catches fails the file that ran then', async () => {
  for (const fault of ["setImmediate(() => { throw new Error('stray') })", "Promise.reject(new Error('stray'))"]) {
    const run = await runPlanted({ one: passing, two: `test('b', () => { ${fault} })` })
    assert.equal(run.isPassed, false, run.output)
    assert.match(run.output, /✖ .*two\.mjs: .*\n {4}(?:not caught: )?.*Error: stray/)
  }
})

test('a file that cannot be loaded fails, and the others run', async () => {
  const run = await runPlanted({ broken: "import 'no-such-package'", next: passing })
  assert.equal(run.isPassed, false, run.output)
  assert.match(run.output, /✖ .*broken\.mjs: .*\n.*no-such-package/)
  assert.match(run.output, /✔ .*next\.mjs/)
})

test('a process that ends in the middle fails the file that ran then, and the files after it run', async () => {
  const run = await runPlanted({ ends: "test('b', () => process.kill(process.pid, 'SIGKILL'))", next: passing })
  assert.equal(run.isPassed, false, run.output)
  assert.match(run.output, /✖ .*ends\.mjs: \n {4}its process ended with SIGKILL/)
  assert.match(run.output, /✔ .*next\.mjs/)
})
