import type { Frames } from '@rushes/timebase'
import type { Report } from '../../../document/diagnostics.ts'
import type { Cue, CueLayout, TextPart } from '../../../document/document.ts'
import { countLabel } from '../../../document/label-rate.ts'
import type { Writable } from '../../../document/writable.ts'
import type { BlockBytes } from '../layout/binary.ts'
import { blockLength, type Subtitle, textOffset, toBlockNumber, unusedSpace } from '../layout/blocks.ts'
import type { Coding } from '../layout/coding.ts'
import { findUnchangedAlign } from '../layout/columns.ts'
import { centred, getMargin, right, toLinePosition, toTextAlign, unchanged } from '../layout/rows.ts'
import { type FieldText, readText } from './read-text.ts'

/** Positions in a cumulative set. */
export const noSet = 0
export const firstOfSet = 1
export const middleOfSet = 2
export const lastOfSet = 3

/** One subtitle as its blocks say it. */
export interface SubtitleContent {
  readonly group: number
  readonly number: number
  /** One of the positions above. */
  readonly position: number
  readonly start: Frames
  readonly end: Frames
  readonly row: number
  readonly justification: number
  readonly isComment: boolean
  readonly text: FieldText
  readonly textAlign: CueLayout['textAlign'] | undefined
}

/** Reads the blocks of one subtitle; times are timecodes still. Undefined when its times cannot be read. */
export function readSubtitle(
  { bytes, binary }: BlockBytes,
  { first, series }: Subtitle,
  coding: Coding,
  report: Report,
): SubtitleContent | undefined {
  const start = readTime(bytes, first + 5, coding)
  const end = readTime(bytes, first + 9, coding)
  if (!start || !end) {
    report('IMPORT_ENTRY_SKIPPED', 'error', 'A subtitle was skipped: its time codes are none', toBlockNumber(first))
    return undefined
  }
  if (start.isRepaired || end.isRepaired) {
    report('IMPORT_TIMING_REPAIRED', 'warning', 'A time code counts past its end', toBlockNumber(first))
  }
  const field = readField(binary, first, series)
  const text = readText(field, 0, coding.characters, coding.mode)
  if (text.hasFault) {
    report('IMPORT_MARKUP_REPAIRED', 'warning', 'Bytes that stand for nothing were left out', toBlockNumber(first))
  }
  const code = bytes[first + 14]!
  const justification = code > right ? centred : code
  const position = bytes[first + 4]!
  return {
    group: bytes[first]!,
    number: bytes[first + 1]! | (bytes[first + 2]! << 8),
    position: position > lastOfSet ? noSet : position,
    start: start.frames,
    end: coding.isEndInclusive ? end.frames + 1 : end.frames,
    row: bytes[first + 13]! + text.leadingRows,
    justification,
    isComment: bytes[first + 15] === 1,
    text,
    textAlign:
      justification === unchanged && coding.mode === 'teletext'
        ? findUnchangedAlign(field, coding.characters)
        : toTextAlign(justification),
  }
}

function readTime(bytes: Uint8Array, offset: number, coding: Coding) {
  const [hours, minutes] = [bytes[offset]!, bytes[offset + 1]!]
  return countLabel({ hours, minutes, seconds: bytes[offset + 2]!, frames: bytes[offset + 3]! }, coding)
}

/** The text of all blocks, each until its unused space. */
function readField(binary: string, first: number, series: readonly number[] | undefined): string {
  if (!series) return readBlockText(binary, first)
  return series.map(offset => readBlockText(binary, offset)).join('')
}

function readBlockText(binary: string, offset: number): string {
  const field = binary.slice(offset + textOffset, offset + blockLength)
  const end = field.indexOf(unusedCharacter)
  return end < 0 ? field : field.slice(0, end)
}

const unusedCharacter = String.fromCharCode(unusedSpace)

/** What cues need to say besides what they say: how the blocks that they came from were set. */
export interface CueOrigin {
  readonly members: readonly SubtitleContent[]
  /** Rows between the last line and the last row, where the cue says no line. */
  readonly margin: number
}

/** The cue of a subtitle, or of a cumulative set; times are as its members have them. */
export function toCue(
  members: readonly SubtitleContent[],
  coding: Coding,
): { cue: Writable<Cue<number>>; origin: CueOrigin } {
  const [first] = members
  const last = members.at(-1)
  if (!first || !last) throw new Error('a cue comes of at least one subtitle')
  const lineCount = members.reduce((sum, { text }) => sum + text.lineCount, 0)
  const block = { row: first.row, lineCount, hasDoubleHeight: first.text.hasDoubleHeight }
  const line = toLinePosition(block, coding)
  const { textAlign } = first
  const cue: Writable<Cue<number>> = {
    id: String(first.number),
    start: first.start,
    end: last.end,
    // A copy has the length it needs.
    textParts: members.length === 1 ? first.text.parts.slice() : joinSet(members),
  }
  if (line || textAlign) cue.layout = { ...(line && { line }), ...(textAlign && { textAlign }) }
  if (first.isComment) cue.hidden = true
  return { cue, origin: { members, margin: getMargin(block, coding) } }
}

/** The texts of a cumulative set below each other; all but the first appear later than the cue. */
function joinSet(members: readonly SubtitleContent[]): TextPart<number>[] {
  const [first, ...others] = members
  const parts = [...(first?.text.parts ?? [])]
  for (const { start, text } of others) {
    if (text.parts.length === 0) continue
    if (parts.length > 0) parts.push({ type: 'lineBreak' })
    const isLater = start > (first?.start ?? start)
    parts.push(...text.parts.map(part => (part.type === 'text' && isLater ? { ...part, start } : part)))
  }
  return parts
}
