import type { Frames } from '@rushes/timebase'
import type { Cue, FrameDocument, TextPart } from '../document/document.ts'
import { toPlainText } from '../text/text-parts.ts'
import { compareByTime } from './compare-by-time.ts'

/** What may differ between cues that are shown together; `count`: one is split into two, or the other way round. */
export type CueDifference = 'count' | 'start' | 'end' | 'text' | 'style'

/** Cues of two documents that are shown together and differ; indices of each, one of them empty for what only one has. */
export interface DifferentCues {
  readonly first: readonly number[]
  readonly second: readonly number[]
  /** Empty where only one document has the cues. */
  readonly differences: readonly CueDifference[]
}

/**
 * Where two documents of one rate differ in times, text or style, in the order of time. Places in the picture, names of
 * cues and notes do not count: hardly two formats write them alike.
 */
export function compareCues(first: FrameDocument, second: FrameDocument): DifferentCues[] {
  const [mine, theirs] = listUnmatched(first.cues, second.cues)
  const ofFirst = mine.map(index => first.cues[index]!)
  const ofSecond = theirs.map(index => second.cues[index]!)
  return compareByTime(ofFirst, ofSecond).map(row => ({
    first: row.first.map(place => mine[place]!),
    second: row.second.map(place => theirs[place]!),
    differences: listDifferences(
      row.first.map(place => ofFirst[place]!),
      row.second.map(place => ofSecond[place]!),
    ),
  }))
}

/** The indices of the cues in each list that the other one does not have. */
function listUnmatched(first: readonly Cue<Frames>[], second: readonly Cue<Frames>[]): [number[], number[]] {
  const places = new Map<string, number[]>()
  for (const [index, cue] of second.entries()) {
    const key = toKey(cue)
    const same = places.get(key)
    if (same) same.push(index)
    else places.set(key, [index])
  }
  for (const same of places.values()) same.reverse()
  const mine = [...first.keys()].filter(index => places.get(toKey(first[index]!))?.pop() === undefined)
  return [mine, [...places.values()].flat().sort((a, b) => a - b)]
}

function listDifferences(first: readonly Cue<Frames>[], second: readonly Cue<Frames>[]): CueDifference[] {
  if (first.length === 0 || second.length === 0) return []
  const looks: readonly (readonly [CueDifference, (cues: readonly Cue<Frames>[]) => unknown])[] = [
    ['count', cues => cues.length],
    ['start', cues => cues.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY)],
    ['end', cues => cues.reduce((last, { end }) => Math.max(last, end), 0)],
    ['text', cues => toTexts(cues)],
  ]
  const found = looks.flatMap(([name, look]) => (look(first) === look(second) ? [] : [name]))
  // A style is compared where it is that of the same text.
  const isRestyled = !found.includes('text') && toStyleKey(first) !== toStyleKey(second)
  return isRestyled ? [...found, 'style'] : found
}

/** The same for the same times, text and style. */
function toKey({ start, end, textParts }: Cue<Frames>): string {
  return JSON.stringify([start, end, textParts.map(toPartKey)])
}

function toTexts(cues: readonly Cue<Frames>[]): string {
  return cues.map(({ textParts }) => toPlainText(textParts)).join('\n')
}

function toStyleKey(cues: readonly Cue<Frames>[]): string {
  return JSON.stringify(cues.flatMap(({ textParts }) => textParts.filter(isRun).map(toPartKey)))
}

function isRun({ type }: TextPart<Frames>): boolean {
  return type === 'text'
}

function toPartKey(part: TextPart<Frames>): unknown {
  if (part.type === 'lineBreak') return 0
  const { content, style = {}, start, end } = part
  return [content, Object.entries(style).sort(([a], [b]) => (a < b ? -1 : 1)), start, end]
}
