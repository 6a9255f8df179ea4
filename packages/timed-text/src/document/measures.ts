import { createFrameClock } from '@rushes/timebase'
import { countGraphemes, isUnspaced, isWide, joinsUnspaced, segmentWords, splitGraphemes } from '../text/scripts.ts'
import { splitLines } from '../text/text-parts.ts'
import type { Cue, TextPart, Timing } from './document.ts'

/*
 * How long and how fast a subtitle is, measured in one way for segmentation, extension and quality rules.
 *
 * A character is a grapheme cluster. Styles and times of runs count for nothing, nor do ruby texts (they stand over the
 * line) and blanks at the ends of a line. For reading speed the lines are one text: a line break is the blank that it
 * replaces, so that breaking lines elsewhere changes no speed.
 */

/** Choices of what counts as a character. */
export interface CharacterCounting {
  /** Default true. Only reading speed leaves blanks out; a line is always as long as it looks. */
  readonly spaces?: boolean
  /** Default true; as `spaces`. */
  readonly punctuation?: boolean
  /** Full-width characters of East Asia count 1 and all others a half; by default every character counts 1. */
  readonly eastAsianWidth?: boolean
}

/** What the rules of subtitling compare with their limits. */
export interface CueMeasures {
  readonly lines: readonly string[]
  readonly lineLengths: readonly number[]
  readonly characters: number
  readonly words: number
  readonly seconds: number
  /** Infinity for text that is shown for no time; 0 without text. */
  readonly charactersPerSecond: number
  /** As `charactersPerSecond`. */
  readonly wordsPerMinute: number
}

export function measureCue(cue: Cue, timing: Timing, counting: CharacterCounting = {}): CueMeasures {
  const lines = listLines(cue.textParts)
  const characters = countCharacters(lines, counting)
  const words = countWords(lines)
  const seconds = toSeconds(cue, timing)
  return {
    lines,
    lineLengths: lines.map(line => measureLine(line, counting)),
    characters,
    words,
    seconds,
    charactersPerSecond: toSpeed(characters, seconds),
    wordsPerMinute: toSpeed(words, seconds) * 60,
  }
}

/** The lines of a cue as they are read; a newline in a run is a line break too. */
export function listLines(parts: readonly TextPart[]): string[] {
  const text = parts.map(part => {
    if (part.type === 'lineBreak') return '\n'
    return part.style?.ruby === 'text' ? '' : part.content
  })
  return splitLines(text.join(''))
}

/** How many columns a line takes. */
export function measureLine(line: string, { eastAsianWidth = false }: CharacterCounting = {}): number {
  const text = line.trim()
  return eastAsianWidth ? addWidths(text) : countGraphemes(text)
}

/** How many characters there are to read in these lines. */
export function countCharacters(lines: readonly string[], counting: CharacterCounting = {}): number {
  const { spaces = true, punctuation = true, eastAsianWidth = false } = counting
  let text = joinLines(lines)
  if (!spaces) text = text.replaceAll(' ', '')
  if (!punctuation) text = text.replace(/\p{P}/gu, '')
  return eastAsianWidth ? addWidths(text) : countGraphemes(text)
}

/** How many words there are to read: between blanks, or as a dictionary cuts them where there are none. */
export function countWords(lines: readonly string[]): number {
  let count = 0
  for (const token of joinLines(lines).split(' ')) {
    if (isUnspaced(token)) count += segmentWords(token).filter(({ isWord }) => isWord).length
    else if (/[\p{L}\p{N}]/u.test(token)) count += 1
  }
  return count
}

/** How long a cue is shown, for measures only: times themselves stay whole. */
function toSeconds({ start, end }: Pick<Cue<number>, 'start' | 'end'>, timing: Timing): number {
  if (timing.unit === 'milliseconds') return (end - start) / 1000
  if (!timing.times) return ((end - start) * timing.rate.den) / timing.rate.num
  const { toMilliseconds } = createFrameClock(timing.rate, timing.times)
  return (toMilliseconds(end) - toMilliseconds(start)) / 1000
}

/** One text with single blanks; where words have none between them, a line break is none either. */
function joinLines(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    const next = line.replace(/\s+/g, ' ').trim()
    const isApart = text !== '' && next !== '' && !joinsUnspaced(text, next)
    text += isApart ? ` ${next}` : next
  }
  return text
}

function addWidths(text: string): number {
  return splitGraphemes(text).reduce((sum, character) => sum + (isWide(character) ? 1 : 0.5), 0)
}

function toSpeed(amount: number, seconds: number): number {
  if (amount === 0) return 0
  return seconds > 0 ? amount / seconds : Number.POSITIVE_INFINITY
}
