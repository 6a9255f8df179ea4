import { readFileSync } from 'node:fs'

/** The only place that reads the time; a test brings a clock of its own. */
export interface Clock {
  /** Now, in epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** The system's clock, or the one that a test moves by a file. */
export function createClock(offsetFile: string | undefined): Clock {
  return offsetFile === undefined ? systemClock : createOffsetClock(offsetFile)
}

/** The system's clock moved by the number of milliseconds that a file holds, read at most ten times a second. */
function createOffsetClock(file: string): Clock {
  let offsetMs = 0
  let readAt = Number.NEGATIVE_INFINITY
  return {
    now() {
      const now = Date.now()
      if (now - readAt >= 100) {
        readAt = now
        offsetMs = readOffset(file) ?? offsetMs
      }
      return now + offsetMs
    },
  }
}

/** The offset in a file; nothing while the file is absent or half written. */
function readOffset(file: string): number | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
  } catch {
    return undefined
  }
}
