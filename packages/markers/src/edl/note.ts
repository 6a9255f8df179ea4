import type { Frames } from '@rushes/timebase'
import type { Marker, Remark } from '../cut.ts'
import { toMarkerLine, toOneLine } from '../one-line.ts'
import type { FilePart } from '../parts.ts'

/*
 * A locator has one line of text. What does not fit is in a comment of its own after it, which other
 * readers ignore:
 *
 *   * LOC: 01:00:05:00 RED     Two lines / Bob: I see
 *   * MARKER: {"text":"Two\nlines","author":"Ann","duration":25,"replies":[{"text":"I see","author":"Bob"}]}
 *
 * `duration` counts frames of the clip, where there are several.
 */

/** What a note may say of the locator above it. */
interface Note extends Pick<Marker, 'text' | 'author' | 'replies' | 'frame'> {
  readonly isOfClip?: boolean
  readonly duration?: Frames | undefined
}

/** The note of a marker between two texts, with its frame if asked; nothing when its locator says everything. */
export function* listNote(
  marker: Marker,
  before: string,
  after: string,
  { hasFrame, length }: { hasFrame: boolean; length: Frames },
): Generator<FilePart> {
  const { author, replies = [] } = marker
  const isOfClip = marker.frame === undefined
  const frame = isOfClip ? ',"isOfClip":true' : hasFrame ? `,"frame":${marker.frame}` : ''
  const place = length > 1 ? `${frame},"duration":${length}` : frame
  const end = replies.length > 0 ? ',"replies":[' : '}'
  yield {
    remark: marker,
    write(text) {
      const isSaid = text === toOneLine(text) && !author && place === '' && replies.length === 0
      return isSaid ? '' : `${before}{${toMembers(text, author)}${place}${end}${replies.length > 0 ? '' : after}`
    },
  }
  for (const [index, remark] of replies.entries()) {
    yield { remark, write: text => `${index > 0 ? ',' : ''}{${toMembers(text, remark.author)}}` }
  }
  if (replies.length > 0) yield `]}${after}`
}

/** The members of a remark as JSON, on one line whatever a reader takes for a line break. */
function toMembers(text: string, author: string | undefined): string {
  const members = JSON.stringify({ text, ...(author && { author }) }).slice(1, -1)
  return members.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, toEscape)
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** What a note says, if it is one and still about this line; someone may have changed the locator by hand. */
export function parseNote(json: string, line: string): Note | undefined {
  const value = parseJson(json)
  if (!isRemark(value)) return undefined
  const { isOfClip, frame, duration, replies }: Partial<Record<keyof Note, unknown>> = value
  const note: Note = {
    ...toRemark(value),
    isOfClip: isOfClip === true,
    frame: Number.isSafeInteger(frame) ? Number(frame) : undefined,
    duration: Number.isSafeInteger(duration) ? Number(duration) : undefined,
    replies: Array.isArray(replies) ? replies.filter(isRemark).map(toRemark) : [],
  }
  return toMarkerLine(note) === line ? note : undefined
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isRemark(value: unknown): value is Remark {
  if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') return false
  return !('author' in value) || typeof value.author === 'string'
}

function toRemark({ text, author }: Remark): Remark {
  return { text, author }
}
