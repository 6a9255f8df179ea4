/** A reporter that names each test file in which something failed, once, on a line of its own. */

import type { TestEvent } from 'node:test/reporters'

export default async function* nameFailedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const named = new Set<string>()
  for await (const event of events) {
    if (event.type !== 'test:fail' || !event.data.file || named.has(event.data.file)) continue
    named.add(event.data.file)
    yield `${event.data.file}\n`
  }
}
