/** A reporter that ends the output with the test files that took longest. */

import type { TestEvent } from 'node:test/reporters'

const mostShown = 15

export default async function* reportSlowFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: { name: string; seconds: number }[] = []
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue
    files.push({ name: data.name, seconds: data.details.duration_ms / 1000 })
  }
  files.sort((a, b) => b.seconds - a.seconds)
  yield 'The files that took longest, in seconds:\n'
  for (const { name, seconds } of files.slice(0, mostShown)) yield `${seconds.toFixed(1).padStart(8)}  ${name}\n`
}
