/** Which frame of one clip belongs to a frame of another. */

import { type FrameFormat, toFrame, writeTimecode } from '../player/frames.ts'
import { toSeconds } from '../player/times/seek-times.ts'
import { readTimecode } from '../player/times/typed-timecode.ts'

/** `time`: as long after the beginning; `timecode`: with the same label; `picture`: in the same shot of both cuts. */
export const matchings = ['time', 'timecode', 'picture'] as const
export type Matching = (typeof matchings)[number]

/** The frame of `to` that is shown beside a frame of `from`; it may lie outside of its clip. */
export function findMatch(
  frame: number,
  matching: Exclude<Matching, 'picture'>,
  from: FrameFormat,
  to: FrameFormat,
): number {
  return matching === 'timecode' ? findSameLabel(frame, from, to) : findSameTime(frame, from, to)
}

/** The frame that is on the screen when this one begins, in whole numbers: 29.97 is never a fraction that is rounded. */
function findSameTime(frame: number, fromFormat: FrameFormat, toFormat: FrameFormat): number {
  const { rate: from } = fromFormat
  const { rate: to, pictures } = toFormat
  if (pictures || fromFormat.pictures) return toFrame(toSeconds(frame, fromFormat), to, pictures)
  return Math.floor((frame * from.den * to.num) / (from.num * to.den))
}

/** Hours, minutes and seconds are the same; frames within a second as many of its parts. */
function findSameLabel(frame: number, from: FrameFormat, to: FrameFormat): number {
  const parts = /^(.*)(\D)(\d+)$/.exec(writeTimecode(frame, from))
  if (!parts) return findSameTime(frame, from, to)
  const [, clock = '', , frames = '0'] = parts
  const [perSecond, wanted] = [from, to].map(({ rate }) => Math.round(rate.num / rate.den))
  const part = Math.floor((Number(frames) * (wanted ?? 1)) / (perSecond ?? 1))
  const label = (number: number) => `${clock}:${String(number).padStart(2, '0')}`
  // Labels that drop-frame counting leaves out stand for the first one behind them.
  const found = [part, part + 1, part + 2].map(number => readTimecode(label(number), to))
  return found.find(known => known !== undefined) ?? findSameTime(frame, from, to)
}
