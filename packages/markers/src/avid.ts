import { addStartTimecode, formatTimecode } from '@rushes/timebase'
import type { Cut } from './cut.ts'
import { layOutInTime } from './lay-out.ts'
import { listMarkerLine, toOneLine } from './one-line.ts'
import type { FilePart } from './parts.ts'

/**
 * The marker list of Media Composer, a line for each: user, timecode, track, colour, text, length in frames; tabs
 * between. Throws `NoFramesError`, and `TimebaseError` at a rate without timecode.
 */
export function* listAvidParts(cut: Cut): Generator<FilePart> {
  const { format, pieces } = layOutInTime(cut)
  for (const { clip, markers } of pieces) {
    const track = clip.isSound ? 'A1' : 'V1'
    for (const { marker, cutFrame } of markers) {
      const timecode = formatTimecode(addStartTimecode(cutFrame, cut.startTimecode, format), format)
      const user = toOneLine(marker.author ?? '') || 'Review'
      yield [user, timecode, track, 'red', ''].join('\t')
      yield* listMarkerLine(marker)
      yield '\t1\n'
    }
  }
}
