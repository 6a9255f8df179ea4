/** Frames and the browser's media time, exactly. */

import type { MediaObject } from '@rushes/contract'
import { formatTimecode, parseTimecode, type SampleRate } from '@rushes/timebase'

/** What frames of a clip mean. */
export interface FrameFormat {
  readonly rate: SampleRate
  readonly dropFrame: boolean
  /** Frames from 00:00:00:00 to the first one. */
  readonly startTimecode: number
  /** Of a document, whose frames are its pages: how one of them is named. */
  readonly writePage?: ((frame: number) => string) | undefined
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

/** Seconds to seek to for a frame: well within it, since a browser may round towards the one before. */
export function toSeekSeconds(frame: number, { num, den }: SampleRate, share = 0.5): number {
  return ((frame + share) * den) / num
}

/** Containers round times: by so much of a frame a picture may come early. */
const tolerance = 0.25

/**
 * The frame whose picture a browser says it presents: Chromium names the time at which that picture begins, Firefox the
 * time that was sought, which lies within it.
 */
export function toFrame(mediaSeconds: number, { num, den }: SampleRate): number {
  return Math.floor((mediaSeconds * num) / den + tolerance)
}

/** The timecode of a frame, its number where the rate has no timecode, or which page it is. */
export function writeTimecode(frame: number, { rate, dropFrame, startTimecode, writePage }: FrameFormat): string {
  if (writePage) return writePage(frame)
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

/** Frames a second as people name them: `25`, `23.976`. */
export function writeRate({ num, den }: SampleRate): string {
  return String(Math.round((num / den) * 1000) / 1000)
}
