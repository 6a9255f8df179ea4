/** Frames and the browser's media time, exactly. */

import type { MediaObject } from '@rushes/contract'
import { formatTimecode, parseTimecode, type SampleRate } from '@rushes/timebase'

/** What frames of a clip mean. */
export interface FrameFormat {
  readonly rate: SampleRate
  readonly dropFrame: boolean
  /** Frames from 00:00:00:00 to the first one. */
  readonly startTimecode: number
}

/** The frames of a clip; of what has no rate (sound without pictures) 25 a second, as the service counts them. */
export function toFrameFormat({ sampleRate, timecode }: Pick<MediaObject, 'sampleRate' | 'timecode'>): FrameFormat {
  const { numerator, denumerator } = sampleRate ?? { numerator: 25, denumerator: 1 }
  return {
    rate: { num: numerator, den: denumerator },
    dropFrame: timecode?.dropFrame ?? false,
    startTimecode: timecode?.frames ?? 0,
  }
}

/** Seconds to seek to for a frame: its middle, since a browser may round towards the one before. */
export function toSeekSeconds(frame: number, { num, den }: SampleRate): number {
  return ((frame + 0.5) * den) / num
}

/** The frame whose picture a browser says it presents. */
export function toFrame(mediaSeconds: number, { num, den }: SampleRate): number {
  return Math.round((mediaSeconds * num) / den)
}

/** The timecode of a frame, or its number where the rate has no timecode. */
export function writeTimecode(frame: number, { rate, dropFrame, startTimecode }: FrameFormat): string {
  try {
    return formatTimecode(frame + startTimecode, { rate, dropFrame })
  } catch {
    return String(frame)
  }
}

/** The frame of a timecode or of a plain number, as people type them; nothing for what is neither. */
export function readTimecode(text: string, { rate, dropFrame, startTimecode }: FrameFormat): number | undefined {
  if (/^\s*\d+\s*$/.test(text)) return Number(text)
  try {
    return parseTimecode(text.trim(), { rate, dropFrame }) - startTimecode
  } catch {
    return undefined
  }
}
