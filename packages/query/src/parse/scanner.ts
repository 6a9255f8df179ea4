import { QuerySyntaxError, quoteExcerpt } from '../errors.ts'
import type { Bound, Pattern, PatternPart } from './ast.ts'
import { isWhitespace, type Scanned, scanEscape, scanQuoted } from './escapes.ts'
import { scanRange } from './scan-range.ts'

/** A lexical unit; `start` is its offset in the text. */
export type Token = MarkToken | OperandToken | TildeToken | BoostToken | RangeToken

interface MarkToken {
  readonly kind: Punctuation | Operator | 'end'
  readonly start: number
}

/** A value that suffixes may follow; `star` is a lone `*`. */
export type OperandToken = WordToken | WildcardToken | StarToken

interface WordToken {
  readonly kind: 'term' | 'bareSign' | 'phrase'
  readonly start: number
  readonly text: string
}

interface WildcardToken {
  readonly kind: 'wildcard'
  readonly start: number
  readonly pattern: Pattern
}

interface StarToken {
  readonly kind: 'star'
  readonly start: number
}

export interface TildeToken {
  readonly kind: 'tilde'
  readonly start: number
  readonly amount: number | undefined
}

export interface BoostToken {
  readonly kind: 'boost'
  readonly start: number
  readonly factor: number
  readonly constant: boolean
}

interface RangeToken {
  readonly kind: 'range'
  readonly start: number
  readonly lower: Bound | undefined
  readonly upper: Bound | undefined
}

type Punctuation = 'open' | 'close' | 'colon'
type Operator = 'and' | 'or' | 'not' | 'plus' | 'minus'

const punctuation: ReadonlyMap<string, Punctuation> = new Map([
  ['(', 'open'],
  [')', 'close'],
  [':', 'colon'],
])
const signs: ReadonlyMap<string, Operator> = new Map([
  ['+', 'plus'],
  ['-', 'minus'],
  ['!', 'not'],
])
const operatorWords: ReadonlyMap<string, Operator> = new Map([
  ['AND', 'and'],
  ['&&', 'and'],
  ['OR', 'or'],
  ['||', 'or'],
  ['NOT', 'not'],
])

/** Characters of a bare value. `&`, `|` and `;` are ordinary; `+ - ! /` stand inside one, but `next` lets none begin one. */
const ordinaryPattern = /[^ \t\n\r\u3000():^[\]"{}~*?\\]+/y
/** A time of day or a timecode as people type it; its colons are its own, unlike the one behind a field. */
const timecodePattern = /\d{1,2}:[0-5]\d:[0-5]\d(?:[:;.,]\d{2,3})?(?![^\s\u3000)^])/y
const amountPattern = /~(\d+(?:\.\d+)?)?/y
const boostPattern = /\^(=?)(\d+(?:\.\d+)?)/y

/** Cuts a query into tokens, one at a time, so that a parser that refuses early has read little. */
export class Scanner {
  readonly #text: string
  #position = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The next token; after the last one always `end`. */
  next(): Token {
    while (isWhitespace(this.#text.charAt(this.#position))) this.#position += 1
    const start = this.#position
    const character = this.#text.charAt(start)
    if (character === '') return { kind: 'end', start }
    const mark = punctuation.get(character)
    if (mark !== undefined) return this.#advance(start + 1, { kind: mark, start })
    const sign = signs.get(character)
    if (sign !== undefined) return this.#scanSign(sign, start)
    if (character === '"') return this.#scanPhrase(start)
    if (character === '[' || character === '{') return this.#scanRange(start)
    if (character === '~') return this.#scanTilde(start)
    if (character === '^') return this.#scanBoost(start)
    if (character === '/') throw refuseSlash(this.#text, start)
    if (character === ']' || character === '}') {
      throw new QuerySyntaxError({ problem: `Unexpected "${character}"`, position: start, expected: 'a clause' })
    }
    return this.#scanTimecode(start) ?? this.#scanValue(start)
  }

  #advance(end: number, token: Token): Token {
    this.#position = end
    return token
  }

  /** A sign before a space is no operator but a word, though never a field, so that "Interview - part 2" can be typed as it is. */
  #scanSign(operator: Operator, start: number): Token {
    const text = this.#text.charAt(start)
    const bare = isWhitespace(this.#text.charAt(start + 1))
    return this.#advance(start + 1, bare ? { kind: 'bareSign', start, text } : { kind: operator, start })
  }

  #scanPhrase(start: number): Token {
    const { text, end } = scanQuoted(this.#text, start)
    return this.#advance(end, { kind: 'phrase', start, text })
  }

  #scanTimecode(start: number): Token | undefined {
    timecodePattern.lastIndex = start
    const text = timecodePattern.exec(this.#text)?.[0]
    return text === undefined ? undefined : this.#advance(start + text.length, { kind: 'phrase', start, text })
  }

  #scanRange(start: number): Token {
    if (this.#text.startsWith('{!', start)) {
      throw new QuerySyntaxError({
        problem: 'Local parameters {!…} are not supported',
        position: start,
        expected: 'a clause',
      })
    }
    const { lower, upper, end } = scanRange(this.#text, start)
    return this.#advance(end, { kind: 'range', start, lower, upper })
  }

  #scanTilde(start: number): Token {
    amountPattern.lastIndex = start
    const match = amountPattern.exec(this.#text)
    const amount = match?.[1] === undefined ? undefined : Number(match[1])
    return this.#advance(amountPattern.lastIndex, { kind: 'tilde', start, amount })
  }

  #scanBoost(start: number): Token {
    boostPattern.lastIndex = start
    const match = boostPattern.exec(this.#text)
    const factor = Number(match?.[2] ?? Number.NaN)
    if (!Number.isFinite(factor)) {
      const expected = 'a decimal number without a sign, or = and such a number, directly after ^'
      throw new QuerySyntaxError({ problem: 'Invalid boost', position: start, expected })
    }
    return this.#advance(boostPattern.lastIndex, { kind: 'boost', start, factor, constant: match?.[1] === '=' })
  }

  /** A bare value: a term, a pattern, an operator word, or a lone `*`. */
  #scanValue(start: number): Token {
    const source = this.#text
    const parts: PatternPart[] = []
    let text = ''
    let position = start
    for (;;) {
      const character = source.charAt(position)
      if (character === '*' || character === '?') {
        if (text !== '') parts.push({ kind: 'text', text })
        text = ''
        const repeated = character === '*' && parts.at(-1)?.kind === 'anyText'
        if (!repeated) parts.push({ kind: character === '*' ? 'anyText' : 'anyCharacter' })
        position += 1
      } else {
        const piece = character === '\\' ? scanEscape(source, position) : scanOrdinary(source, position)
        if (piece === undefined) break
        text += piece.text
        position = piece.end
      }
    }
    this.#position = position

    if (parts.length > 0) {
      if (text !== '') parts.push({ kind: 'text', text })
      return parts.length === 1 && parts[0]?.kind === 'anyText'
        ? { kind: 'star', start }
        : { kind: 'wildcard', start, pattern: parts }
    }
    const written = source.slice(start, position)
    if (written === 'filter' && source.charAt(position) === '(') {
      const problem = 'filter(…) is not supported'
      throw new QuerySyntaxError({ problem, position: start, expected: 'a clause; escape the word as \\filter' })
    }
    const operator = operatorWords.get(written)
    return operator === undefined ? { kind: 'term', start, text } : { kind: operator, start }
  }
}

/** The longest run of ordinary characters from `position` on, if there is one. */
function scanOrdinary(source: string, position: number): Scanned | undefined {
  ordinaryPattern.lastIndex = position
  const text = ordinaryPattern.exec(source)?.[0]
  return text === undefined ? undefined : { text, end: position + text.length }
}

/** Names a token in a message, as the caller wrote it. */
export function describeToken(token: Token, text: string): string {
  if (token.kind === 'end') return 'Unexpected end'
  const word = /^(?:[^\s():[\]{}"]+|.)/su.exec(text.slice(token.start, token.start + 24))?.[0] ?? ''
  return `Unexpected ${quoteExcerpt(word)}`
}

function refuseSlash(text: string, position: number): QuerySyntaxError {
  return text.startsWith('/*', position)
    ? new QuerySyntaxError({ problem: 'Comments are not supported', position, expected: 'a clause' })
    : new QuerySyntaxError({
        problem: 'Regular expressions are not supported',
        position,
        expected: 'a clause; quote a value that begins with /',
      })
}
