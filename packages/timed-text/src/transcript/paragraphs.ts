import type { TimedWord } from './timed-word.ts'

/** How long silences and paragraphs are, in the unit of the words. */
export interface ParagraphRules {
  /** A silence that ends a paragraph. */
  readonly pause: number
  /** A paragraph this long ends with its sentence, or with its segment where there is no punctuation. */
  readonly enough: number
  /** A paragraph this long ends with its word. */
  readonly longest: number
}

/** Rules for words in milliseconds. */
const paragraphRules: ParagraphRules = { pause: 2_000, enough: 20_000, longest: 60_000 }

const sentenceEnd = /[.!?…。！？]["'”’»)\]]*\s*$/u

/** Cuts words into paragraphs: of one speaker, without long silences, as long as people like to read. */
export function cutParagraphs(words: readonly TimedWord[], rules: ParagraphRules = paragraphRules): TimedWord[][] {
  const paragraphs: TimedWord[][] = []
  for (const word of words) {
    const current = paragraphs.at(-1)
    if (current && !endsBefore(current, word, rules)) current.push(word)
    else paragraphs.push([word])
  }
  return paragraphs
}

function endsBefore(paragraph: readonly TimedWord[], next: TimedWord, rules: ParagraphRules): boolean {
  const [first, last] = [paragraph[0]!, paragraph.at(-1)!]
  const length = last.end - first.start
  if (next.speaker !== last.speaker || next.start - last.end >= rules.pause || length >= rules.longest) return true
  if (length < rules.enough) return false
  return sentenceEnd.test(last.text) || (next.beginsSegment === true && length >= 2 * rules.enough)
}
