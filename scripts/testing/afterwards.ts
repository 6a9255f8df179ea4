/** The end of a group of tests, whatever they leave behind. */

import { spawnSync } from 'node:child_process'
import { after } from 'node:test'

/** Ends this process with an error if it still runs so long after its last test: a server, a timer or a child was left open. */
export function endAfterwards(patienceMs: number): void {
  after(() => {
    setTimeout(() => {
      console.error(`the tests are over, but something was left open: ${process.getActiveResourcesInfo().join(', ')}`)
      // They would keep the output open, for whose end the runner waits.
      spawnSync('pkill', ['-KILL', '-P', String(process.pid)])
      process.exit(1)
    }, patienceMs).unref()
  })
}
