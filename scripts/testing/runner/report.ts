/** The reporter of a process of tests: a line of JSON for each test, with the file and the suites that it is in. */

import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** A test that ended, or a suite that was skipped or whose hooks or code failed; and what either had to say. */
export interface TestReport {
  readonly file: string
  /** Its suites and its name. */
  readonly test: string
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'said'
  /** Why it failed or was skipped, or what it said. */
  readonly message?: string
  /** How long a test took that passed. */
  readonly seconds?: number
}

/** The name of what stands between two files. */
export const endOfFile = 'end of the file'

interface Details {
  readonly duration_ms?: number
  readonly type?: string
  readonly error?: Error & { readonly failureType?: string; readonly cause?: unknown }
}

export default async function* reportTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  /** The names of what is reported now, from the file down to the test. */
  const names: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') names.splice(data.nesting, names.length, data.name)
    if (type === 'test:diagnostic' && data.nesting > 0) {
      const [file = '', ...test] = names.slice(0, data.nesting + 1)
      const said: TestReport = { file, test: test.join(' > '), outcome: 'said', message: data.message }
      yield `${JSON.stringify(said)}\n`
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const report = toReport(data, [...names.slice(0, data.nesting), data.name], type === 'test:fail')
    if (report) yield `${JSON.stringify(report)}\n`
  }
}

function toReport(
  data: { readonly skip?: string | boolean; readonly todo?: string | boolean; readonly details: unknown },
  [file = '', ...names]: readonly string[],
  isFailed: boolean,
): TestReport | undefined {
  if (file === endOfFile) return undefined
  const { type, error, duration_ms: ms = 0 } = data.details as Details
  const test = names.join(' > ')
  if (isFailed && error?.failureType !== 'subtestsFailed')
    return { file, test, outcome: 'failed', message: inspect(error?.cause ?? error) }
  const reason = data.skip ?? data.todo
  // The tests of a suite that is skipped are not known.
  if (reason !== undefined) return { file, test, outcome: 'skipped', message: String(reason) }
  if (type === 'suite') return undefined
  return isFailed ? undefined : { file, test, outcome: 'passed', seconds: ms / 1000 }
}
