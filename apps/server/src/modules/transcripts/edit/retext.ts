/** New text instead of old words. Pure. */

import { alignWords, splitText, type TimedWord } from '@rushes/timed-text'
import { settleFrames } from '../recognition/parts.ts'

/** Between which frames a paragraph may lie: the end of the words before it, the start of those after it. */
export interface Room {
  readonly from: number
  readonly to: number
  readonly framesPerSecond: number
}

/** How long a letter takes where nothing tells, in seconds. */
const letterSeconds = 0.06

/**
 * The words of a text with the times of the previous words: those that are the same keep theirs, those that were
 * changed share the time of what they replace. Words typed by people have full confidence.
 */
export function retext(old: readonly TimedWord[], text: string, { from, to, framesPerSecond }: Room): TimedWord[] {
  const texts = splitText(text)
  const aligned = alignWords(texts, old, { from, to, letterTime: letterSeconds * framesPerSecond })
  const kept = new Map(old.map(word => [word.start, word.text.trim()]))
  const sure = aligned.map(
    (word): TimedWord => (kept.get(word.start) === word.text.trim() ? word : { ...word, confidence: 1 }),
  )
  return settleFrames(sure, to, from)
}
