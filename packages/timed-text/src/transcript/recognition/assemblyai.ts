import type { TimedWord } from '../timed-word.ts'
import { asList, asNumber, asObject, asShare, asSpeaker, asText, type Members } from './members.ts'
import { type HeardPiece, toWords } from './to-words.ts'

/** What AssemblyAI answers: `words[]` with `text`, in whole milliseconds. */
export function readAssemblyAi(document: Members): TimedWord[] {
  return toWords(
    asList(document.words).flatMap((word): HeardPiece[] => {
      const { text, start, end, confidence, speaker } = asObject(word)
      const said = asText(text)
      if (said === undefined) return []
      return [
        {
          text: said,
          start: asNumber(start),
          end: asNumber(end),
          confidence: asShare(confidence),
          speaker: asSpeaker(speaker),
        },
      ]
    }),
  )
}
