import type { Cue } from '../document/document.ts'

type Times = Pick<Cue<number>, 'start' | 'end'>

/** Generated cues as writers keep them: each ends after its start, in the order of their starts. */
export function toShownCues<T extends Times>(cues: readonly T[]): T[] {
  return sortCues(
    cues.map(cue => {
      const [start, end] = [Math.min(cue.start, cue.end), Math.max(cue.start, cue.end)]
      return { ...cue, start, end: end > start ? end : start + 1 }
    }),
  )
}

/** The cues that are shown, in the order of their starts. */
export function listShown<T extends Times>(cues: readonly T[]): T[] {
  return sortCues(cues.filter(({ start, end }) => end > start))
}

function sortCues<T extends Times>(cues: readonly T[]): T[] {
  return cues.toSorted((a, b) => a.start - b.start)
}
