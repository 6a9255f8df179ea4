import type { SubtitleEntry } from '@rushes/contract'

const kept = new WeakSet<object>()

/** Notes that entries have the shape of subtitles and can be stored as they are. */
export function markKept(entries: readonly SubtitleEntry[]): void {
  for (const entry of entries) kept.add(entry)
}

/** Whether this is an entry that was found to be one. */
export function isKept(value: unknown): boolean {
  return typeof value === 'object' && value !== null && kept.has(value)
}
