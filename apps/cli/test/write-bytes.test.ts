import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { toCommandError } from '../src/errors/errors.ts'
import { writeBytes } from '../src/service/downloads.ts'

const full = '/dev/full'

test('a full disk is reported as such, with the name of the file', {
  skip: !existsSync(full) && `there is no ${full}`,
}, async () => {
  const { signal } = new AbortController()
  const told: number[] = []
  const written = writeBytes(Readable.from([Buffer.alloc(1000), Buffer.alloc(500)]), full, {
    flags: 'a',
    signal,
    onProgress: bytes => told.push(bytes),
  })
  const error = await written.then(
    () => assert.fail('it was written'),
    (thrown: unknown) => toCommandError(thrown, signal),
  )
  assert.deepEqual([error.failure, error.message], ['failed', `There is no room left for ${full}`])
  assert.equal(told[0], 1000)
})
