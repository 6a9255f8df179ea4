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
  /** Those that failed at least once, also where a second try passed. */
  readonly failures: readonly Failure[]
}

/** What the log of a run says. */
export function summarizeLog(log: string): RunSummary {
  const counts = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(log)?.slice(1).map(Number)
  const end = log.slice(log.lastIndexOf('The files that took longest'))
  return {
    tests: counts?.reduce((sum, count) => sum + count, 0),
    failures: [...end.matchAll(/^(?:✖|flaky:) (\S+: .*)\n {4}(.*)$/gm)].map(([, test = '', message = '']) => ({
      test,
      message,
    })),
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
