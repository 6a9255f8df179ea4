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

type Clip = Pick<MediaObject, 'timecode'>

function toFormat({ sampleRate, dropFrame }: NonNullable<Clip['timecode']>): TimecodeFormat {
  return { rate: createSampleRate(sampleRate.numerator, sampleRate.denumerator), dropFrame }
}

/** The frame of `10:00:05:12`, by the timecode of the clip, or of a number, which is the frame itself. */
export function readPosition({ timecode }: Clip, text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  if (timecode?.text === undefined) {
    throw new CommandError('usage', `The clip has no timecode: ${text} is to be the number of a frame`)
  }
  const format = toFormat(timecode)
  try {
    return removeStartTimecode(parseTimecode(text, format), timecode.frames, format)
  } catch (error) {
    if (error instanceof TimebaseError) throw new CommandError('usage', error.message)
    throw error
  }
}

/** The timecode of a frame; its number where the clip has no timecode. */
export function writePosition({ timecode }: Clip, frame: number): string {
  if (timecode?.text === undefined) return String(frame)
  const format = toFormat(timecode)
  return formatTimecode(addStartTimecode(frame, timecode.frames, format), format)
}
