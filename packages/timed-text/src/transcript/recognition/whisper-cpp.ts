import type { TimedWord } from '../timed-word.ts'
import { isMark, shareLines } from './lines.ts'
import { asList, asNumber, asObject, asShare, asSpeaker, asText, type Members } from './members.ts'
import { type HeardPiece, toWords } from './to-words.ts'

/** Of words that share the time of a line. */
const unknownConfidence = 0.5

/** What whisper.cpp writes to a file: `transcription[]` with `offsets` in milliseconds, and `tokens[]` when asked. */
export function readWhisperCpp(document: Members): TimedWord[] {
  const segments = asList(document.transcription).map(asObject)
  if (segments.some(({ tokens }) => asList(tokens).length > 0)) return toWords(segments.flatMap(readTokens))
  return shareLines(
    segments.map(({ text, offsets, speaker }) => ({
      text: asText(text) ?? '',
      start: asNumber(asObject(offsets).from),
      end: asNumber(asObject(offsets).to),
      confidence: unknownConfidence,
      speaker: asSpeaker(speaker),
    })),
  )
}

function readTokens(segment: Members): HeardPiece[] {
  const speaker = asSpeaker(segment.speaker)
  const pieces = asList(segment.tokens).flatMap((token): HeardPiece[] => {
    const { text, offsets, p } = asObject(token)
    const { from, to } = asObject(offsets)
    const said = asText(text)
    if (said === undefined || isMark(said)) return []
    return [{ text: said, start: asNumber(from), end: asNumber(to), confidence: asShare(p), speaker }]
  })
  return pieces.map((piece, index) => {
    const isFirst = index === 0
    return { ...piece, text: isFirst ? ` ${piece.text.trimStart()}` : piece.text, beginsSegment: isFirst }
  })
}
