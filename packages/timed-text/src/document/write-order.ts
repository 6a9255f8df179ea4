import type { LossLog } from './diagnostics.ts'
import type { Cue } from './document.ts'

/** Indexes of the cues by start, as players read them; cues that start together keep their order. */
export function sortByStart(cues: readonly Cue<number>[], log: LossLog): Iterable<number> {
  const late = cues.findIndex((cue, index) => index > 0 && cue.start < cues[index - 1]!.start)
  if (late < 0) return cues.keys()
  log.lose('EXPORT_TIMING_REPAIRED', 'info', 'Cues were sorted by their start', late)
  return [...cues.keys()].sort((a, b) => cues[a]!.start - cues[b]!.start)
}

/** Whether a cue is shown for any time; one that is not is reported. */
export function hasDuration({ start, end }: Cue<number>, index: number, log: LossLog): boolean {
  if (Math.max(0, end) > Math.max(0, start)) return true
  log.lose('EXPORT_TIMING_REPAIRED', 'error', 'Cues that do not end after their start were left out', index)
  return false
}
