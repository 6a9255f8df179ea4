/** How much one caller may ask for, by the time at which all that was asked for would have been answered evenly. */

/** What a caller may do by now. */
export interface Allowance {
  readonly isAllowed: boolean
  /** Most requests at once. */
  readonly limit: number
  /** Requests that may follow at once. */
  readonly remaining: number
  /** Seconds until `limit` requests may come at once again. */
  readonly resetSeconds: number
  /** Seconds until the next request; 0 when it may come now. */
  readonly retrySeconds: number
}

export interface RateLimiter {
  /** Counts a request at this time in milliseconds, of a clock that never goes back. */
  take(key: string, nowMs: number): Allowance
  /** How many callers are remembered. */
  readonly size: number
}

const burstSeconds = 10

/**
 * A limiter of so many requests a second, of which those of ten seconds may come at once. It remembers `mostKeys`
 * callers at most: of more it forgets those that have been silent the longest.
 */
export function createRateLimiter(perSecond: number, mostKeys = 100_000): RateLimiter {
  const everyMs = 1000 / perSecond
  const limit = Math.ceil(perSecond * burstSeconds)
  const burstMs = limit * everyMs
  // Two halves: the older one is dropped when the younger one is full, so that forgetting costs nothing.
  let young = new Map<string, number>()
  let old = new Map<string, number>()

  function remember(key: string, doneAt: number): void {
    if (young.size >= mostKeys / 2 && !young.has(key)) {
      old = young
      young = new Map()
    }
    young.set(key, doneAt)
  }

  return {
    take(key, nowMs) {
      const doneAt = Math.max(young.get(key) ?? old.get(key) ?? nowMs, nowMs)
      const isAllowed = doneAt + everyMs - nowMs <= burstMs + 1e-6
      const after = isAllowed ? doneAt + everyMs : doneAt
      remember(key, after)
      return {
        isAllowed,
        limit,
        remaining: Math.max(0, Math.floor((burstMs - (after - nowMs)) / everyMs + 1e-6)),
        resetSeconds: Math.ceil((after - nowMs) / 1000),
        retrySeconds: isAllowed ? 0 : Math.max(1, Math.ceil((doneAt + everyMs - burstMs - nowMs) / 1000)),
      }
    },
    get size() {
      return young.size + old.size
    },
  }
}
