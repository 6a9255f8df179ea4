import type { JsonObject, TextPart, TextRun, TextStyle } from '../../../document/document.ts'
import type { Writable } from '../../../document/writable.ts'
import { isSameStyle, lineBreak, splitLines } from '../../../text/text-parts.ts'
import type { StyledElement } from '../read/animation.ts'
import type { Interval } from '../read/read-times.ts'
import type { ComputedStyle } from '../styles/computed-style.ts'
import { isBefore, later, type Moment, round } from '../times/moment.ts'

/** Text as in the file, or a line break, with what the elements around it say. */
export interface Piece {
  /** Absent for a line break. */
  readonly text: string | undefined
  readonly span: SpanContext
}

/** What the elements around a piece of text say of it. */
export interface SpanContext extends StyledElement {
  readonly style: ComputedStyle
  readonly begin: Moment
  /** Absent while nothing says when it ends. */
  readonly end: Moment | undefined
  /** Whether a span, and not only the paragraph, has times. */
  readonly isTimed: boolean
  readonly keepsSpace: boolean
  readonly speaker: string | undefined
  readonly language: string | undefined
  readonly ruby: TextStyle['ruby']
  /** Whether the text is but a stand-in for players without ruby. */
  readonly isDelimiter: boolean
  /**
   * Present where it holds spans of ruby only: white space between them is none of the text, and the second of two texts
   * over one base begins with a space, so that it is not taken for the rest of the first.
   */
  readonly rubyContainer: { hasTexts: boolean } | undefined
  /** Where it counts when its children are there. */
  readonly interval: Interval | undefined
  /** The end of what is around the paragraph. */
  readonly latest: Moment | undefined
  /** The region that a span names for itself. */
  readonly regionId: string | undefined
}

/** What is shown at one time: a paragraph, or those of its spans that follow each other without a pause. */
export interface Showing {
  readonly begin: Moment
  readonly end: Moment | undefined
  readonly pieces: readonly Piece[]
}

/**
 * Splits a paragraph whose spans have times into what is shown together. Text that has no times of its own is there as
 * long as the paragraph, and then so is all of it.
 */
export function splitByTime(pieces: readonly Piece[], paragraph: SpanContext): Showing[] {
  const whole = [{ begin: paragraph.begin, end: paragraph.end, pieces }]
  if (!pieces.some(({ span }) => span.isTimed)) return whole
  if (pieces.some(piece => !piece.span.isTimed && !isBlank(piece.text))) return whole
  const timed = pieces.flatMap((piece, index) => (piece.span.isTimed ? [{ index, span: piece.span }] : []))
  timed.sort((a, b) => (isBefore(a.span.begin, b.span.begin) ? -1 : isBefore(b.span.begin, a.span.begin) ? 1 : 0))
  const groupOf = new Map<number, number>()
  const times: { begin: Moment; end: Moment | undefined }[] = []
  for (const { index, span } of timed) {
    const last = times.at(-1)
    if (last && (last.end === undefined || isBefore(span.begin, last.end))) last.end = laterEnd(last.end, span.end)
    else times.push({ begin: span.begin, end: span.end })
    groupOf.set(index, times.length - 1)
  }
  const groups: Piece[][] = times.map(() => [])
  // What has no times stands beside what comes before it.
  let group = groupOf.get(pieces.findIndex(({ span }) => span.isTimed))!
  pieces.forEach((piece, index) => {
    group = groupOf.get(index) ?? group
    groups[group]!.push(piece)
  })
  return times.map((time, index) => ({ ...time, pieces: groups[index]! }))
}

export function isBlank(text: string | undefined): boolean {
  return text === undefined || /^[\t\n\r ]*$/.test(text)
}

function laterEnd(a: Moment | undefined, b: Moment | undefined): Moment | undefined {
  return a === undefined || b === undefined ? undefined : later(a, b)
}

/**
 * The text of what is shown, with white space as `xml:space` has it; the times of runs where they are other than its
 * own. The parts are put together in `room`, an array for one call after the other.
 */
export function toTextParts(
  { pieces, begin, end }: Showing,
  paragraph: ComputedStyle,
  room: TextPart<number>[],
): TextPart<number>[] {
  let count = 0
  for (const { text: content, span } of isCollapsed(pieces) ? pieces : collapse(pieces)) {
    if (content === undefined) {
      room[count++] = lineBreak
      continue
    }
    const style = span.style.toTextStyle(span.speaker, span.language, span.ruby)
    const start = span.isTimed && isBefore(begin, span.begin) ? round(span.begin) : undefined
    const isShort = span.isTimed && span.end !== undefined && (end === undefined || isBefore(span.end, end))
    const until = isShort ? round(span.end!) : undefined
    const kept = span.style.listKeptIn(paragraph) as JsonObject | undefined
    const last = count > 0 ? room[count - 1]! : lineBreak
    if (
      last.type === 'text' &&
      last.start === start &&
      last.end === until &&
      isSameStyle(last.style, style) &&
      isSameRecord(last.ext?.ttml?.style, kept)
    ) {
      room[count - 1] = { ...last, content: last.content + content }
      continue
    }
    const part: Writable<TextRun<number>> = style ? { type: 'text', content, style } : { type: 'text', content }
    if (start !== undefined) part.start = start
    if (until !== undefined) part.end = until
    if (kept) part.ext = { ttml: { style: kept } }
    room[count++] = part
  }
  return room.slice(0, count)
}

function isSameRecord(a: unknown, b: JsonObject | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b))
}

const space = 0x20

/** Whether nothing is to be collapsed, as in most paragraphs. */
function isCollapsed(pieces: readonly Piece[]): boolean {
  let isAfterSpace = true
  let endsInSpace = false
  for (const { text, span } of pieces) {
    if (text === undefined) {
      if (endsInSpace) return false
      isAfterSpace = true
      continue
    }
    if (span.keepsSpace || text === '' || (isAfterSpace && text.charCodeAt(0) === space)) return false
    if (uncollapsed.test(text)) return false
    endsInSpace = text.charCodeAt(text.length - 1) === space
    isAfterSpace = endsInSpace
  }
  return !endsInSpace
}

const uncollapsed = /[\t\n\r]| {2}/

/** The same pieces without the white space that is none of the text: outside of `xml:space="preserve"` it is one space, none at line ends. */
function collapse(pieces: readonly Piece[]): Piece[] {
  const kept: Piece[] = []
  let isLineStart = true
  let endsInSpace = false
  const endLine = () => {
    isLineStart = true
    if (!endsInSpace) return
    endsInSpace = false
    const { text = '', span } = kept.pop()!
    if (text.length > 1) kept.push({ text: text.slice(0, -1), span })
  }
  for (const piece of pieces) {
    const { text, span } = piece
    if (text === undefined) {
      endLine()
      kept.push(piece)
      continue
    }
    if (span.keepsSpace) {
      splitLines(text).forEach((line, index) => {
        if (index > 0) kept.push({ text: undefined, span })
        if (line !== '') kept.push({ text: line, span })
      })
      isLineStart = false
      endsInSpace = false
      continue
    }
    const single: string = uncollapsed.test(text) ? text.replace(/[\t\n\r ]+/g, ' ') : text
    const isDouble = (isLineStart || endsInSpace) && single.startsWith(' ')
    const content: string = isDouble ? single.slice(1) : single
    if (content === '') continue
    kept.push(content === text ? piece : { text: content, span })
    isLineStart = false
    endsInSpace = content.endsWith(' ')
  }
  endLine()
  return kept
}
