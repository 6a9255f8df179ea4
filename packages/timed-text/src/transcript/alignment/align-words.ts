import { foldWord, type TimedWord, weighText } from '../timed-word.ts'
import { matchWords, type WordPair } from './match-words.ts'
import { shareTime } from './share-time.ts'

export interface AlignOptions {
  /** Nothing begins before and nothing ends after. */
  readonly from: number
  readonly to: number
  /** How long a letter takes where nothing tells, in the unit of the times. */
  readonly letterTime: number
}

/** Confidence says how sure a time is, too: a typed word is certain, its time is not. */
const interpolatedShare = 0.5
const unheardConfidence = 0.2

/**
 * Gives the words of a text the times of the words that were heard. A word that was heard keeps its exact time, and its
 * speaker; words that were heard otherwise share the time of those in whose place they stand; words that were not heard
 * at all take the silence there, and where there is none a part of the word before them. Starts never fall.
 */
export function alignWords(texts: readonly string[], heard: readonly TimedWord[], options: AlignOptions): TimedWord[] {
  const pairs = matchWords(
    texts,
    heard.map(({ text }) => text),
  )
  const words: TimedWord[] = []
  let [given, other] = [0, 0]
  for (const [index, heardIndex] of [...pairs, [texts.length, heard.length] as WordPair]) {
    placeBetween(words, texts.slice(given, index), heard.slice(other, heardIndex), heard[heardIndex], options)
    if (index < texts.length) words.push(takeTime(texts[index]!, heard[heardIndex]!))
    given = index + 1
    other = heardIndex + 1
  }
  return words
}

/** The same word has the same confidence; one that is only alike has less. */
function takeTime(text: string, word: TimedWord): TimedWord {
  const { confidence, ...rest } = word
  const isSame = foldWord(text) === foldWord(word.text)
  return {
    ...rest,
    text,
    ...(confidence !== undefined && { confidence: isSame ? confidence : confidence * interpolatedShare }),
  }
}

/** Places words between those that are placed already and the next one that was heard. */
function placeBetween(
  words: TimedWord[],
  texts: readonly string[],
  replaced: readonly TimedWord[],
  next: TimedWord | undefined,
  options: AlignOptions,
): void {
  if (texts.length === 0) return
  const before = words.at(-1)
  const from = Math.max(options.from, before?.end ?? options.from)
  const to = Math.max(from, Math.min(options.to, next?.start ?? options.to))
  if (replaced.length > 0) return void words.push(...takePlace(texts, replaced, { from, to }))
  const speaker = before?.speaker ?? next?.speaker
  const known = { confidence: unheardConfidence, speaker }
  const needed = texts.reduce((sum, text) => sum + weighText(text), 0) * options.letterTime
  if (to - from >= texts.length) {
    const length = Math.min(to - from, Math.max(texts.length, Math.round(needed)))
    // What comes before the first word that was heard stands close to it, all else close to the word before.
    const start = before ? from : to - length
    words.push(...shareTime(texts, { start, end: start + length, ...known }))
    return
  }
  if (!before) return void words.push(...shareTime(texts, { start: from, end: to, ...known }))
  const [kept, ...added] = shareTime([before.text, ...texts], { start: before.start, end: to, ...known })
  words[words.length - 1] = { ...before, end: Math.max(before.start, kept!.end), isEndInterpolated: true }
  words.push(...added)
}

/** As many words instead of as many: each for each; otherwise all share the time of all. */
function takePlace(
  texts: readonly string[],
  replaced: readonly TimedWord[],
  { from, to }: { from: number; to: number },
): TimedWord[] {
  if (texts.length === replaced.length) {
    return texts.map((text, index) => takeTime(text, { ...replaced[index]!, confidence: unheardConfidence }))
  }
  const [first, last] = [replaced[0]!, replaced.at(-1)!]
  const start = Math.max(from, first.start)
  const sure = replaced.map(({ confidence }) => confidence ?? unheardConfidence)
  return shareTime(texts, {
    start,
    end: Math.max(start, Math.min(to, last.end)),
    confidence: (sure.reduce((sum, one) => sum + one, 0) / sure.length) * interpolatedShare,
    speaker: first.speaker,
    hasEdges: true,
  })
}
