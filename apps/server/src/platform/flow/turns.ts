import { ServiceError } from '@rushes/contract'

/**
 * Runs at most `mostAtOnce` pieces of work at a time and lets at most `longestQueue` wait; more are refused with
 * TooManyRequestsError.
 */
export function createTurns(mostAtOnce: number, longestQueue: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let running = 0
  return async work => {
    if (running < mostAtOnce) {
      running++
    } else {
      if (queue.length >= longestQueue) {
        throw new ServiceError('TooManyRequestsError', 'Too many logins at once; try again', { retryAfterSeconds: 1 })
      }
      // The one who finishes hands its place over, so `running` stays as it is.
      await new Promise<void>(resolve => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
