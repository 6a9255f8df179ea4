import {
  createFrameClock,
  type Frames,
  isSameRate,
  type Milliseconds,
  millisecondsToFrames,
  resampleFrames,
  type SampleRate,
} from '@rushes/timebase'
import type { Cue, FrameDocument, MillisecondDocument, TextPart, TimedTextDocument, Timing } from './document.ts'

/** The line of a WebVTT header that says at which time of its cues the media begins; it does not hold once they have moved. */
export const timestampMap = /\nX-TIMESTAMP-MAP=([^\n]*)/

/**
 * The same document on a clock of milliseconds. A document in frames comes back from here to the same frames with
 * {@link toFrameDocument} at its rate; one in milliseconds is returned as it is. Pictures of a variable rate have their own times.
 */
export function toMillisecondDocument(document: TimedTextDocument): MillisecondDocument {
  const { timing } = document
  if (timing.unit === 'milliseconds') return retime(document, timing, undefined)
  const converted = retime(
    document,
    { unit: 'milliseconds' },
    createFrameClock(timing.rate, timing.times).toMilliseconds,
  )
  return timing.times ? { ...converted, cues: withDurations(document.cues, converted.cues) } : converted
}

/**
 * The same document with frames counted as labels count them, from the first one: pictures of a variable rate go to
 * round(time * rate). Others are returned as they are.
 */
export function toLabelDocument(document: FrameDocument): FrameDocument
export function toLabelDocument(document: TimedTextDocument): TimedTextDocument
export function toLabelDocument(document: TimedTextDocument): TimedTextDocument {
  const { timing } = document
  if (timing.unit === 'milliseconds' || !timing.times) return document
  const { rate, times } = timing
  const converted = retime(document, { unit: 'frames', rate }, createFrameClock(rate, times).toLabel)
  return { ...converted, cues: withDurations(document.cues, converted.cues) }
}

/** Pictures may be so short that both ends of a cue become one: it lasts for one then, as it did. */
function withDurations(before: readonly Cue<number>[], cues: readonly Cue<number>[]): Cue<number>[] {
  return cues.map((cue, index) => {
    const { start, end } = before[index]!
    return end > start && cue.end <= cue.start ? { ...cue, end: cue.start + 1 } : cue
  })
}

/**
 * The same document in frames of a rate: every time goes to the nearest frame, so milliseconds between are lost. Of
 * pictures of a variable rate it counts their labels.
 */
export function toFrameDocument(counted: TimedTextDocument, rate: SampleRate): FrameDocument {
  const document = toLabelDocument(counted)
  const { timing } = document
  if (timing.unit === 'milliseconds') {
    return retime(document, { unit: 'frames', rate }, time => millisecondsToFrames(time, rate))
  }
  const isSame = isSameRate(timing.rate, rate)
  return retime(
    document,
    { unit: 'frames', rate },
    isSame ? undefined : time => resampleFrames(time, timing.rate, rate),
  )
}

/** The same document with every time of cues and of runs moved by `convert`, in the document's own unit. */
export function mapTimes<T extends Timing>(
  document: TimedTextDocument<T>,
  convert: (time: number) => number,
): TimedTextDocument<T> {
  return retime(withMovedTimes(document), document.timing, convert)
}

/** A document on a clock of milliseconds, with every time as `convert` gives it. */
export function mapToMilliseconds(
  document: TimedTextDocument,
  convert: (time: number) => Milliseconds,
): MillisecondDocument {
  return retime(withMovedTimes(document), { unit: 'milliseconds' }, convert)
}

/** A document in frames of a rate, with every time as `convert` gives it. */
export function mapToFrames(
  document: TimedTextDocument,
  rate: SampleRate,
  convert: (time: number) => Frames,
): FrameDocument {
  return retime(withMovedTimes(document), { unit: 'frames', rate }, convert)
}

/** A document without what its file said of its times. */
function withMovedTimes<T extends TimedTextDocument>(document: T): T {
  const header = document.ext?.webvtt?.header
  if (typeof header !== 'string') return document
  return {
    ...document,
    ext: { ...document.ext, webvtt: { ...document.ext?.webvtt, header: header.replace(timestampMap, '') } },
  }
}

function retime<T extends Timing>(
  document: TimedTextDocument,
  timing: T,
  convert: ((time: number) => number) | undefined,
): TimedTextDocument<T> {
  return { ...document, timing, cues: convert ? document.cues.map(cue => retimeCue(cue, convert)) : document.cues }
}

function retimeCue(cue: Cue, convert: (time: number) => number): Cue<number> {
  const { start, end, textParts } = cue
  return {
    ...cue,
    start: convert(start),
    end: convert(end),
    textParts: textParts.map(part => retimePart(part, convert)),
  }
}

function retimePart(part: TextPart, convert: (time: number) => number): TextPart<number> {
  if (part.type === 'lineBreak' || (part.start === undefined && part.end === undefined)) return part
  return {
    ...part,
    ...(part.start !== undefined && { start: convert(part.start) }),
    ...(part.end !== undefined && { end: convert(part.end) }),
  }
}
