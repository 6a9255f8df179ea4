import { addStartTimecode, type Frames, formatTimecode, isSameRate, resampleFrames } from '@rushes/timebase'
import type { Cut } from '../cut.ts'
import { layOutInTime, type TimedPiece } from '../lay-out.ts'
import { toMarkerLine, toOneLine } from '../one-line.ts'
import { formatNote } from './note.ts'

/**
 * A CMX 3600 edit list of the pieces, with their markers as locators: `* LOC: <record timecode> RED     <text>`.
 * Throws `NoFramesError`, and `TimebaseError` at a rate without timecode.
 */
export function writeEdl(cut: Cut): string {
  const { format, pieces } = layOutInTime(cut)
  const toRecord = (frame: Frames) => formatTimecode(addStartTimecode(frame, cut.startTimecode, format), format)
  const lines = [`TITLE: ${toOneLine(cut.name)}`, `FCM: ${format.dropFrame ? 'DROP FRAME' : 'NON-DROP FRAME'}`]
  for (const [index, timed] of pieces.entries()) {
    const { clip, offset, length, markers } = timed
    const number = String(index + 1).padStart(3, '0')
    const times = [...listSourceLabels(cut, timed), toRecord(offset), toRecord(offset + length)].join(' ')
    lines.push(
      '',
      `${number}  AX       ${clip.isSound ? 'A' : 'V'}     C        ${times}`,
      `* FROM CLIP NAME: ${toOneLine(clip.name)}`,
    )
    for (const { marker, cutFrame } of markers) {
      lines.push(`* LOC: ${toRecord(cutFrame)} RED     ${toMarkerLine(marker)}`.trimEnd())
      const note = formatNote(marker)
      if (note !== undefined) lines.push(`* MARKER: ${note}`)
    }
  }
  return `${lines.join('\r\n')}\r\n`
}

/** The piece's own timecodes: as the clip counts, or at the rate of the list where that is another. */
function listSourceLabels({ format: cutFormat }: Cut, { clip, piece, length }: TimedPiece): string[] {
  const first = clip.startTimecode + piece.range.start
  const list = cutFormat ?? clip.format
  if (isSameRate(clip.format.rate, list.rate)) {
    return [first, first + length].map(frames => formatTimecode(frames, clip.format))
  }
  const resampled = resampleFrames(first, clip.format.rate, list.rate)
  return [resampled, resampled + length].map(frames => formatTimecode(frames, list))
}
