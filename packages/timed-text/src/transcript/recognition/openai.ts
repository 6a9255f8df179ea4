/**
 * What servers answer to `POST /v1/audio/transcriptions`, and what programs of the same family write:
 *
 *     verbose_json     words beside segments         OpenAI, speaches; bare words, so the text has the punctuation
 *     nested words     segments[].words[]            whisper, faster-whisper, WhisperX (no blanks), whisper.cpp (tokens)
 *     segments only    segments[].text               LocalAI, vLLM
 *     diarized_json    segments[].speaker            OpenAI
 *     text only        text                          models that know no times
 */

import { alignWords } from '../alignment/align-words.ts'
import { shareTime } from '../alignment/share-time.ts'
import { splitText } from '../split-text.ts'
import { foldWord, type TimedWord } from '../timed-word.ts'
import { isMark, shareLines } from './lines.ts'
import {
  asList,
  asMilliseconds,
  asNumber,
  asObject,
  asShare,
  asSpeaker,
  asText,
  defined,
  type Members,
} from './members.ts'
import { type HeardPiece, toWords } from './to-words.ts'

/** Words of a segment are less sure of their place than those that were heard one by one. */
const interpolatedShare = 0.5
const unknownConfidence = 0.5
/** How long a letter takes where nothing tells, in milliseconds. */
const letterTime = 60

/** The words of such an answer; none where it is not one. */
export function readOpenAi(document: Members): TimedWord[] {
  const segments = asList(document.segments).map(asObject)
  const listed = asList(document.words).flatMap(word => toPiece(asObject(word)))
  if (listed.length > 0) return readListed(toWords(listed), document, segments)
  if (segments.length > 0) return readSegments(segments)
  return readText(document)
}

/** Bare words get the spelling and the punctuation of the text. */
function readListed(words: readonly TimedWord[], document: Members, segments: readonly Members[]): TimedWord[] {
  const text = segments.length > 0 ? joinSegments(segments) : (asText(document.text) ?? '')
  const texts = splitText(text)
  const confidences = segments.flatMap(segment => {
    const [start, end] = [asMilliseconds(segment.start), asMilliseconds(segment.end)]
    const confidence = toConfidence(segment)
    const speaker = asSpeaker(segment.speaker)
    return start === undefined || end === undefined ? [] : [{ start, end, confidence, speaker }]
  })
  let at = 0
  const known = words.map(word => {
    while (at < confidences.length - 1 && confidences[at]!.end <= word.start) at++
    const segment = confidences[at]
    if (!segment) return word
    const { confidence, speaker } = segment
    return { ...defined({ confidence, speaker }), ...word }
  })
  const isPunctuated = words.some(({ text }) => /[.,!?。、]\s*$/u.test(text))
  if (isPunctuated || texts.length === 0 || !saysSame(texts, words)) return markSegments(known, confidences)
  const last = words.at(-1)!
  return markSegments(alignWords(texts, known, { from: 0, to: last.end, letterTime }), confidences)
}

/** A text that is another one (a translation, a cut) does not tell how these words are written. */
function saysSame(texts: readonly string[], words: readonly TimedWord[]): boolean {
  const said = new Set(words.map(({ text }) => foldWord(text)))
  const same = texts.filter(text => said.has(foldWord(text))).length
  return 2 * same >= texts.length
}

function markSegments(words: readonly TimedWord[], segments: readonly { start: number }[]): TimedWord[] {
  let next = 0
  return words.map(word => {
    let begins = false
    while (next < segments.length && segments[next]!.start <= word.start) {
      begins = true
      next++
    }
    return begins ? { ...word, beginsSegment: true as const } : word
  })
}

function joinSegments(segments: readonly Members[]): string {
  return segments.map(({ text }) => asText(text)?.trim() ?? '').join(' ')
}

function readSegments(segments: readonly Members[]): TimedWord[] {
  const hasWords = segments.some(({ words }) => asList(words).length > 0)
  if (hasWords) return toWords(segments.flatMap(readNested))
  return shareLines(
    segments.map(segment => ({
      text: asText(segment.text) ?? '',
      start: asMilliseconds(segment.start),
      end: asMilliseconds(segment.end),
      confidence: (toConfidence(segment) ?? 1) * interpolatedShare,
      speaker: asSpeaker(segment.speaker),
    })),
  )
}

function readNested(segment: Members): HeardPiece[] {
  const confidence = toConfidence(segment)
  const speaker = asSpeaker(segment.speaker)
  const pieces = asList(segment.words).flatMap(word => toPiece(asObject(word)))
  return pieces.map((piece, index) => ({
    ...piece,
    confidence: piece.confidence ?? confidence,
    speaker: piece.speaker ?? speaker,
    // Every segment begins with a word, whether or not its first token has a blank.
    text: index === 0 && !/^\s/.test(piece.text) && startsWithBlank(pieces) ? ` ${piece.text}` : piece.text,
    beginsSegment: index === 0,
  }))
}

function startsWithBlank(pieces: readonly HeardPiece[]): boolean {
  return pieces.some(({ text }, index) => index > 0 && /^\s/.test(text))
}

function toPiece(word: Members): HeardPiece[] {
  const text = asText(word.word) ?? asText(word.text)
  if (text === undefined || isMark(text)) return []
  return [
    {
      text,
      start: asMilliseconds(word.start),
      end: asMilliseconds(word.end),
      confidence: asShare(word.probability ?? word.score ?? word.confidence),
      speaker: asSpeaker(word.speaker),
    },
  ]
}

/** A text without any time lies where it can: over the whole. */
function readText(document: Members): TimedWord[] {
  const texts = splitText(asText(document.text) ?? '')
  if (texts.length === 0) return []
  const end = asMilliseconds(document.duration)
  const weight = texts.reduce((sum, text) => sum + text.length + 1, 0)
  return shareTime(texts, {
    start: 0,
    end: end ?? weight * letterTime,
    confidence: unknownConfidence * interpolatedShare,
  })
}

/** How sure an engine is of a segment; -1 beside a ratio of -1 says that it does not know. */
function toConfidence(segment: Members): number | undefined {
  const given = asShare(segment.confidence)
  if (given !== undefined) return given
  const log = asNumber(segment.avg_logprob)
  if (log === undefined || log > 0 || (log === -1 && asNumber(segment.compression_ratio) === -1)) return undefined
  return Math.exp(log)
}

/** Whether what is written there says something. */
export function isOpenAi(document: Members): boolean {
  return (
    Array.isArray(document.segments) ||
    asList(document.words).some(word => asText(asObject(word).word) !== undefined) ||
    typeof document.text === 'string'
  )
}
