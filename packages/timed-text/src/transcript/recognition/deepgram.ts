import type { TimedWord } from '../timed-word.ts'
import { asList, asMilliseconds, asObject, asShare, asSpeaker, asText, type Members } from './members.ts'
import { type HeardPiece, toWords } from './to-words.ts'

/** What Deepgram answers: `results.channels[].alternatives[0].words[]` in seconds; several channels are several speakers. */
export function readDeepgram(document: Members): TimedWord[] {
  const channels = asList(asObject(document.results).channels).map(asObject)
  const pieces = channels.flatMap(({ alternatives }, index) => {
    const channel = channels.length > 1 ? `S${index + 1}` : undefined
    return asList(asObject(asList(alternatives)[0]).words).flatMap(word => toPiece(asObject(word), channel))
  })
  return toWords(pieces.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0)))
}

function toPiece(word: Members, channel: string | undefined): HeardPiece[] {
  const text = asText(word.punctuated_word) ?? asText(word.word)
  if (text === undefined) return []
  return [
    {
      text,
      start: asMilliseconds(word.start),
      end: asMilliseconds(word.end),
      confidence: asShare(word.confidence),
      speaker: asSpeaker(word.speaker) ?? channel,
    },
  ]
}
