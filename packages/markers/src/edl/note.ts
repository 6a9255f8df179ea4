import type { Marker, Remark } from '../cut.ts'
import { toMarkerLine } from '../one-line.ts'

/*
 * A locator has one line of text. What does not fit into it stands in a comment of its own behind it, which other
 * readers pass over:
 *
 *   * LOC: 01:00:05:00 RED     Two lines / Bob: I see
 *   * MARKER: {"text":"Two\nlines","author":"Ann","replies":[{"text":"I see","author":"Bob"}]}
 */

/** What a note may say of the locator above it. */
type Note = Pick<Marker, 'text' | 'author' | 'replies'> & { isOfClip?: boolean }

/** The note of a marker; nothing when its locator says everything. */
export function formatNote(marker: Marker): string | undefined {
  const { text, author, replies = [] } = marker
  const isOfClip = marker.frame === undefined
  if (text === toMarkerLine(marker) && !author && !isOfClip) return undefined
  const note: Note = {
    text,
    ...(author && { author }),
    ...(isOfClip && { isOfClip }),
    ...(replies.length > 0 && { replies: replies.map(({ text, author }) => ({ text, ...(author && { author }) })) }),
  }
  return JSON.stringify(note).replaceAll(/[\u007f-\u009f\u2028\u2029]/g, toEscape)
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** What a note says, if it is one and still about this line; someone may have changed the locator by hand. */
export function parseNote(json: string, line: string): Note | undefined {
  const value = parseJson(json)
  if (!isRemark(value)) return undefined
  const { isOfClip, replies } = value as { isOfClip?: unknown; replies?: unknown }
  const note: Note = {
    ...toRemark(value),
    isOfClip: isOfClip === true,
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
