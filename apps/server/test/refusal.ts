import { ServiceError } from '@rushes/contract'

/** For `assert.rejects`: an error of the service with this status, and this in its message. */
export const refusal =
  (status: number, part = '') =>
  (error: unknown): boolean =>
    error instanceof ServiceError && error.status === status && error.message.includes(part)
