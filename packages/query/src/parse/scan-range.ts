import { QuerySyntaxError, quoteExcerpt } from '../errors.ts'
import { toValue } from '../values/value.ts'
import type { Bound } from './ast.ts'
import { isWhitespace, scanEscape, scanQuoted } from './escapes.ts'

/** A scanned range, and the offset after its closing bracket. */
export interface ScannedRange {
  readonly lower: Bound | undefined
  readonly upper: Bound | undefined
  readonly end: number
}

interface ScannedBound {
  readonly text: string
  /** A bare `*`; a quoted or escaped one is a value. */
  readonly open: boolean
  readonly end: number
}

/** Reads the range whose opening bracket is at `start`. Between its brackets all but space, `]` and `}` is ordinary: `-5`, `12:30`. */
export function scanRange(text: string, start: number): ScannedRange {
  const lower = scanBound(text, start + 1, start)
  const keyword = skipWhitespace(text, lower.end)
  if (!text.startsWith('TO', keyword) || !isWhitespace(text.charAt(keyword + 2))) {
    throw unexpected(text, keyword, 'TO between the bounds of a range')
  }
  const upper = scanBound(text, keyword + 2, start)
  const closing = skipWhitespace(text, upper.end)
  const bracket = text.charAt(closing)
  if (bracket !== ']' && bracket !== '}') throw unexpected(text, closing, '] or } at the end of a range')
  return {
    lower: toBound(lower, text.charAt(start) === '['),
    upper: toBound(upper, bracket === ']'),
    end: closing + 1,
  }
}

function toBound({ text, open }: ScannedBound, inclusive: boolean): Bound | undefined {
  return open ? undefined : { value: toValue(text), inclusive }
}

function scanBound(text: string, from: number, rangeStart: number): ScannedBound {
  const start = skipWhitespace(text, from)
  if (text.charAt(start) === '"') return { ...scanQuoted(text, start), open: false }

  let decoded = ''
  let position = start
  while (position < text.length) {
    const character = text.charAt(position)
    if (character === ']' || character === '}' || isWhitespace(character)) break
    if (character === '\\') {
      const escaped = scanEscape(text, position)
      decoded += escaped.text
      position = escaped.end
    } else {
      decoded += character
      position += 1
    }
  }
  if (position === text.length) {
    throw new QuerySyntaxError({
      problem: 'A range that does not end',
      position: rangeStart,
      expected: 'a closing ] or }',
    })
  }
  if (position === start) throw unexpected(text, start, 'a bound of a range')
  return { text: decoded, open: text.slice(start, position) === '*', end: position }
}

function skipWhitespace(text: string, from: number): number {
  let position = from
  while (isWhitespace(text.charAt(position))) position += 1
  return position
}

function unexpected(text: string, position: number, expected: string): QuerySyntaxError {
  const problem = position < text.length ? `Unexpected ${quoteExcerpt(text.charAt(position))}` : 'Unexpected end'
  return new QuerySyntaxError({ problem, position, expected })
}
