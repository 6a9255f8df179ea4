import { setImmediate } from 'node:timers/promises'
import type { SolrDocument } from '@rushes/contract'
import type { HighlightRequest } from '@rushes/query'
import { isInDefaultField } from '../documents/schema.ts'
import { findWords, isSoughtValue, type Sought, type Stretch } from './found-words.ts'

/** What of one text is looked at, in UTF-16 code units. */
const longestText = 51_200

/** Pieces of the documents' texts with what was found marked in them, by document id and field. */
export async function highlight(
  documents: readonly SolrDocument[],
  sought: Sought,
  request: HighlightRequest,
): Promise<Record<string, Record<string, string[]>>> {
  const highlighting: Record<string, Record<string, string[]>> = {}
  for (const [index, document] of documents.entries()) {
    if (index % 100 === 99) await setImmediate()
    const pieces: Record<string, string[]> = {}
    for (const [field, value] of Object.entries(document)) {
      if (request.fields.length > 0 ? !request.fields.includes(field) : !isShown(field, sought)) continue
      const found = markField(field, [value].flat(), sought, request)
      if (found.length > 0) pieces[field] = found
    }
    highlighting[String(document.id)] = pieces
  }
  return highlighting
}

function isShown(field: string, { values }: Sought): boolean {
  return isInDefaultField(field) || values.some(lookup => lookup.field === field)
}

function markField(field: string, values: readonly unknown[], sought: Sought, request: HighlightRequest): string[] {
  const tests = sought.words
    .filter(word => word.field === field || (!request.requireFieldMatch && isInDefaultField(field)))
    .map(({ test }) => test)
  const lookups = sought.values.filter(lookup => lookup.field === field)
  const pieces = values.flatMap(value => {
    if (typeof value !== 'string') return []
    const text = value.slice(0, longestText)
    const isWhole = lookups.some(({ match }) => isSoughtValue(match, value))
    const marks = isWhole ? [{ start: 0, end: text.length }] : findWords(text, tests)
    return marks.length === 0 ? [] : cut(text, marks, isWhole ? 0 : request.fragmentSize)
  })
  return pieces
    .toSorted((a, b) => b.marks.length - a.marks.length)
    .slice(0, request.snippets)
    .map(piece => writePiece(piece, request))
}

/** A part of a text, and what is marked in it. */
interface Piece {
  readonly text: string
  readonly marks: readonly Stretch[]
}

/** The pieces of a text that have marks, each about so long and never cut within a mark. */
function cut(text: string, marks: readonly Stretch[], size: number): Piece[] {
  if (size === 0 || text.length <= size) return [{ text, marks }]
  const pieces: Piece[] = []
  let rest = [...marks]
  let from = 0
  while (rest.length > 0) {
    const [first] = rest
    // What is marked is in the middle, unless the text or the last piece ends before.
    const room = Math.max(0, size - (first!.end - first!.start))
    const start = toBreak(text, Math.max(from, first!.start - Math.floor(room / 2)), first!.start)
    const end = Math.max(first!.end, Math.min(text.length, start + size))
    const inside = rest.filter(mark => mark.end <= end)
    rest = rest.slice(inside.length)
    const stop = rest[0] === undefined ? toEnd(text, end) : Math.min(toEnd(text, end), rest[0].start)
    pieces.push({
      text: text.slice(start, stop),
      marks: inside.map(mark => ({ start: mark.start - start, end: mark.end - start })),
    })
    from = stop
  }
  return pieces
}

/** The beginning of the first word at or after a place, but not behind `last`. */
function toBreak(text: string, place: number, last: number): number {
  if (place === 0 || /\s/.test(text[place - 1] ?? ' ')) return place
  const space = text.slice(place, last).search(/\s/)
  return space === -1 ? last : place + space + 1
}

/** The end of the word at a place. */
function toEnd(text: string, place: number): number {
  if (place >= text.length || /\s/.test(text[place - 1] ?? ' ')) return Math.min(place, text.length)
  const space = text.slice(place, place + 50).search(/\s/)
  return space === -1 ? avoidHalf(text, place) : place + space
}

/** Never between the two halves of a character. */
function avoidHalf(text: string, place: number): number {
  return /[\uDC00-\uDFFF]/.test(text[place] ?? '') ? place + 1 : place
}

function writePiece({ text, marks }: Piece, { before, after, isHtml }: HighlightRequest): string {
  const write = isHtml ? escapeHtml : (plain: string) => plain
  let written = ''
  let place = 0
  for (const { start, end } of marks) {
    written += `${write(text.slice(place, start))}${before}${write(text.slice(start, end))}${after}`
    place = end
  }
  return written + write(text.slice(place))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => entities[character]!)
}
