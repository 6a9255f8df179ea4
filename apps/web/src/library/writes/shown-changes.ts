/** What clips are shown with before the search knows of it. */

import { signal } from '@preact/signals'
import type { FoundClip } from '../clips/clip-search.ts'

/** Members of clips, by their ids. */
export type Parts = ReadonlyMap<number, Partial<FoundClip>>

interface ShownChange {
  readonly parts: Parts
  /** When the index had it, by `performance.now()`; not yet where there is none. */
  doneAt?: number
}

const changes = signal<readonly ShownChange[]>([])

/** Shows members of clips in place of those that the search gives. */
export function showParts(parts: Parts): ShownChange {
  const shown: ShownChange = { parts }
  changes.value = [...changes.value, shown]
  return shown
}

export function hideParts(shown: ShownChange | undefined): void {
  changes.value = changes.value.filter(other => other !== shown)
}

/** What was in the index when a search began is what that search gives. */
export function dropFound(searchBegan: number): void {
  const left = changes.peek().filter(({ doneAt }) => doneAt === undefined || doneAt > searchBegan)
  if (left.length < changes.peek().length) changes.value = left
}

/** A clip with what was written to it here. */
export function withChanges(clip: FoundClip): FoundClip {
  const shown = changes.value.flatMap(({ parts }) => parts.get(clip.id) ?? [])
  return shown.length === 0 ? clip : Object.assign({}, clip, ...shown)
}
