/** What the process of a group of test files has in addition to them: marks for the runner, files loaded in turn, an end. */

import { AsyncResource } from 'node:async_hooks'
import { after, afterEach, before, beforeEach, describe } from 'node:test'
import { mark } from './marks.ts'
import { stopTracking } from './untracked.ts'

const running = new Set<string>()
let loading: Promise<unknown> = Promise.resolve()

/** Reports each test as it begins; answers the runner, which asks by a signal at a limit. */
export function reportTests(): void {
  beforeEach(({ fullName }) => {
    running.add(fullName)
    mark({ at: 'test', test: fullName })
  })
  afterEach(({ fullName }) => {
    running.delete(fullName)
  })
  process.on('SIGUSR2', () => mark({ at: 'state', tests: [...running], resources: process.getActiveResourcesInfo() }))
}

/** A file of tests as a suite. Files are loaded one after the other, in their order, whatever they await meanwhile. */
export function describeFile(file: string, url: string): void {
  describe(file, () => {
    before(() => {
      stopTracking()
      mark({ at: 'file', file, time: Date.now() })
    })
    after(() => mark({ at: 'file end', file, time: Date.now() }))
    // What the file declares belongs to the suite that its code runs in, however long that had to wait.
    const suite = new AsyncResource('TestFile')
    const loaded = loading.then(() => suite.runInAsyncScope(() => import(url)))
    loading = loaded.catch(() => undefined)
    return loaded
  })
}

/** Ends this process with an error if it still runs so long after its last test: a server or a timer was left open. */
export function endAfterwards(patienceMs: number): void {
  after(() => {
    setTimeout(() => {
      mark({ at: 'open', resources: process.getActiveResourcesInfo() })
      process.exit(1)
    }, patienceMs).unref()
  })
}
