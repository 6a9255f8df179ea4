import type { TimedWord } from '../timed-word.ts'
import { shareTime } from './share-time.ts'

/** A word whose time an engine may have left out, or got wrong. */
export interface LooseWord extends Omit<TimedWord, 'start' | 'end'> {
  readonly start?: number | undefined
  readonly end?: number | undefined
}

/**
 * Words in order with whole times: what is missing is worked out from the words around, by their length; starts never
 * fall, and no word ends before it begins or after `latest`.
 */
export function settleTimes(words: readonly LooseWord[], latest: number = Number.MAX_SAFE_INTEGER): TimedWord[] {
  const bound = (time: number | undefined) =>
    time === undefined || !Number.isFinite(time) ? undefined : Math.min(latest, Math.max(0, Math.round(time)))
  const starts = fillStarts(words, bound)
  let reached = 0
  return words.map((word, index) => {
    const start = Math.max(reached, starts[index]!)
    const known = bound(word.end)
    const end = Math.max(start, known ?? starts[index + 1] ?? start)
    reached = start
    return {
      ...word,
      start,
      end,
      ...(bound(word.start) === undefined && { isStartInterpolated: true as const }),
      ...(known === undefined && { isEndInterpolated: true as const }),
    }
  })
}

type Bound = (time: number | undefined) => number | undefined

function fillStarts(words: readonly LooseWord[], bound: Bound): number[] {
  const starts: number[] = []
  for (let index = 0; index < words.length; ) {
    const start = bound(words[index]!.start)
    if (start !== undefined) {
      starts.push(start)
      index++
      continue
    }
    let next = index
    while (next < words.length && bound(words[next]!.start) === undefined) next++
    const before = words[index - 1]
    const knownEnd = before && bound(before.end)
    // Without its end, the word before shares the time with those that follow it.
    const first = before && knownEnd === undefined ? index - 1 : index
    const from = knownEnd ?? starts.at(-1) ?? 0
    const to = Math.max(from, next < words.length ? bound(words[next]!.start)! : from)
    const texts = words.slice(first, next).map(({ text }) => text)
    const shared = shareTime(texts, { start: from, end: to }).slice(index - first)
    for (const { start: guessed } of shared) starts.push(guessed)
    index = next
  }
  return starts
}
