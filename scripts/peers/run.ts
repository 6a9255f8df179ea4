import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export const root = `${import.meta.dirname}/../..`

/** Runs a program; a failure has its output, where a compiler names the error. */
export function run(command: string, options: readonly string[], cwd: string): Promise<{ stdout: string }> {
  return promisify(execFile)(command, options, { cwd, maxBuffer: 64 * 1024 * 1024 }).catch(error => {
    assert.fail(`${error.message}\n${error.stdout}`)
  })
}
