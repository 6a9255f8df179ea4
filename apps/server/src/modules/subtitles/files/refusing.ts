import { ServiceError } from '@rushes/contract'
import { TimebaseError } from '@rushes/timebase'
import { PermanentError } from '../../workflows/index.ts'

/** What is wrong with a request, a file or the subtitles is wrong at the next attempt as well. */
export async function refusingForGood<T>(steps: () => T | Promise<T>): Promise<T> {
  try {
    return await steps()
  } catch (error) {
    if (error instanceof TimebaseError) throw new PermanentError('INVALID_TIMES', error.message)
    if (error instanceof ServiceError && error.status < 500) throw new PermanentError(error.type, error.message)
    throw error
  }
}
