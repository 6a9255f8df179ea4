import { splitText } from '../split-text.ts'
import { type TimedWord, weighText } from '../timed-word.ts'

/** A time in which somebody may be speaking, `[start, end)`. */
export interface Span {
  readonly start: number
  readonly end: number
}

const guessedConfidence = 0.1

/** Spreads a text over the times in which somebody speaks, by the length of its words: for when nothing was heard. */
export function spreadText(text: string, speech: readonly Span[]): TimedWord[] {
  const texts = splitText(text)
  const spans = speech.filter(({ start, end }) => end > start)
  const spoken = spans.reduce((sum, { start, end }) => sum + end - start, 0)
  const weight = texts.reduce((sum, word) => sum + weighText(word), 0)
  const at = createClock(spans)
  let passed = 0
  return texts.map(word => {
    const start = at((spoken * passed) / weight, false)
    passed += weighText(word)
    const end = Math.max(start, at((spoken * passed) / weight, true))
    return { text: word, start, end, confidence: guessedConfidence, isStartInterpolated: true, isEndInterpolated: true }
  })
}

/** The time at which so much has been spoken; asked in rising order. What ends at a silence ends before it. */
function createClock(spans: readonly Span[]): (spoken: number, isEnd: boolean) => number {
  let index = 0
  let before = 0
  return (spoken, isEnd) => {
    let span = spans[index]
    while (span && index < spans.length - 1) {
      const until = before + span.end - span.start
      if (isEnd ? spoken <= until + 1e-6 : spoken < until - 1e-6) break
      before = until
      span = spans[++index]
    }
    return span ? Math.round(Math.min(span.end, span.start + Math.max(0, spoken - before))) : 0
  }
}

/** What is found out of a measure of loudness. */
interface SpeechOptions {
  /** Length of one measure, in the unit of the spans. */
  readonly step: number
  /** Silences shorter than this belong to the speech around them. */
  readonly shortestSilence: number
}

/** The times that are louder than the quiet parts of the same sound, from the loudness (0 to 1) of each step. */
export function findSpeech(levels: Float32Array, { step, shortestSilence }: SpeechOptions): Span[] {
  const sorted = Float32Array.from(levels).sort()
  const [quiet, loud] = [sorted[Math.floor(sorted.length * 0.1)] ?? 0, sorted[Math.floor(sorted.length * 0.95)] ?? 0]
  const threshold = quiet + (loud - quiet) * 0.15
  const spans: { start: number; end: number }[] = []
  for (const [index, level] of levels.entries()) {
    if (level <= threshold && loud > quiet) continue
    const [start, end] = [index * step, (index + 1) * step]
    const last = spans.at(-1)
    if (last && start - last.end < shortestSilence) last.end = end
    else spans.push({ start, end })
  }
  return spans
}
