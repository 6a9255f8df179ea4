/** Frames and the browser's media time, exactly. */

import type { MediaObject } from '@rushes/contract'
import { type FrameClock, formatTimecode, type SampleRate } from '@rushes/timebase'

/** What frames of a clip mean. */
export interface FrameFormat {
  readonly rate: SampleRate
  /** Of a film with a variable rate: when its pictures are shown, and what their labels are. */
  readonly pictures?: FrameClock | undefined
  readonly dropFrame: boolean
  /** Frames from 00:00:00:00 to the first one. */
  readonly startTimecode: number
  /** Of a document, whose frames are its pages: how one of them is named. */
  readonly writePage?: ((frame: number) => string) | undefined
}

/** The frames of a clip; of what has no rate (sound without pictures) 25 a second, as the service counts them. */
export function toFrameFormat({
  sampleRate,
  timecode,
  pictures,
}: Pick<MediaObject, 'sampleRate' | 'timecode'> & Pick<FrameFormat, 'pictures'>): FrameFormat {
  const { numerator, denumerator } = sampleRate ?? { numerator: 25, denumerator: 1 }
  return {
    rate: { num: numerator, den: denumerator },
    pictures,
    dropFrame: sampleRate?.drop_frame ?? false,
    startTimecode: timecode?.frames ?? 0,
  }
}

/** Containers round times: by so much of a frame a picture may come early. */
const tolerance = 0.25
/** The same of pictures whose times are rounded to milliseconds. */
const toleranceMs = 0.75

/**
 * The frame whose picture a browser says it presents: Chromium names the time at which that picture begins, Firefox the
 * time that was sought, which lies within it.
 */
export function toFrame(mediaSeconds: number, { num, den }: SampleRate, pictures?: FrameClock): number {
  if (pictures) return pictures.toFrame(Math.floor(mediaSeconds * 1000 + toleranceMs))
  return Math.floor((mediaSeconds * num) / den + tolerance)
}

/** The timecode of a frame, its number where the rate has no timecode, or which page it is. */
export function writeTimecode(frame: number, format: FrameFormat): string {
  const { rate, pictures, dropFrame, startTimecode, writePage } = format
  if (writePage) return writePage(frame)
  try {
    return formatTimecode((pictures?.toLabel(frame) ?? frame) + startTimecode, { rate, dropFrame })
  } catch {
    return String(frame)
  }
}

/** Frames a second as people name them: `25`, `23.976`. */
export function writeRate({ num, den }: SampleRate): string {
  return String(Math.round((num / den) * 1000) / 1000)
}
