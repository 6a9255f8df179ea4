/** How the entries of subtitles are stored: each as a row of its own. */

import type { ContentList } from '../../annotations/index.ts'
import { listPositions, type PlacedEntry, selectEntries, selectEntryBytes, writeEntries } from './store.ts'

/** Between the positions of two entries that are written together, so that others find a place between them. */
const gap = 2 ** 20

/** The rows that change. */
interface EntryChange {
  readonly removed: readonly number[]
  readonly written: readonly PlacedEntry[]
}

/** The subtitles in the content of an annotation. */
export const entryList: ContentList = {
  funnel: 'Subtitle',
  member: 'subtitles',
  items: selectEntries,
  bytes: selectEntryBytes,
  async write({ db }, id, after, before) {
    const positions = before.length > 0 ? await listPositions(db, id) : []
    await writeEntries(db, id, planChange(before, positions, after))
  },
}

/** What has to be written so that a list becomes another one: what is between the entries at both ends that stay. */
export function planChange(
  before: readonly unknown[],
  positions: readonly number[],
  after: readonly unknown[],
): EntryChange {
  if (positions.length !== before.length) throw new Error(`${before.length} entries have ${positions.length} positions`)
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const free = positions.slice(start, before.length - end)
  const entries = after.slice(start, after.length - end)
  if (entries.length <= free.length) {
    const written = entries.map((entry, index) => ({ position: free[index]!, entry }))
    return {
      removed: free.slice(entries.length),
      written: written.filter(({ entry }, index) => entry !== before[start + index]),
    }
  }
  const from = positions[start - 1] ?? 0
  const to = positions[before.length - end] ?? from + gap * (entries.length + 1)
  const step = Math.floor((to - from) / (entries.length + 1))
  if (step === 0) return { removed: positions, written: place(after, 0, gap) }
  return { removed: free, written: place(entries, from, step) }
}

function place(entries: readonly unknown[], from: number, step: number): PlacedEntry[] {
  return entries.map((entry, index) => ({ position: from + step * (index + 1), entry }))
}

/** The entries of content that may be anything. */
export function listEntries(content: unknown): readonly unknown[] {
  const isContent = typeof content === 'object' && content !== null && 'subtitles' in content
  return isContent && Array.isArray(content.subtitles) ? content.subtitles : []
}
