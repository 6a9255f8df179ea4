import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { ServiceError } from '@rushes/contract'
import { pino } from 'pino'
import { DatabaseUnavailableError } from '../../database/index.ts'
import { toWatched } from './watched.ts'

/** Bytes on their way whose permission is checked when the test says so; each check fails with the next of these errors. */
function watch(errors: readonly Error[]) {
  const left = [...errors]
  let check = () => {}
  let isListened = true
  const signals = {
    emit: () => {},
    on(_name: string, listener: () => void) {
      check = listener
      return () => {
        isListened = false
      }
    },
    stop: async () => {},
  }
  const assertAllowed = async () => {
    const error = left.shift()
    if (error) throw error
  }
  const bytes = toWatched({ signals, log: pino({ level: 'silent' }) }, new PassThrough(), assertAllowed)
  return {
    bytes,
    async check() {
      check()
      await new Promise(setImmediate)
    },
    isListened: () => isListened,
  }
}

test('an answer goes on while the check of its permission cannot be made, and stops when it is refused', async () => {
  const refused = new ServiceError('UnauthorizedError', 'The session has ended')
  const { bytes, check, isListened } = watch([
    new DatabaseUnavailableError(new Error('connection terminated')),
    new ServiceError('UnavailableError', 'Busy'),
    new Error('a defect'),
    refused,
  ])
  for (let passing = 0; passing < 3; passing++) {
    await check()
    assert.equal(bytes.destroyed, false)
  }
  const stopped = once(bytes, 'error')
  await check()
  assert.equal((await stopped)[0], refused)
  assert.equal(isListened(), false)
})

test('an answer that is over is not checked any more', async () => {
  const { bytes, isListened } = watch([])
  bytes.destroy()
  await once(bytes, 'close')
  assert.equal(isListened(), false)
})
