/** A process that registers a made-up format before it loads anything else: many lists are taken from the registry when loaded. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** The module that registers the format when it is loaded. */
export const registration = import.meta.resolve('../../../../../packages/timed-text/src/testing/made-up-format.ts')
const variable = 'RUSHES_TEST_MADE_UP_FORMAT'
/** Whether this process is such a one. */
export const isOwnProcess = process.env[variable] !== undefined

/** Runs a file of tests in a process of its own; resolves to how it ended and to what it printed. */
export async function runInOwnProcess(file: string, signal: AbortSignal): Promise<{ code: unknown; output: string }> {
  // The runner's own, which has a test file report to it instead of printing.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const child = spawn(process.execPath, [`--import=${registration}`, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...inherited, [variable]: '1' },
    signal,
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, output }
}
