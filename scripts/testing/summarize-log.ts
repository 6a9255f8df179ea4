/** Reads what the runner writes at the end of a run of tests. */

interface Failure {
  /** Its file and its name. */
  readonly test: string
  /** The first line of its error. */
  readonly message: string
}

export interface RunSummary {
  /** Absent where the run did not come to its end. */
  readonly tests: number | undefined
  readonly failures: readonly Failure[]
}

/** What the log of a run says. */
export function summarizeLog(log: string): RunSummary {
  const [run = '', list = ''] = log.split('✖ failing tests:')
  const tests = run.match(/^ℹ tests (\d+)$/m)?.[1]
  return {
    tests: tests === undefined ? undefined : Number(tests),
    failures: list
      .split(/^(?=test at )/m)
      .flatMap(part => [...part.matchAll(/^test at (.+?):\d+:\d+\n✖ (.+?) \(\d[\d.]*ms\)[^\n]*\n *([^\n]*)/gs)])
      .map(([, file, name, message = '']) => ({ test: `${file}: ${name}`, message })),
  }
}

/** Lines that name each test that failed, in how many of the runs, and with which messages. */
export function listFailures(runs: readonly RunSummary[]): string[] {
  const failures = runs.flatMap((run, index) => run.failures.map(failure => ({ ...failure, run: index + 1 })))
  const byTest = [...Map.groupBy(failures, ({ test }) => test)].sort(([, a], [, b]) => b.length - a.length)
  return byTest.flatMap(([test, times]) => [
    `failed in ${times.length} of ${runs.length} runs (${times.map(({ run }) => run).join(', ')}): ${test}`,
    ...new Set(times.map(({ message }) => `    ${message}`)),
  ])
}
