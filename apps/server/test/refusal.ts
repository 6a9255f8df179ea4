import assert from 'node:assert/strict'
import { type ErrorName, ServiceError } from '@rushes/contract'

/** For `assert.rejects`: an error of the service with this status, and this in its message. */
export const refusal =
  (status: number, part = '') =>
  (error: unknown): boolean =>
    error instanceof ServiceError && error.status === status && error.message.includes(part)

/** The same by the type of the error and the path of its first fault. */
export const refusalAt =
  (type: ErrorName, path?: string, part = '') =>
  (error: unknown): boolean => {
    assert.ok(error instanceof ServiceError, String(error))
    assert.equal(error.type, type)
    if (path !== undefined) assert.equal((error.data as { path: string }[])[0]?.path, path)
    assert.ok(error.message.includes(part), error.message)
    return true
  }

/** The same of a broken rule whose one fault is at this path. */
export const refusedAt =
  (path: string, part = '') =>
  (error: unknown): boolean => {
    assert.ok(error instanceof ServiceError, String(error))
    assert.equal(error.type, 'ValidationError', error.message)
    assert.deepEqual(error.data, [{ path, message: (error.data as { message: string }[])[0]?.message }])
    assert.ok(error.message.includes(part), error.message)
    return true
  }
