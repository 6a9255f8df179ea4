import { findRollingCaptions } from '../conversion/rolling.ts'
import type { Cue, MillisecondDocument } from '../document/document.ts'
import { toPlainText } from '../text/text-parts.ts'
import { shareTime } from './alignment/share-time.ts'
import { splitText } from './split-text.ts'
import type { TimedWord } from './timed-word.ts'

/** A word of a subtitle is known for sure; when it is said is guessed. */
const subtitleConfidence = 1

/**
 * The words of a subtitle file: those of a cue share its time; who speaks is known by its style (a voice of WebVTT). Each
 * word of rolling captions is one.
 */
export function toTranscriptWords(document: MillisecondDocument): TimedWord[] {
  const { cues: all } = findRollingCaptions(document)?.document ?? document
  const cues = all.filter(({ hidden }) => !hidden)
  return cues.flatMap((cue, index) => toWords(cue, index < cues.length - 1))
}

function toWords(cue: Cue, isFollowed: boolean): TimedWord[] {
  const texts = splitText(toPlainText(cue.textParts))
  if (texts.length === 0) return []
  texts[texts.length - 1] += isFollowed ? ' ' : ''
  const speaker = cue.textParts.flatMap(part => (part.type === 'text' && part.style?.speaker) || [])[0]
  const words = shareTime(texts, {
    start: cue.start,
    end: Math.max(cue.start, cue.end),
    confidence: subtitleConfidence,
    speaker,
    hasEdges: true,
  })
  return words.map((word, index) => (index === 0 ? { ...word, beginsSegment: true as const } : word))
}
