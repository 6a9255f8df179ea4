import { isRefusal } from '../../platform/reading/api.ts'
import { texts } from '../messages.ts'

/** Of a value that was expected and is another one by now, says so in plain words. */
export function toChangedSince(error: unknown): never {
  throw isRefusal(error, 'ConflictError') ? new Error(texts('changedSince')) : error
}
