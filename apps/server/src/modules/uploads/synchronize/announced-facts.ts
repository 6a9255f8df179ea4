/** What a request says of a file that is still to come; the file's own facts replace it. */

import { brokenRule, type MediaObjectRequest } from '@rushes/contract'
import { createSampleRate, findTimecodeBase, mayDropFrame, parseTimecode, TimebaseError } from '@rushes/timebase'
import type { MediaFacts } from '../../media/index.ts'

const maxSeconds = 1_000_000_000
const maxRateTerm = 1_000_000

/** The facts of a request; empty where it names none. Throws ValidationError. */
export function readAnnouncedFacts(request: MediaObjectRequest, path: string): MediaFacts {
  const { keyFrame, duration, durationSeconds = duration } = request
  assertCount(keyFrame, `${path}/keyFrame`)
  const isTooLong = durationSeconds !== undefined && !(durationSeconds >= 0 && durationSeconds <= maxSeconds)
  if (isTooLong) throw brokenRule(`${path}/duration`, `must be from 0 to ${maxSeconds} seconds`)
  return {
    ...(keyFrame === undefined ? {} : { keyFrame }),
    ...(durationSeconds === undefined ? {} : { durationMs: Math.round(durationSeconds * 1000) }),
    ...readTimecodeFacts(request, path),
  }
}

/** A timecode as it is answered, or its text, which means nothing without a rate. */
function readTimecodeFacts(request: MediaObjectRequest, path: string): MediaFacts {
  const timecode = readTimecode(request.timecode)
  const rate = request.sampleRate ?? timecode.sampleRate
  const sampleRate = rate && toRate(rate, `${path}/sampleRate`)
  const dropFrame = sampleRate && (rate?.drop_frame ?? timecode.dropFrame ?? false)
  if (dropFrame && !mayDropFrame(sampleRate)) {
    throw brokenRule(`${path}/sampleRate/drop_frame`, 'is possible at 30000/1001 and 60000/1001 only')
  }
  const frames = request.timecodeFrames ?? timecode.frames
  assertCount(frames, `${path}/timecodeFrames`)
  const isReadable = frames === undefined && timecode.text !== undefined && sampleRate && findTimecodeBase(sampleRate)
  const timecodeFrames = isReadable
    ? parse(timecode.text, { rate: sampleRate, dropFrame: dropFrame === true }, `${path}/timecode`)
    : frames
  return {
    ...(sampleRate === undefined ? {} : { sampleRate, dropFrame: dropFrame === true }),
    ...(timecodeFrames === undefined ? {} : { timecodeFrames }),
  }
}

interface SentTimecode {
  readonly frames?: number | undefined
  readonly text?: string | undefined
  readonly dropFrame?: boolean | undefined
  readonly sampleRate?: MediaObjectRequest['sampleRate']
}

function readTimecode(sent: unknown): SentTimecode {
  if (typeof sent === 'string') return { text: sent }
  if (typeof sent !== 'object' || sent === null) return {}
  const { frames, text, dropFrame, sampleRate } = sent as Record<string, unknown>
  return {
    frames: typeof frames === 'number' ? frames : undefined,
    text: typeof text === 'string' ? text : undefined,
    dropFrame: typeof dropFrame === 'boolean' ? dropFrame : undefined,
    sampleRate: readRate(sampleRate),
  }
}

function readRate(sent: unknown): MediaObjectRequest['sampleRate'] {
  if (typeof sent !== 'object' || sent === null) return undefined
  const { numerator, denumerator } = sent as Record<string, unknown>
  return typeof numerator === 'number' && typeof denumerator === 'number' ? { numerator, denumerator } : undefined
}

function toRate({ numerator, denumerator }: NonNullable<MediaObjectRequest['sampleRate']>, path: string) {
  const isRate = [numerator, denumerator].every(term => Number.isInteger(term) && term > 0 && term <= maxRateTerm)
  if (!isRate) throw brokenRule(path, `must be a fraction of whole numbers from 1 to ${maxRateTerm}`)
  return createSampleRate(numerator, denumerator)
}

function parse(text: string, format: Parameters<typeof parseTimecode>[1], path: string): number {
  try {
    return parseTimecode(text, format)
  } catch (error) {
    throw error instanceof TimebaseError ? brokenRule(path, error.message) : error
  }
}

function assertCount(frames: number | undefined, path: string): void {
  if (frames === undefined || (Number.isSafeInteger(frames) && frames >= 0)) return
  throw brokenRule(path, 'must be a number of frames that is not negative')
}
