/**
 * Runs a group of test files in a process group of its own, and ends it at its limits, whatever it does: a test that
 * never ends, an event loop that never turns, a process that outlives its test.
 *
 *     runner ── spawn ──► node group.mjs ── marks ──► NNN.marks     which file and test began, at once
 *            ── SIGUSR2 ►                ── report ─► NNN.report    how each test ended
 *            ── SIGKILL ► the process group              NNN.log    what was printed
 */

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { claimFile, writeGroup } from './groups.ts'
import { type Mark, marksVariable } from './marks.ts'
import { groupVariable, killAll, listSurvivors } from './processes.ts'
import type { TestReport } from './report.ts'

export interface Limits {
  readonly testMs: number
  readonly fileMs: number
  /** How long a process may go on after its last test. */
  readonly openMs: number
  /** How long it may take to name its running tests; one that takes longer is starved. */
  readonly answerMs: number
}

/** The long form makes hundreds of rounds. */
const isLong = process.env.RUSHES_LONG === '1'
export const defaultLimits: Limits = isLong
  ? { testMs: 36_000_000, fileMs: 36_000_000, openMs: 60_000, answerMs: 5000 }
  : { testMs: 120_000, fileMs: 300_000, openMs: 60_000, answerMs: 5000 }

export interface FileResult {
  readonly file: string
  readonly seconds: number
  readonly passed: number
  /** The five tests that took longest. */
  readonly slowest: readonly { readonly test: string; readonly seconds: number }[]
  readonly skipped: readonly string[]
  /** What tests had to say (`context.diagnostic`): what they have drawn, or measured. */
  readonly said: readonly { readonly test: string; readonly message: string }[]
  /** Tests that failed, each with its message; the file itself where no test did. */
  readonly failures: readonly { readonly test: string; readonly message: string }[]
}

export interface GroupResult {
  /** The files that it took. */
  readonly files: readonly FileResult[]
  /** What was printed. */
  readonly log: string
}

export interface GroupRun {
  /** Where its files are written. */
  readonly folder: string
  /** Unique within the folder. */
  readonly name: string
  /** Files to choose from; there is at least one. */
  readonly files: readonly string[]
  /** The folder in which processes take files. */
  readonly claims: string
  /** How many it takes. */
  readonly most: number
  readonly env: NodeJS.ProcessEnv
  readonly limits: Limits
  /** Aborted when the time of the whole run is over. */
  readonly signal: AbortSignal
}

const preloaded = ['untracked.ts', '../seed.ts'].map(name => `--import=${new URL(name, import.meta.url).href}`)
const reporter = new URL('report.ts', import.meta.url).href
const pollMs = 500
/** The system counts the starts of processes in hundredths of a second. */
const clockErrorMs = 20

export async function runGroup(run: GroupRun): Promise<GroupResult> {
  const { folder, name, files, claims, most, env, limits, signal } = run
  const paths = { module: join(folder, `${name}.mjs`), marks: join(folder, `${name}.marks`) }
  const [reportPath, logPath] = [join(folder, `${name}.report`), join(folder, `${name}.log`)]
  writeGroup(paths.module, { files, claims, most, patienceMs: limits.openMs })
  const { NODE_TEST_CONTEXT: _, ...inherited } = env
  const group = randomUUID()
  const output = openSync(logPath, 'w')
  const begun = Date.now()
  const child = spawn(
    process.execPath,
    [
      ...preloaded,
      `--test-timeout=${limits.testMs}`,
      ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${reportPath}`],
      paths.module,
    ],
    {
      detached: true,
      stdio: ['ignore', output, output],
      env: { ...inherited, [marksVariable]: paths.marks, [groupVariable]: group },
    },
  )
  closeSync(output)
  const ended = new Promise<string>(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('exit', (code, by) => resolve(by ?? (code === 0 ? '' : `exit code ${code}`)))
  })
  const ending = new AbortController()
  void ended.then(() => ending.abort())
  const stopped = await watch()
  const how = await ended
  const survivors = listSurvivors(group)
  killAll(survivors.map(({ pid }) => pid))
  return judge()

  /** Waits for the end of the process, or ends it at a limit and says why. */
  async function watch(): Promise<string | undefined> {
    while (!ending.signal.aborted) {
      await delay(pollMs, undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) break
      const over = signal.aborted ? 'the time of the run is over' : findOverrun(readLines<Mark>(paths.marks))
      if (over === undefined) continue
      const told = await describeState()
      if (ending.signal.aborted) break
      killGroup(child.pid!)
      return `${over}; ${told}`
    }
    return undefined
  }

  function findOverrun(marks: readonly Mark[]): string | undefined {
    const last = marks.findLast(({ at }) => at === 'file' || at === 'file end')
    const since = Date.now() - (last && 'time' in last ? last.time : begun)
    if (last === undefined) return since > limits.fileMs ? `not loaded within ${limits.fileMs / 1000} s` : undefined
    if (last.at === 'file') return since > limits.fileMs ? `took more than ${limits.fileMs / 1000} s` : undefined
    return since > limits.openMs + limits.answerMs ? 'did not end after its last test' : undefined
  }

  /** Asks the process what it is doing. */
  async function describeState(): Promise<string> {
    child.kill('SIGUSR2')
    const patience = Date.now() + limits.answerMs
    while (Date.now() < patience && !ending.signal.aborted) {
      await delay(50)
      const state = readLines<Mark>(paths.marks).findLast(({ at }) => at === 'state')
      if (state?.at === 'state') {
        const tests = state.tests.length > 0 ? state.tests.join('; ') : 'no test'
        return `running: ${tests}; open: ${countEach(state.resources)}`
      }
    }
    const began = readLines<Mark>(paths.marks).flatMap(event => (event.at === 'test' ? [event.test] : []))
    return `event loop starved; began last: ${began.slice(-2).join('; ') || 'no test'}`
  }

  function judge(): GroupResult {
    const marks = readLines<Mark>(paths.marks)
    const reports = readLines<TestReport>(reportPath)
    const windows = toWindows(marks)
    const taken = [...windows.keys()]
    // Where the process did not come to a file, the fault may be of any.
    if (taken.length === 0 && claimFile(claims, files[0]!)) taken.push(files[0]!)
    const faults = new Map<string, string[]>()
    const blame = (file: string, message: string) => faults.set(file, [...(faults.get(file) ?? []), message])
    const current = taken.find(file => windows.get(file)?.end === undefined)
    const uncaught = toUncaught(marks)
    for (const { file, message } of uncaught) blame(file ?? taken[0] ?? files[0]!, `not caught: ${message}`)
    for (const { command, startedAt } of survivors) {
      const owner = taken.findLast(file => (windows.get(file)?.begin ?? Infinity) <= startedAt + clockErrorMs)
      // What the runner itself ended leaves its children behind.
      if (stopped === undefined) blame(owner ?? taken[0] ?? files[0]!, `left a process behind: ${command}`)
    }
    const open = marks.find(({ at }) => at === 'open')
    if (current !== undefined) blame(current, stopped ?? `its process ended with ${how || 'exit code 0'}`)
    else if (stopped !== undefined) for (const file of taken) blame(file, stopped)
    else if (open?.at === 'open') {
      // A test that fails does not come to what it would have closed; the other files are not tried again for it.
      const failed = taken.filter(file => reports.some(report => report.file === file && report.outcome === 'failed'))
      for (const file of failed.length > 0 ? failed : taken) blame(file, `left open: ${countEach(open.resources)}`)
    }
    const hasFailed = faults.size > 0 || reports.some(({ outcome }) => outcome === 'failed')
    if (how !== '' && !hasFailed) for (const file of taken) blame(file, `its process ended with ${how}`)
    return {
      files: taken.map(file => toResult(file)),
      log: existsSync(logPath) ? readFileSync(logPath, 'utf8') : '',
    }

    function toResult(file: string): FileResult {
      const own = reports.filter(report => report.file === file)
      const { begin = begun, end = Date.now() } = windows.get(file) ?? {}
      return {
        file,
        seconds: (end - begin) / 1000,
        passed: own.filter(({ outcome }) => outcome === 'passed').length,
        slowest: own
          .flatMap(({ outcome, test, seconds = 0 }) => (outcome === 'passed' ? [{ test, seconds }] : []))
          .toSorted((a, b) => b.seconds - a.seconds)
          .slice(0, 5),
        skipped: own.flatMap(({ outcome, message = '' }) => (outcome === 'skipped' ? [message] : [])),
        said: own.flatMap(({ outcome, test, message = '' }) => (outcome === 'said' ? [{ test, message }] : [])),
        failures: [
          ...own.flatMap(({ outcome, test, message = '' }) => (outcome === 'failed' ? [{ test, message }] : [])),
          ...(faults.get(file) ?? []).map(message => ({ test: '', message })),
        ],
      }
    }
  }
}

/** When each file began and ended. */
function toWindows(marks: readonly Mark[]): Map<string, { begin: number; end?: number }> {
  const windows = new Map<string, { begin: number; end?: number }>()
  for (const event of marks) {
    if (event.at === 'file') windows.set(event.file, { begin: event.time })
    if (event.at === 'file end')
      windows.set(event.file, { begin: event.time, ...windows.get(event.file), end: event.time })
  }
  return windows
}

/** Errors that no test caught, with the file that ran then. */
function toUncaught(marks: readonly Mark[]): { file: string | undefined; message: string }[] {
  let file: string | undefined
  return marks.flatMap(event => {
    if (event.at === 'file') file = event.file
    return event.at === 'uncaught' ? [{ file, message: event.message }] : []
  })
}

/** The whole lines of a file that another process appends to. */
function readLines<T>(path: string): T[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.slice(0, -1).map(line => JSON.parse(line) as T)
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

function countEach(names: readonly string[]): string {
  const counts = [...Map.groupBy(names, name => name)].map(([name, each]) => `${name} × ${each.length}`)
  return counts.join(', ') || 'nothing'
}
