/**
 * The text of an entry as one string with newlines, and its runs: typing changes the string, and what
 * is typed looks as what it replaces, or as the letter before it.
 */

import type { SubtitleStyle, SubtitleTextPart } from '@rushes/contract'
import { isSame } from './same.ts'

/** All of a part but what it says. */
type Look = Omit<SubtitleTextPart, 'content'>

/** A piece of text of one look; newlines are in it as they are. */
interface Run {
  readonly content: string
  readonly look: Look
}

export type Parts = readonly SubtitleTextPart[]

const plain: Look = {}

function toRuns(parts: Parts): Run[] {
  let look = plain
  return parts.map(({ content, ...own }) => {
    if (own.type === 'lineBreak') return { content: '\n', look }
    look = own
    return { content: content.replaceAll(/\r\n?/g, '\n'), look }
  })
}

/** Runs as they are stored: line breaks are parts of their own, neighbours that look the same are one. */
function toParts(runs: readonly Run[]): SubtitleTextPart[] {
  const parts: SubtitleTextPart[] = []
  for (const { content, look } of runs) {
    content.split('\n').forEach((line, index) => {
      if (index > 0) parts.push({ content: '\n', type: 'lineBreak' })
      if (line === '') return
      const { content: before, ...lookBefore } = parts.at(-1) ?? { content: '', type: 'lineBreak' }
      if (lookBefore.type !== 'lineBreak' && isSame(lookBefore, look)) {
        parts[parts.length - 1] = { content: before + line, ...look }
      } else parts.push({ content: line, ...look })
    })
  }
  return parts
}

/** What an entry says, its lines divided by newlines. */
export function toText(parts: Parts = []): string {
  return toRuns(parts)
    .map(({ content }) => content)
    .join('')
}

function takeRuns(runs: readonly Run[], from: number, to: number): Run[] {
  let at = 0
  return runs.flatMap(({ content, look }) => {
    const piece = content.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += content.length
    return piece === '' ? [] : [{ content: piece, look }]
  })
}

/** The parts with a range of their text replaced; what is put in looks as what it replaces. */
export function replaceRange(parts: Parts, from: number, to: number, inserted: string): SubtitleTextPart[] {
  const runs = toRuns(parts)
  const before = takeRuns(runs, 0, from)
  const after = takeRuns(runs, to, Number.POSITIVE_INFINITY)
  const look = takeRuns(runs, from, to)[0]?.look ?? before.at(-1)?.look ?? after[0]?.look ?? plain
  return toParts([...before, ...(inserted === '' ? [] : [{ content: inserted, look }]), ...after])
}

/** The parts once their text is this one: what the two texts begin and end with alike keeps its look. */
export function changeText(parts: Parts, text: string): SubtitleTextPart[] {
  const before = toText(parts)
  const most = Math.min(before.length, text.length)
  let head = 0
  while (head < most && before[head] === text[head]) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail) === text.at(-1 - tail)) tail += 1
  return replaceRange(parts, head, before.length - tail, text.slice(head, text.length - tail))
}

/** The parts with every such range of their text replaced; ranges are in order and do not overlap. */
export function replaceRanges(parts: Parts, ranges: readonly TextRange[], text: string): SubtitleTextPart[] {
  return ranges
    .toReversed()
    .reduce<SubtitleTextPart[]>((changed, { from, to }) => replaceRange(changed, from, to, text), [...parts])
}

export interface TextRange {
  readonly from: number
  readonly to: number
}

/** The parts with these members of style in a range; undefined takes a member away. */
export function styleRange(parts: Parts, { from, to }: TextRange, style: StyleChange): SubtitleTextPart[] {
  const runs = toRuns(parts)
  const styled = takeRuns(runs, from, to).map(({ content, look }) => ({ content, look: withStyle(look, style) }))
  return toParts([...takeRuns(runs, 0, from), ...styled, ...takeRuns(runs, to, Number.POSITIVE_INFINITY)])
}

export type StyleChange = { readonly [Name in keyof SubtitleStyle]?: SubtitleStyle[Name] | undefined }

function withStyle({ style, ...look }: Look, change: StyleChange): Look {
  const members = Object.entries({ ...style, ...change }).filter(([, value]) => value !== undefined)
  return members.length === 0 ? look : { ...look, style: Object.fromEntries(members) as SubtitleStyle }
}

/** The style of the first letter of a range, or of the one before an empty range. */
export function readStyle(parts: Parts, { from, to }: TextRange): SubtitleStyle {
  const runs = toRuns(parts)
  const [first] = from < to ? takeRuns(runs, from, to) : takeRuns(runs, Math.max(0, from - 1), Math.max(1, from))
  return first?.look.style ?? {}
}

/** What stands before a place and behind it, without the blanks at the cut. */
export function cutParts(parts: Parts, at: number): [SubtitleTextPart[], SubtitleTextPart[]] {
  const runs = toRuns(parts)
  const text = toText(parts)
  const before = text.slice(0, at).trimEnd().length
  const after = text.length - text.slice(at).trimStart().length
  return [toParts(takeRuns(runs, 0, before)), toParts(takeRuns(runs, after, Number.POSITIVE_INFINITY))]
}

/** Two texts one below the other, or apart by something else; an empty one adds nothing. */
export function joinParts(upper: Parts, lower: Parts, between: '\n' | ' ' = '\n'): SubtitleTextPart[] {
  const isApart = toText(upper) !== '' && toText(lower) !== ''
  const look = between === '\n' ? plain : (toRuns(lower)[0]?.look ?? plain)
  return toParts([...toRuns(upper), ...(isApart ? [{ content: between, look }] : []), ...toRuns(lower)])
}

/** Parts may appear later than their subtitle, or disappear earlier. */
export function isPartShown({ start, end }: SubtitleTextPart, frame: number): boolean {
  return (start === undefined || start <= frame) && (end === undefined || frame < end)
}

/** The lines of an entry with the runs on each, as they are shown. */
export function listStyledLines(parts: Parts): SubtitleTextPart[][] {
  const lines: SubtitleTextPart[][] = [[]]
  for (const part of toParts(toRuns(parts))) {
    if (part.type === 'lineBreak') lines.push([])
    else lines.at(-1)?.push(part)
  }
  return lines
}
