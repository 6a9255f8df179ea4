/** What the process of a group of test files has in addition to them: marks for the runner, files taken in turn, an end. */

import { afterEach, before, beforeEach, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { claimFile } from './groups.ts'
import { mark } from './marks.ts'
import { endOfFile } from './report.ts'
import { startTracking, stopTracking } from './untracked.ts'

const running = new Set<string>()

/** Reports each test as it begins; answers the runner, which asks by a signal at a limit. */
export function reportTests(): void {
  beforeEach(({ fullName }) => {
    if (fullName === endOfFile) return
    running.add(fullName)
    mark({ at: 'test', test: fullName })
  })
  afterEach(({ fullName }) => {
    running.delete(fullName)
  })
  process.on('SIGUSR2', () => mark({ at: 'state', tests: [...running], resources: process.getActiveResourcesInfo() }))
}

/** Takes files that no other process has taken, and runs each as a suite, one after the other. */
export async function takeFiles(
  files: readonly (readonly [file: string, url: string])[],
  claims: string,
  most: number,
): Promise<void> {
  let taken = 0
  for (const [file, url] of files) {
    if (taken >= most) return
    if (!claimFile(claims, file)) continue
    taken += 1
    mark({ at: 'file', file, time: Date.now() })
    startTracking()
    describe(file, async () => {
      before(stopTracking)
      await import(url)
    })
    // It begins when the suite has ended, with all that the file does afterwards.
    await test(endOfFile, async () => {
      // What the file put off to the next turn is still its own.
      await nextTurn()
      mark({ at: 'file end', file, time: Date.now() })
    })
  }
}

/** After the last file: ends this process with an error if it still runs so long afterwards: a server or a timer was left open. */
export function endWithin(patienceMs: number): void {
  setTimeout(() => {
    mark({ at: 'open', resources: process.getActiveResourcesInfo() })
    process.exit(1)
  }, patienceMs).unref()
}
