import type { TimedWord } from '../timed-word.ts'
import { asList, asMilliseconds, asNumber, asObject, asShare, asSpeaker, asText, type Members } from './members.ts'
import { type HeardPiece, toWords } from './to-words.ts'

/** What Google Speech-to-Text answers: `results[].alternatives[0].words[]`, durations as `1.300s` or seconds and nanos. */
export function readGoogle(document: Members): TimedWord[] {
  const parts = asList(document.results).map(result => {
    const best = asObject(asList(asObject(result).alternatives)[0])
    const share = asShare(best.confidence)
    return asList(best.words).flatMap((word, index) => toPiece(asObject(word), share, index === 0))
  })
  const last = parts.at(-1) ?? []
  const others = parts.slice(0, -1)
  // With diarisation, the last result repeats all words, each with its speaker.
  const isRepetition =
    others.length > 0 &&
    last.some(({ speaker }) => speaker) &&
    !others.some(part => part.some(({ speaker }) => speaker))
  return toWords(isRepetition ? last : parts.flat())
}

function toPiece(word: Members, confidence: number | undefined, beginsSegment: boolean): HeardPiece[] {
  const text = asText(word.word)
  if (text === undefined) return []
  const tag = asNumber(word.speakerTag)
  return [
    {
      text,
      start: readDuration(word.startTime ?? word.startOffset) ?? 0,
      end: readDuration(word.endTime ?? word.endOffset),
      confidence: asShare(word.confidence) || confidence,
      speaker: tag === undefined || tag === 0 ? asSpeaker(word.speakerLabel) : `S${tag}`,
      beginsSegment,
    },
  ]
}

function readDuration(value: unknown): number | undefined {
  if (typeof value === 'string') return asMilliseconds(/^\d+(\.\d+)?(?=s$)/.exec(value)?.[0])
  if (typeof value !== 'object' || value === null) return undefined
  const { seconds, nanos } = asObject(value)
  return Math.round((asNumber(seconds) ?? 0) * 1000 + (asNumber(nanos) ?? 0) / 1e6)
}
