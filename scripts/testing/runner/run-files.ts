/** Runs test files by lanes, those that fail once more and alone, and says how all of them ended. */

import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Lane } from '../lanes.ts'
import { maxFiles, toOrder } from './groups.ts'
import { type FileResult, type GroupRun, type Limits, runGroup } from './run-group.ts'

/** How many groups of a lane run at the same time. A third of its time a test waits for processes and pages. */
const concurrency: Readonly<Record<Lane, number>> = { pure: 3, service: 4, pages: 4, processes: 2, alone: 1 }
/** So many files share a process where files may, even where there are more processors than processes. */
const fewFiles = 4
/** A run with more of them says that something is wrong with all. */
const maxFlaky = 3
/** A run with more of them is not repaired by a second try. */
const maxRetried = 8

export interface Work {
  readonly lane: Lane
  readonly files: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

export interface RunOptions {
  readonly folder: string
  readonly limits: Limits
  readonly signal: AbortSignal
  /** Seconds of each file in an earlier run. */
  readonly times: ReadonlyMap<string, number>
  readonly print: (line: string) => void
}

export interface Outcome {
  /** The last try of each file. */
  readonly files: readonly FileResult[]
  /** First tries of files that passed when they ran once more. */
  readonly flaky: readonly FileResult[]
  readonly isPassed: boolean
}

/** Runs one lane after the other. */
export async function runFiles(works: readonly Work[], options: RunOptions): Promise<Outcome> {
  const results = new Map<string, FileResult>()
  const environments = new Map<string, NodeJS.ProcessEnv>()
  let groups = 0
  // A run of several suites calls this for each: their groups have the same names.
  const folder = mkdtempSync(join(options.folder, 'run-'))
  for (const { lane, files, env } of works) {
    for (const file of files) environments.set(file, env)
    const begun = Date.now()
    await runLane(lane, files, env)
    options.print(`-- ${lane}: ${files.length} files in ${Math.round((Date.now() - begun) / 1000)} s`)
  }
  const failed = [...results.values()].filter(({ failures }) => failures.length > 0)
  const flaky: FileResult[] = []
  if (failed.length <= maxRetried) {
    for (const first of failed) {
      if (options.signal.aborted) break
      options.print(`-- once more, alone: ${first.file}`)
      const claims = mkdtempSync(join(folder, 'claims-'))
      await runOnce({ files: [first.file], claims, most: 1 }, environments.get(first.file)!, 0)
      if (results.get(first.file)?.failures.length === 0) flaky.push(first)
    }
  }
  const files = [...results.values()]
  const isPassed = files.every(({ failures }) => failures.length === 0) && flaky.length <= maxFlaky
  return { files, flaky, isPassed }

  /** Processes next to each other take the files in turn, until there is none left. */
  async function runLane(lane: Lane, files: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
    const order = toOrder(files, options.times)
    const claims = mkdtempSync(join(folder, 'claims-'))
    const listWaiting = () => {
      const taken = new Set(readdirSync(claims).map(decodeURIComponent))
      return order.filter(file => !taken.has(file))
    }
    const work = async (worker: number) => {
      for (let waiting = listWaiting(); waiting.length > 0 && !options.signal.aborted; waiting = listWaiting())
        await runOnce({ files: waiting, claims, most: maxFiles[lane] }, env, worker)
    }
    const enough = Math.ceil(files.length / Math.min(fewFiles, maxFiles[lane]))
    await Promise.all(Array.from({ length: Math.min(concurrency[lane], enough) }, (_, worker) => work(worker)))
    for (const file of order) if (!results.has(file)) reportUnbegun(file)
  }

  async function runOnce(
    choice: Pick<GroupRun, 'files' | 'claims' | 'most'>,
    env: NodeJS.ProcessEnv,
    worker: number,
  ): Promise<void> {
    const name = String(groups++).padStart(3, '0')
    const { limits, signal, print } = options
    const own = { ...env, RUSHES_TEST_WORKER: String(worker) }
    const { files: ended, log } = await runGroup({ ...choice, folder, name, env: own, limits, signal })
    for (const result of ended) {
      results.set(result.file, result)
      print(describeFile(result))
      for (const { test, message } of result.said) print(`    ${test}: ${message}`)
      for (const { test, message } of result.failures) print(`    ${test}\n${indent(message, 6)}`)
    }
    if (log !== '' && ended.some(({ failures }) => failures.length > 0)) {
      print(
        `  printed by the process of ${ended.map(({ file }) => file).join(', ')}:\n${indent(lastLines(log, 200), 4)}`,
      )
    }
  }

  function reportUnbegun(file: string): void {
    const why = options.signal.aborted ? 'the time of the run is over' : 'its process ended before'
    const failures = [{ test: '', message: `did not begin: ${why}` }]
    results.set(file, { file, seconds: 0, passed: 0, slowest: [], skipped: [], said: [], failures })
  }
}

/** The outcome of a suite in which tests may be left out for these reasons alone. */
export function failLeftOut(outcome: Outcome, reasons: readonly string[]): Outcome {
  const files = outcome.files.map(file => {
    const unexpected = new Set(file.skipped.filter(reason => !reasons.includes(reason)))
    const failures = [...unexpected].map(reason => ({ test: '', message: `left out: ${reason}` }))
    return { ...file, failures: [...file.failures, ...failures] }
  })
  return { ...outcome, files, isPassed: outcome.isPassed && files.every(({ failures }) => failures.length === 0) }
}

function describeFile({ file, seconds, passed, skipped, failures }: FileResult): string {
  const counts = [`${passed} passed`, ...(failures.length > 0 ? [`${failures.length} failed`] : [])]
  if (skipped.length > 0) counts.push(`${skipped.length} skipped`)
  return `${failures.length > 0 ? '✖' : '✔'} ${file} (${counts.join(', ')}, ${seconds.toFixed(1)} s)`
}

function indent(text: string, spaces: number): string {
  return text.replaceAll(/^/gm, ' '.repeat(spaces))
}

function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}

/** The end of the output: files that took longest, tests that were left out and why, what failed, and the counts. */
export function summarize({ files, flaky, isPassed }: Outcome): string[] {
  const lines: string[] = ['', 'The files that took longest, in seconds:']
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 15)
  lines.push(...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${file}`))
  lines.push('The tests that took longest, in seconds:')
  const tests = files.flatMap(({ file, slowest }) => slowest.map(each => ({ file, ...each })))
  for (const { file, test, seconds } of tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, 15))
    lines.push(`${seconds.toFixed(1).padStart(8)}  ${file}: ${test}`)
  const skipped = files.flatMap(file => file.skipped)
  for (const [reason, each] of Map.groupBy(skipped, text => text)) lines.push(`left out: ${each.length}: ${reason}`)
  for (const { file, failures } of files) {
    for (const { test, message } of failures) lines.push(`✖ ${file}: ${test}`, `    ${firstLine(message)}`)
  }
  for (const { file, failures } of flaky) {
    for (const { test, message } of failures) lines.push(`flaky: ${file}: ${test}`, `    ${firstLine(message)}`)
  }
  if (flaky.length > maxFlaky) lines.push(`${flaky.length} files were flaky; at most ${maxFlaky} may be`)
  const failed = files.reduce((sum, { failures }) => sum + failures.length, 0)
  const passed = files.reduce((sum, file) => sum + file.passed, 0)
  // A run that fails for other reasons never looks like one that passed.
  const counted = failed === 0 && !isPassed ? flaky.length : failed
  return [...lines, `${passed} passed, ${counted} failed, ${skipped.length} skipped`]
}

function firstLine(text: string): string {
  return text.split('\n').find(line => line.trim() !== '') ?? ''
}
