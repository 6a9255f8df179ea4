/**
 * Words as the parts of a paragraph's annotation:
 *
 *     parts   | This  | blade | has |      start and duration in frames; each ends where the next begins
 *     words   | This |  |blade| |has|      `spokenDuration` says how long it was said, where that is less
 */

import type { TimedWord } from '@rushes/timed-text'
import type { AnnotationRow } from '../../annotations/index.ts'

/** A word of a paragraph as it is stored. */
interface Part {
  readonly id: string
  readonly type: 'LEX'
  readonly start: number
  readonly duration: number
  readonly spokenDuration?: number
  readonly word: string
  readonly confidence: number
  readonly speaker?: string
  readonly isStartInterpolated: boolean
  readonly isEndInterpolated: boolean
}

/** "part id = `<annotationId>-<start>`; consecutive parts abut". */
function toParts(annotationId: number, words: readonly TimedWord[], speaker: string | undefined): Part[] {
  return words.map((word, index) => {
    const next = words[index + 1]
    const spokenDuration = word.end - word.start
    const duration = next ? next.start - word.start : spokenDuration
    return {
      id: `${annotationId}-${word.start}`,
      type: 'LEX',
      start: word.start,
      duration,
      ...(spokenDuration !== duration && { spokenDuration }),
      // "`word` keeps its trailing space so joining words gives the text": of the paragraph, which ends with a word.
      word: next ? word.text : word.text.trimEnd(),
      confidence: roundShare(word.confidence ?? 0),
      ...(speaker !== undefined && { speaker }),
      isStartInterpolated: word.isStartInterpolated === true,
      isEndInterpolated: word.isEndInterpolated === true,
    }
  })
}

function roundShare(share: number): number {
  return Math.round(share * 10_000) / 10_000
}

/** The content of a paragraph's annotation. */
export function toContent(
  annotationId: number,
  words: readonly TimedWord[],
  { language, speaker }: { language: string; speaker: string | undefined },
): Record<string, unknown> {
  const sure = words.flatMap(({ confidence }) => confidence ?? [])
  const confidence = sure.length > 0 ? sure.reduce((sum, one) => sum + one, 0) / sure.length : 0
  return { language, confidence: roundShare(confidence), parts: toParts(annotationId, words, speaker) }
}

/** The words of a paragraph; what others have written into it may be anything, and what is no word is left out. */
export function readWords({ structured_description: { parts }, details }: AnnotationRow): TimedWord[] {
  if (!Array.isArray(parts)) return []
  const words = parts.flatMap((part: unknown): TimedWord[] => {
    if (typeof part !== 'object' || part === null) return []
    const { start, duration, spokenDuration = duration, word, ...rest } = part as Record<string, unknown>
    if (!isFrame(start) || !isFrame(spokenDuration) || typeof word !== 'string' || word.trim() === '') return []
    const speaker = typeof rest.speaker === 'string' ? rest.speaker : details.speaker
    return [
      {
        text: word,
        start,
        end: start + spokenDuration,
        ...(typeof rest.confidence === 'number' && { confidence: rest.confidence }),
        ...(speaker !== undefined && { speaker }),
        ...(rest.isStartInterpolated === true && { isStartInterpolated: true as const }),
        ...(rest.isEndInterpolated === true && { isEndInterpolated: true as const }),
      },
    ]
  })
  return words.toSorted((a, b) => a.start - b.start)
}

function isFrame(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/**
 * Words in frames as they can be stored: starts strictly rise, every word lasts a frame at least and ends before the
 * next begins, all lie before `frameCount` (0: not known), as far as there are frames enough.
 */
export function settleFrames(words: readonly TimedWord[], frameCount: number, from = 0): TimedWord[] {
  const limit = frameCount > 0 ? frameCount : Number.MAX_SAFE_INTEGER
  const starts: number[] = []
  for (const { start } of words) starts.push(Math.max(start, (starts.at(-1) ?? from - 1) + 1))
  let next = limit
  for (let index = starts.length - 1; index >= 0; index--) {
    starts[index] = Math.max(0, Math.min(starts[index]!, next - 1))
    next = starts[index]!
  }
  return words.map((word, index) => {
    const start = starts[index]!
    const latest = Math.max(start, starts[index + 1] ?? limit)
    return { ...word, start, end: Math.min(latest, Math.max(word.end, start + 1)) }
  })
}
