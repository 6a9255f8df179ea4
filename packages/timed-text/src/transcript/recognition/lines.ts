import { shareTime } from '../alignment/share-time.ts'
import { splitText } from '../split-text.ts'
import type { TimedWord } from '../timed-word.ts'

/** A stretch of speech whose words an engine has not timed one by one. */
export interface HeardLine {
  readonly text: string
  /** Milliseconds; the end of the line before, and `start`, where they are not known. */
  readonly start: number | undefined
  readonly end: number | undefined
  readonly confidence: number
  readonly speaker: string | undefined
}

/** The words of lines: those of each share its time by their length. Starts never fall. */
export function shareLines(lines: readonly HeardLine[]): TimedWord[] {
  const spoken = lines.map(line => ({ ...line, texts: splitText(line.text) })).filter(({ texts }) => texts.length > 0)
  let reached = 0
  return spoken.flatMap(({ texts, confidence, speaker, ...line }, index) => {
    if (index < spoken.length - 1) texts[texts.length - 1] += ' '
    const start = Math.max(reached, Math.round(line.start ?? reached))
    const end = Math.max(start, Math.round(line.end ?? start))
    reached = start
    const words = shareTime(texts, { start, end, confidence, speaker, hasEdges: true })
    return words.map((word, place) => (place === 0 ? { ...word, beginsSegment: true as const } : word))
  })
}

/** Whether a token says nothing: whisper marks times and languages so. */
export function isMark(text: string): boolean {
  return /^\s*(\[_[A-Z]+_?\d*\]|<\|[^|]*\|>)\s*$/.test(text)
}
