/** When and how events are sent: pure rules. */

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** "The first retry follows within a minute", the last about a day after the first attempt. */
export const retryDelaysMs = [
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  9 * hourMs,
]

/** A target that has taken nothing for so long, while it was tried, is dead. */
export const deadAfterMs = 24 * hourMs
/** Longest that a target which does not answer is left alone, where it does not wish for more. */
const maxOwnHoldMs = 10 * minuteMs
/** Longest wish of a target that is followed. */
export const maxRetryAfterMs = hourMs
/** Longest that a target is left alone. */
export const maxHoldMs = Math.max(maxOwnHoldMs, maxRetryAfterMs)

/**
 * How long after its `attempts`-th attempt an event is tried again; undefined when it is given up. `chance`, from 0 to 1,
 * makes it up to a tenth shorter, so that what failed together does not come back together.
 */
export function toRetryDelay(attempts: number, chance: number): number | undefined {
  const delay = retryDelaysMs[attempts - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 - chance / 10))
}

/**
 * How long a target is left alone after it did not answer so many times in a row, and at least as long as it wishes.
 */
export function toHold(failures: number, retryAfterMs = 0): number {
  const hold = failures === 0 ? 0 : Math.min(maxOwnHoldMs, 5 * secondMs * 2 ** Math.min(failures - 1, 10))
  return Math.max(hold, retryAfterMs)
}

/**
 * For how long an answer wishes not to be asked again (RFC 9110, 10.2.3): seconds, or a date; an hour at most, and 0 for
 * what is neither, or is over.
 */
export function parseRetryAfter(text: string | undefined, now: number): number {
  const value = text?.trim() ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * secondMs : Date.parse(value) - now
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}

/** What an answer means: taken, refused for this event alone, refused for ever, or no answer that means anything. */
export function judge(status: number | undefined): 'taken' | 'refused' | 'gone' | 'ill' {
  if (status === undefined || status >= 500 || status === 408 || status === 429) return 'ill'
  if (status >= 200 && status < 300) return 'taken'
  return status === 410 ? 'gone' : 'refused'
}
