import { addStartTimecode, formatTimecode } from '@rushes/timebase'
import type { Cut } from '../cut.ts'
import { layOutInTime } from '../lay-out.ts'
import { toMarkerLine, toOneLine } from '../one-line.ts'

/**
 * The marker list of Media Composer, a line for each: user, timecode, track, colour, text, length in frames; tabs
 * between. Throws `NoFramesError`, and `TimebaseError` at a rate without timecode.
 */
export function writeAvid(cut: Cut): string {
  const { format, pieces } = layOutInTime(cut)
  return pieces
    .flatMap(({ clip, markers }) => markers.map(placed => ({ ...placed, track: clip.isSound ? 'A1' : 'V1' })))
    .map(({ marker, cutFrame, track }) => {
      const timecode = formatTimecode(addStartTimecode(cutFrame, cut.startTimecode, format), format)
      const user = toOneLine(marker.author ?? '') || 'Review'
      return `${[user, timecode, track, 'red', toMarkerLine(marker), '1'].join('\t')}\n`
    })
    .join('')
}
