import type { Frames } from '@rushes/timebase'
import type { Diagnostic, DiagnosticCode } from '../../document/diagnostics.ts'
import type { Cue, FrameDocument } from '../../document/document.ts'
import { mapTimes } from '../../document/times.ts'

export interface MappedDocument {
  readonly document: FrameDocument
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Moves the times of cues, and tells what that did to them: what would begin before the clip begins with it, what has
 * changed places is put in order again, what lies over another or has become too short to be seen is reported. Indexes
 * are those of the new document.
 *
 * @param applies to which cues; to all when absent
 */
export function mapFrames(
  document: FrameDocument,
  map: (frame: Frames) => Frames,
  applies: (cue: Cue<Frames>) => boolean = () => true,
): MappedDocument {
  const mapped = mapTimes(document, map)
  const moves = document.cues.map((old, index): Move => ({ old, now: applies(old) ? mapped.cues[index]! : old }))
  const overtaking = new Set(moves.filter((move, index) => hasPassed(move, moves[index - 1])))
  if (document.cues.every((cue, index) => index === 0 || cue.start >= document.cues[index - 1]!.start)) {
    moves.sort((a, b) => a.now.start - b.now.start)
  }
  const diagnostics: Diagnostic[] = []
  const tell = (code: DiagnosticCode, message: string, isSo: (move: Move, before: Move | undefined) => boolean) => {
    const cueIndex = moves.findIndex((move, index) => isSo(move, moves[index - 1]))
    const count = moves.filter((move, index) => isSo(move, moves[index - 1])).length
    if (count > 0) diagnostics.push({ code, severity: 'warning', message, cueIndex, count })
  }
  tell(
    'TIMING_OUT_OF_MEDIA',
    'Begins before the clip, and is shown from its first frame on',
    ({ now }) => now.start < 0,
  )
  tell('DURATION_TOO_SHORT', 'Is now shorter than a frame', ({ old, now }) => {
    return old.end > old.start && now.end <= Math.max(0, now.start)
  })
  tell('TIMING_ORDER', 'Now begins before the subtitle that it came after', move => overtaking.has(move))
  tell('TIMING_OVERLAP', 'Now begins before the subtitle before it ends', (move, before) => {
    return before !== undefined && overlaps(before.now, move.now) && !overlaps(before.old, move.old)
  })
  const moved = { ...document, cues: moves.map(({ now }) => now) }
  return { document: mapTimes(moved, frame => Math.max(0, frame)), diagnostics }
}

interface Move {
  readonly old: Cue<Frames>
  readonly now: Cue<Frames>
}

function hasPassed({ old, now }: Move, before: Move | undefined): boolean {
  return before !== undefined && now.start < before.now.start && old.start >= before.old.start
}

function overlaps(a: Cue<Frames>, b: Cue<Frames>): boolean {
  return a.start < b.end && b.start < a.end
}
