import { type ErrorName, malformed, ServiceError } from '@rushes/contract'
import { QuerySyntaxError } from '@rushes/query'
import { DatabaseError } from 'pg'
import { StoreUnavailableError } from './blobs/blobs.ts'
import { DatabaseUnavailableError } from './database/index.ts'

/** What the web framework and the database call what the interface calls otherwise. */
const knownCodes: Record<string, [ErrorName, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PayloadTooLargeError', 'The body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UnsupportedMediaTypeError', 'This content type is not supported'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BadRequestError', 'The body does not have the length it claims'],
  FST_ERR_BAD_URL: ['BadRequestError', 'The address is not a valid URL'],
  FST_ERR_MAX_PARAM_LENGTH: ['BadRequestError', 'A part of the address is too long'],
  // Text that no database column can hold.
  '22021': ['BadRequestError', 'The request holds characters that are not text'],
  '22P05': ['BadRequestError', 'The request holds characters that are not text'],
  // A row that others still point to.
  '23503': ['ConflictError', 'This is still in use'],
  '23505': ['ConflictError', 'There is such a one already'],
  '40001': ['ConflictError', 'Someone else changed this at the same moment; try again'],
  '40P01': ['ConflictError', 'Someone else changed this at the same moment; try again'],
  '57014': ['UnavailableError', 'This takes too long; ask for less'],
  '53100': ['StorageFullError', 'The storage is full'],
  ENOSPC: ['StorageFullError', 'The storage is full'],
}

/**
 * Whether PostgreSQL refused a statement for its values: they are of no type that it has (class 22), or it would be
 * too large or too complex (class 54). The same statement with other values passes, so these come from the caller.
 */
export function isRefusedStatement(error: unknown): boolean {
  return error instanceof DatabaseError && /^(?:22|54)\w{3}$/.test(error.code ?? '')
}

/** The service's error for one of whatever origin; an unknown one tells nothing. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof QuerySyntaxError) {
    const { parameter = 'q', problem, position, expected } = error
    return malformed(parameter, `${problem} at position ${position}, expected ${expected}`)
  }
  const { code, statusCode, message = '' } = error as { code?: string; statusCode?: number; message?: string }
  const known = code === undefined ? undefined : knownCodes[code]
  if (known) return new ServiceError(...known)
  if (isRefusedStatement(error)) {
    const limit = 'This asks for more than the database can do in one statement; ask for less'
    return new ServiceError('BadRequestError', code?.startsWith('54') ? limit : 'A value is not one that can be stored')
  }
  if (error instanceof DatabaseUnavailableError) {
    return new ServiceError('UnavailableError', 'The service is temporarily unavailable', { retryAfterSeconds: 1 })
  }
  if (error instanceof StoreUnavailableError) {
    return new ServiceError('UnavailableError', 'The storage is temporarily unavailable', { retryAfterSeconds: 5 })
  }
  if (statusCode !== undefined && statusCode < 500) return new ServiceError('BadRequestError', message)
  return new ServiceError('InternalError', 'Something went wrong on our side')
}
