/** Frames and the browser's media time, exactly. */

import type { MediaObject } from '@rushes/contract'
import {
  countDayFrames,
  createFrameClock,
  type FrameClock,
  type FrameTimes,
  formatTimecode,
  parseTimecode,
  type SampleRate,
  type TimecodeFormat,
} from '@rushes/timebase'

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
  frameTimes,
}: Pick<MediaObject, 'sampleRate' | 'timecode'> & { readonly frameTimes?: FrameTimes | undefined }): FrameFormat {
  const { numerator, denumerator } = sampleRate ?? { numerator: 25, denumerator: 1 }
  const rate = { num: numerator, den: denumerator }
  return {
    rate,
    pictures: frameTimes && createFrameClock(rate, frameTimes),
    dropFrame: sampleRate?.drop_frame ?? false,
    startTimecode: timecode?.frames ?? 0,
  }
}

/** Seconds to seek to for a frame: well within it, since a browser may round towards the one before. */
export function toSeekSeconds(frame: number, { num, den }: SampleRate, share = 0.5, pictures?: FrameClock): number {
  return pictures ? toPictureMs(frame + share, pictures) / 1000 : ((frame + share) * den) / num
}

/** The time of a frame, and of what is between two of them. */
export function toSeconds(frame: number, { rate, pictures }: Pick<FrameFormat, 'rate' | 'pictures'>): number {
  return toSeekSeconds(frame, rate, 0, pictures)
}

function toPictureMs(place: number, { toMilliseconds }: FrameClock): number {
  const frame = Math.floor(place)
  const start = toMilliseconds(frame)
  return start + (place - frame) * (toMilliseconds(frame + 1) - start)
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

/** The frame of a timecode or of a plain number, as people type them; nothing for what is neither. */
export function readTimecode(text: string, format: FrameFormat): number | undefined {
  const { rate, pictures, dropFrame, startTimecode } = format
  if (/^\s*\d+\s*$/.test(text)) return Number(text)
  try {
    const label = parseTimecode(text.trim(), { rate, dropFrame }) - startTimecode
    const passed = label < 0 ? label + findPassedDay(label, { rate, dropFrame }) : label
    return pictures?.fromLabel(passed) ?? passed
  } catch {
    return undefined
  }
}

/** A timecode before that of the first frame is one of the next day, unless it is nearer to the first frame than that. */
function findPassedDay(label: number, format: TimecodeFormat): number {
  const day = countDayFrames(format)
  return label + day < -label ? day : 0
}

/** Frames a second as people name them: `25`, `23.976`. */
export function writeRate({ num, den }: SampleRate): string {
  return String(Math.round((num / den) * 1000) / 1000)
}
