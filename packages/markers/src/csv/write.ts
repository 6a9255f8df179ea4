import { addStartTimecode, type Frames, findTimecodeBase, formatTimecode, type TimecodeFormat } from '@rushes/timebase'
import type { Cut } from '../cut.ts'
import { layOut } from '../lay-out/lay-out.ts'
import type { FilePart } from '../parts.ts'
import { formatRow } from './cells.ts'

/**
 * The first row. A comment and its replies have one `Thread`; without `Frame` and `Timecode` the whole clip is meant.
 * `Duration` counts frames, where there are several.
 */
const columns = ['Thread', 'Kind', 'Clip', 'Timecode', 'Frame', 'Record', 'Author', 'Comment', 'Created', 'Duration']

/**
 * A spreadsheet of everything that was said: `Timecode` and `Frame` count in the clip, `Record` in the cut. UTF-8 with a
 * byte order mark, without which Excel takes it for another encoding.
 */
export function* listCsvParts(cut: Cut): Generator<FilePart> {
  yield `\ufeff${formatRow(columns)}`
  let thread = 0
  for (const { piece, markers } of layOut(cut)) {
    const { clip } = piece
    for (const { marker, clipFrame, cutFrame } of markers) {
      thread += 1
      const place = [
        clip.name,
        marker.frame === undefined ? '' : formatLabel(clipFrame, clip.startTimecode, clip.format),
        marker.frame === undefined ? '' : String(clip.pictures?.fromLabel(clipFrame) ?? clipFrame),
        cutFrame === undefined ? '' : formatLabel(cutFrame, cut.startTimecode, cut.format),
      ]
      const created = marker.created === undefined ? '' : new Date(marker.created).toISOString()
      const before = [String(thread), 'comment', ...place, marker.author ?? '']
      const duration = marker.end === undefined ? '' : String(marker.end - clipFrame)
      yield { remark: marker, write: text => formatRow([...before, text, created, duration]) }
      for (const reply of marker.replies ?? []) {
        const before = [String(thread), 'reply', ...place, reply.author ?? '']
        yield { remark: reply, write: text => formatRow([...before, text, '', '']) }
      }
    }
  }
}

/** Nothing at a rate without a timecode. */
function formatLabel(frame: Frames, startTimecode: Frames, format: TimecodeFormat | undefined): string {
  if (!format || findTimecodeBase(format.rate) === undefined) return ''
  return formatTimecode(addStartTimecode(frame, startTimecode, format), format)
}
