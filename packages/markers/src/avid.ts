import { addStartTimecode, formatTimecode } from '@rushes/timebase'
import type { Cut } from './cut.ts'
import { describeCounting, toCountedCut } from './lay-out/counting.ts'
import { layOutInTime } from './lay-out/lay-out.ts'
import { listMarkerLine, toOneLine } from './one-line.ts'
import type { FilePart } from './parts.ts'

/**
 * The marker list of Media Composer, a line for each: user, timecode, track, colour, text, length in frames; tabs
 * between. A cut beyond 60 frames a second is counted at a usual rate, which a marker on its first frame says. Throws
 * `NoFramesError`, and `TimebaseError` at a rate without timecode.
 */
export function* listAvidParts(given: Cut): Generator<FilePart> {
  const cut = toCountedCut(given)
  const { format, pieces } = layOutInTime(cut)
  const counting = describeCounting(given, cut)
  if (counting) yield `${['Review', formatTimecode(cut.startTimecode, format), 'V1', 'red', counting, 1].join('\t')}\n`
  for (const { clip, markers } of pieces) {
    const track = clip.isSound ? 'A1' : 'V1'
    for (const { marker, cutFrame, cutLength } of markers) {
      const timecode = formatTimecode(addStartTimecode(cutFrame, cut.startTimecode, format), format)
      const user = toOneLine(marker.author ?? '') || 'Review'
      yield [user, timecode, track, 'red', ''].join('\t')
      yield* listMarkerLine(marker)
      yield `\t${cutLength}\n`
    }
  }
}
