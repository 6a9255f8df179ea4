import type { Frames } from '@rushes/timebase'

/** The first frames of shots, for looking up what is near. */
export interface Cuts {
  readonly has: (frame: Frames) => boolean
  /** The two nearest at or before a frame, nearest first. */
  readonly before: (frame: Frames) => Frames[]
  /** The two nearest after a frame, nearest first. */
  readonly after: (frame: Frames) => Frames[]
}

export function findCuts(shotChanges: readonly Frames[] = []): Cuts {
  // The clip's own beginning is none.
  const cuts = [...new Set(shotChanges.filter(frame => Number.isSafeInteger(frame) && frame > 0))].sort((a, b) => a - b)
  /** How many are at or before a frame. */
  const count = (frame: Frames) => {
    let low = 0
    let high = cuts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (cuts[middle]! <= frame) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    has: frame => cuts[count(frame) - 1] === frame,
    before(frame) {
      const until = count(frame)
      return cuts.slice(Math.max(0, until - 2), until).reverse()
    },
    after(frame) {
      const from = count(frame)
      return cuts.slice(from, from + 2)
    },
  }
}
