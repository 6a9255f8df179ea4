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
/** Longest that a target which does not answer is left alone. */
export const maxHoldMs = 10 * minuteMs

/**
 * How long after its `attempts`-th attempt an event is tried again; undefined when it is given up. `chance`, from 0 to 1,
 * makes it up to a tenth shorter, so that what failed together does not come back together.
 */
export function toRetryDelay(attempts: number, chance: number): number | undefined {
  const delay = retryDelaysMs[attempts - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 - chance / 10))
}

/** How long a target is left alone after it did not answer so many times in a row. */
export function toHold(failures: number): number {
  return failures === 0 ? 0 : Math.min(maxHoldMs, 5 * secondMs * 2 ** Math.min(failures - 1, 10))
}

/** What an answer means: taken, refused for this event alone, refused for ever, or no answer that means anything. */
export function judge(status: number | undefined): 'taken' | 'refused' | 'gone' | 'ill' {
  if (status === undefined || status >= 500 || status === 408 || status === 429) return 'ill'
  if (status >= 200 && status < 300) return 'taken'
  return status === 410 ? 'gone' : 'refused'
}
