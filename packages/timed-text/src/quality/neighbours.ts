import { createHalfFinder } from '../spotting/lanes.ts'
import type { CheckedDocument } from './subject.ts'

/**
 * For each cue the index of the one before it in the same half of the picture: what is at the top and what is at the
 * bottom may be shown together. Undefined for the first ones, and for comments.
 */
export function findPrevious(document: CheckedDocument): (number | undefined)[] {
  const isAtTop = createHalfFinder(document)
  const last: { top?: number; bottom?: number } = {}
  return document.cues.map((cue, index) => {
    if (cue.hidden) return undefined
    const half = isAtTop(cue) ? 'top' : 'bottom'
    const before = last[half]
    last[half] = index
    return before
  })
}

/**
 * The cues whose warnings a change may change. A rule looks at a cue and at the one before it in its half. When a cue is
 * changed, moved, put in or taken out, that concerns the cue that is now at its index and the next one in each half,
 * wherever it stood before.
 */
export function findAffected(document: CheckedDocument, changed: ReadonlySet<number>): number[] {
  const isAtTop = createHalfFinder(document)
  /** For each half, how many changes stood before its last cue. */
  const seen = { top: 0, bottom: 0 }
  let changes = 0
  const affected: number[] = []
  for (const [index, cue] of document.cues.entries()) {
    const half = isAtTop(cue) ? 'top' : 'bottom'
    const isNext = !cue.hidden && changes > seen[half]
    if (changed.has(index) || isNext) affected.push(index)
    if (!cue.hidden) seen[half] = changes
    if (changed.has(index)) changes += 1
  }
  return affected
}
