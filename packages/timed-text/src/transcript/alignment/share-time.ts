import { type TimedWord, weighText } from '../timed-word.ts'

/** What is known of the words that share a time. */
export interface SharedTime {
  readonly start: number
  readonly end: number
  readonly confidence?: number | undefined
  readonly speaker?: string | undefined
  /** Whether the first word is known to begin at `start`, and the last to end at `end`. */
  readonly hasEdges?: boolean
}

/** Words that share a time by their length, in whole units. */
export function shareTime(texts: readonly string[], { start, end, ...known }: SharedTime): TimedWord[] {
  const weights = texts.map(weighText)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const last = texts.length - 1
  let passed = 0
  return texts.map((text, index) => {
    const from = start + Math.round(((end - start) * passed) / total)
    passed += weights[index]!
    const until = start + Math.round(((end - start) * passed) / total)
    return {
      text,
      start: from,
      end: until,
      ...(known.confidence !== undefined && { confidence: known.confidence }),
      ...(known.speaker !== undefined && { speaker: known.speaker }),
      ...(!(known.hasEdges && index === 0) && { isStartInterpolated: true as const }),
      ...(!(known.hasEdges && index === last) && { isEndInterpolated: true as const }),
    }
  })
}
