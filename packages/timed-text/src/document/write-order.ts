import type { LossLog } from './diagnostics.ts'
import type { Cue } from './document.ts'

/** Indexes of the cues by start, as players read them; cues that start together keep their order. */
export function sortByStart(cues: readonly Cue<number>[], log: LossLog): Iterable<number> {
  const late = cues.findIndex((cue, index) => index > 0 && cue.start < cues[index - 1]!.start)
  if (late < 0) return cues.keys()
  log.lose('EXPORT_TIMING_REPAIRED', 'info', 'Cues were sorted by their start', late)
  return listByStart(cues)
}

/** Whether a cue is shown for any time; one that is not is reported. */
export function hasDuration({ start, end }: Cue<number>, index: number, log: LossLog): boolean {
  if (Math.max(0, end) > Math.max(0, start)) return true
  log.lose('EXPORT_TIMING_REPAIRED', 'error', 'Cues that do not end after their start were left out', index)
  return false
}

/** Reports cues that begin while another is shown, in a format whose players show one at a time. */
export function reportOverlaps(cues: readonly Cue<number>[], format: string, log: LossLog): void {
  const message = `${format} shows one subtitle at a time; cues that begin before the one before them ends hide it`
  let shownUntil = Number.NEGATIVE_INFINITY
  for (const index of listByStart(cues)) {
    const { start, end, hidden } = cues[index]!
    if (hidden || end <= start) continue
    if (start < shownUntil) log.lose('TIMING_OVERLAP', 'warning', message, index)
    shownUntil = Math.max(shownUntil, end)
  }
}

function listByStart(cues: readonly Cue<number>[]): readonly number[] {
  return [...cues.keys()].sort((a, b) => cues[a]!.start - cues[b]!.start)
}
