/**
 * Loaded before every test file, ahead of the test runner, which follows every promise of the process to find the test
 * that an uncaught error belongs to. A service does its work with a fifth less of the processor where it does not: such
 * an error then fails the group, and is written here with its stack (docs/adr/0061).
 */

import hooks from 'node:async_hooks'
import { ChildProcess } from 'node:child_process'
import { mark } from './marks.ts'
import { groupVariable } from './processes.ts'

const { createHook } = hooks
let ofRunner: hooks.AsyncHook | undefined
hooks.createHook = callbacks => {
  ofRunner = createHook(callbacks)
  return ofRunner
}
await import('node:test')

process.on('uncaughtExceptionMonitor', error => {
  console.error(error)
  mark({ at: 'uncaught', message: String(error) })
})
process.on('unhandledRejection', error => {
  console.error(error)
  mark({ at: 'uncaught', message: String(error) })
  process.exitCode = 1
})

/** What a test starts is found by this variable if it is left behind, also where the test makes up its environment. */
const { prototype } = ChildProcess as unknown as { prototype: { spawn(options: { envPairs: string[] }): number } }
const { spawn } = prototype
prototype.spawn = function (options) {
  const own = `${groupVariable}=${process.env[groupVariable]}`
  if (process.env[groupVariable] !== undefined && !options.envPairs.includes(own)) options.envPairs.push(own)
  return spawn.call(this, options)
}

/** While the tests of a file are declared: which suite a declaration is in, the runner finds in the same way. */
export function startTracking(): void {
  ofRunner?.enable()
}

export function stopTracking(): void {
  ofRunner?.disable()
  hooks.createHook = createHook
}
