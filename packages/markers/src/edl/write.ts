import { addStartTimecode, type Frames, formatTimecode, isSameRate } from '@rushes/timebase'
import type { Cut } from '../cut.ts'
import { describeCounting, toContainingFrame, toCountedCut } from '../lay-out/counting.ts'
import { layOutInTime, type TimedPiece } from '../lay-out/lay-out.ts'
import { listMarkerLine, toOneLine } from '../one-line.ts'
import type { FilePart } from '../parts.ts'
import { listNote } from './note.ts'

/**
 * A CMX 3600 edit list of the pieces, with their markers as locators: `* LOC: <record timecode> RED     <text>`.
 * A cut beyond 60 frames a second is counted at a usual rate, which a comment says; where a clip has another rate than the
 * list, a comment after each locator has the exact frame. Throws `NoFramesError`, and `TimebaseError` at a rate without timecode.
 */
export function* listEdlParts(given: Cut): Generator<FilePart> {
  const cut = toCountedCut(given)
  const { format, pieces } = layOutInTime(cut)
  const counting = describeCounting(given, cut)
  const toRecord = (frame: Frames) => formatTimecode(addStartTimecode(frame, cut.startTimecode, format), format)
  yield toLines(`TITLE: ${toOneLine(cut.name)}`, `FCM: ${format.dropFrame ? 'DROP FRAME' : 'NON-DROP FRAME'}`)
  if (counting) yield toLines(`* ${counting}`)
  for (const [index, timed] of pieces.entries()) {
    const { clip, offset, length, markers } = timed
    const number = String(index + 1).padStart(3, '0')
    const times = [...listSourceLabels(cut, timed), toRecord(offset), toRecord(offset + length)].join(' ')
    yield toLines(
      '',
      `${number}  AX       ${clip.isSound ? 'A' : 'V'}     C        ${times}`,
      `* FROM CLIP NAME: ${toOneLine(clip.name)}`,
    )
    for (const { marker, cutFrame, clipLength } of markers) {
      yield `* LOC: ${toRecord(cutFrame)} RED`
      yield* listMarkerLine(marker, '     ')
      yield lineEnd
      const place = { hasFrame: !isSameRate(clip.format.rate, format.rate), length: clipLength }
      yield* listNote(marker, '* MARKER: ', lineEnd, place)
    }
  }
}

const lineEnd = '\r\n'

function toLines(...lines: readonly string[]): string {
  return lines.map(line => line + lineEnd).join('')
}

/** The piece's own timecodes: as the clip counts, or at the rate of the list where that is another. */
function listSourceLabels({ format: cutFormat }: Cut, { clip, piece, length }: TimedPiece): string[] {
  const first = clip.startTimecode + piece.range.start
  const list = cutFormat ?? clip.format
  if (isSameRate(clip.format.rate, list.rate)) {
    return [first, first + length].map(frames => formatTimecode(frames, clip.format))
  }
  const resampled = toContainingFrame(first, clip.format.rate, list.rate)
  return [resampled, resampled + length].map(frames => formatTimecode(frames, list))
}
