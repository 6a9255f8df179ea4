import type { SampleRate } from '@rushes/timebase'
import { type CharacterCounting, countCharacters, measureLine } from '../../document/measures.ts'
import { countGraphemes, isUnspaced, joinsUnspaced, segmentWords, splitGraphemes } from '../../text/scripts.ts'
import { type Span, settleTimes } from './word-times.ts'
import type { TranscriptWord } from './words.ts'

/** What is never broken: a word with the punctuation that belongs to it, or a part of one too long for a line. */
export interface Token extends Span {
  readonly text: string
  readonly hasSpaceBefore: boolean
  /** Columns of a line. */
  readonly width: number
  /** Characters to read. */
  readonly characters: number
  readonly speaker?: string
  readonly confidence?: number
}

interface Piece {
  text: string
  hasSpaceBefore: boolean
  start?: number | undefined
  end?: number | undefined
  speaker?: string
  confidence?: number
}

export interface TokenOptions {
  readonly rate: SampleRate
  readonly counting: CharacterCounting
  /** Columns that the longest token of a speaker may take. */
  readonly maxWidth: (speaker: string | undefined) => number
}

/** Punctuation that belongs to what stands before it or after it, whether or not there is a blank between (`Quoi ?`). */
const closing = /^[\p{Pe}\p{Pf}!?…,.:;%、。・ー々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ！？，．：；।؟،؛]+$/u
const opening = /^[\p{Ps}\p{Pi}¿¡]+$/u

/** Between words. The blanks that French sets before `?` and in numbers do not break. */
const breakingBlanks = /[^\S\u00a0\u202f]+/

/** The words of a transcript as tokens, in order and with all their text. */
export function toTokens(words: readonly TranscriptWord[], { rate, counting, maxWidth }: TokenOptions): Token[] {
  const pieces = splitWords(words)
  const spans = settleTimes(
    pieces.map(({ text, start, end }) => ({ weight: countGraphemes(text) + 1, start, end })),
    rate,
  )
  const tokens: Token[] = []
  let pending: Token | undefined
  for (const [index, piece] of pieces.entries()) {
    const limit = Math.max(1, maxWidth(piece.speaker))
    for (const token of splitToWidth(toToken(piece, spans[index]!, counting), limit, counting)) {
      const joined = pending && joinTokens(pending, token, limit, counting)
      if (joined) pending = joined
      else {
        if (pending) tokens.push(pending)
        pending = token
      }
    }
  }
  if (pending) tokens.push(pending)
  return tokens
}

/** The pieces between blanks, and in writing systems without blanks the words of a dictionary. */
function splitWords(words: readonly TranscriptWord[]): Piece[] {
  const bringsBlanks = hasOwnBlanks(words)
  const pieces: Piece[] = []
  let isApart = true
  for (const { text, start, end, speaker, confidence } of words) {
    const parts = text.split(breakingBlanks).flatMap(part => part.trim() || [])
    const attributes = {
      ...(speaker && { speaker }),
      ...(isShare(confidence) && { confidence }),
    }
    isApart ||= /^\s/.test(text)
    const found: Piece[] = []
    for (const [index, part] of parts.entries()) {
      const hasBlank = index > 0 || isApart
      const texts = isUnspaced(part) ? segmentWords(part).map(({ text }) => text) : [part]
      for (const [inner, text] of texts.entries()) {
        found.push({ text, hasSpaceBefore: inner === 0 && hasBlank, ...attributes })
      }
    }
    shareTime(found, start, end)
    for (const piece of found) pieces.push(piece)
    if (parts.length > 0) isApart = false
    isApart ||= /\s$/.test(text) || !bringsBlanks
  }
  return pieces.map((piece, index) => {
    const before = pieces[index - 1]
    const isGiven = piece.hasSpaceBefore && bringsBlanks
    return {
      ...piece,
      hasSpaceBefore: piece.hasSpaceBefore && (isGiven || !before || !joinsUnspaced(before.text, piece.text)),
    }
  })
}

/**
 * Whether the pieces bring the blanks around them, as `word` of stored transcripts and the tokens of engines do; the
 * latter may be parts of words, so not every piece has one.
 */
function hasOwnBlanks(words: readonly TranscriptWord[]): boolean {
  let blanks = 0
  for (let index = 1; index < words.length; index++) {
    if (/\s$/.test(words[index - 1]!.text) || /^\s/.test(words[index]!.text)) blanks += 1
  }
  return blanks > 0 && 5 * blanks >= words.length - 1
}

/** The time of a word for the pieces of it: by their length. */
function shareTime(pieces: Piece[], start: number | undefined, end: number | undefined) {
  const first = pieces[0]
  if (!first || start === undefined) return
  if (pieces.length === 1 || end === undefined || !(end > start)) {
    first.start = start
    if (pieces.length === 1) first.end = end
    return
  }
  const weights = pieces.map(({ text }) => countGraphemes(text))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let done = 0
  for (const [index, piece] of pieces.entries()) {
    piece.start = start + ((end - start) * done) / total
    done += weights[index]!
    piece.end = start + ((end - start) * done) / total
  }
}

function toToken({ start: _start, end: _end, ...piece }: Piece, span: Span, counting: CharacterCounting): Token {
  return { ...piece, ...span, ...measure(piece.text, counting) }
}

function measure(text: string, counting: CharacterCounting) {
  return { width: measureLine(text, counting), characters: countCharacters([text], counting) }
}

/** A token too long for any line is cut between characters. */
function splitToWidth(token: Token, limit: number, counting: CharacterCounting): Token[] {
  if (token.width <= limit) return [token]
  const graphemes = splitGraphemes(token.text)
  const size = Math.max(1, Math.floor(limit))
  const length = token.end - token.start
  const parts: Token[] = []
  let isApart = token.hasSpaceBefore
  for (let from = 0; from < graphemes.length; from += size) {
    const until = Math.min(graphemes.length, from + size)
    const slice = graphemes.slice(from, until).join('')
    const text = slice.trim()
    isApart ||= /^\s/.test(slice)
    if (text === '') continue
    parts.push({
      ...token,
      text,
      ...measure(text, counting),
      hasSpaceBefore: isApart,
      start: token.start + (length * from) / graphemes.length,
      end: token.start + (length * until) / graphemes.length,
    })
    isApart = /\s$/.test(slice)
  }
  return parts
}

/** Two tokens as one where nothing may come between them, unless that is too long or two people speak. */
function joinTokens(before: Token, after: Token, limit: number, counting: CharacterCounting): Token | undefined {
  if (before.speaker !== after.speaker) return undefined
  const sticks = closing.test(after.text) || opening.test(before.text)
  const isOneWord = !after.hasSpaceBefore && !joinsUnspaced(before.text, after.text)
  if (!sticks && !isOneWord) return undefined
  const text = `${before.text}${after.hasSpaceBefore ? ' ' : ''}${after.text}`
  if (before.width + after.width + 1 > limit) return undefined
  const { confidence = after.confidence, ...rest } = before
  return { ...rest, text, ...measure(text, counting), end: after.end, ...(confidence !== undefined && { confidence }) }
}

function isShare(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value <= 1
}
