/**
 * Loaded before every test file, ahead of the test runner, which follows every promise of the process to find the test
 * that an uncaught error belongs to. A service does its work with a fifth less of the processor where it does not: such
 * an error then fails the group, and is written here with its stack (docs/adr/0061).
 */

import hooks from 'node:async_hooks'
import { mark } from './marks.ts'

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

/** For the time after all tests are declared: which suite a declaration is in, the runner finds in the same way. */
export function stopTracking(): void {
  ofRunner?.disable()
  hooks.createHook = createHook
}
