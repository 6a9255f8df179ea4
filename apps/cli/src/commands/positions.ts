/** Positions in a clip, as people read and type them. */

import type { MediaObject } from '@rushes/contract'
import {
  addStartTimecode,
  createSampleRate,
  formatTimecode,
  parseTimecode,
  removeStartTimecode,
  TimebaseError,
  type TimecodeFormat,
} from '@rushes/timebase'
import { CommandError } from '../errors/errors.ts'

type Clip = Pick<MediaObject, 'timecode' | 'sampleRate'>

interface Labels {
  readonly format: TimecodeFormat
  /** That of the first frame, counted in frames from 00:00:00:00. */
  readonly start: number
}

/** How frames of the clip are labelled: from 00:00:00:00 where it has no timecode; not at all where it has no rate. */
function findLabels({ timecode, sampleRate }: Clip): Labels | undefined {
  const rate = timecode?.sampleRate ?? sampleRate
  if (rate === undefined) return undefined
  const dropFrame = timecode?.dropFrame ?? sampleRate?.drop_frame ?? false
  return {
    format: { rate: createSampleRate(rate.numerator, rate.denumerator), dropFrame },
    start: timecode?.frames ?? 0,
  }
}

/** The frame of `10:00:05:12`, by the timecode of the clip, or of a number, which is the frame itself. */
export function readPosition(clip: Clip, text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  const labels = findLabels(clip)
  if (labels === undefined) {
    throw new CommandError('usage', `The clip has no rate: ${text} is to be the number of a frame`)
  }
  try {
    return removeStartTimecode(parseTimecode(text, labels.format), labels.start, labels.format)
  } catch (error) {
    if (error instanceof TimebaseError) throw new CommandError('usage', error.message)
    throw error
  }
}

/** The timecode of a frame; its number where the clip has no rate. */
export function writePosition(clip: Clip, frame: number): string {
  const labels = findLabels(clip)
  if (labels === undefined) return String(frame)
  return formatTimecode(addStartTimecode(frame, labels.start, labels.format), labels.format)
}
