import { TimebaseError } from './errors.ts'
import { getTimecodeBase, mayDropFrame, type SampleRate } from './rate.ts'
import { assertWhole, type Frames } from './units.ts'

/** How frames are labelled: the rate, and whether labels are dropped to keep up with the clock. */
export interface TimecodeFormat {
  readonly rate: SampleRate
  readonly dropFrame: boolean
}

/** The four numbers of a label, as binary formats (EBU STL) store them. */
export interface TimecodeLabel {
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
  readonly frames: number
}

interface Counting {
  readonly base: number
  /** Labels skipped in every minute that is not a tenth: 0, or 2 at 29.97, or 4 at 59.94. */
  readonly dropped: number
  readonly dayFrames: Frames
}

/** The number of labels in a day; the label after the last is 00:00:00:00 again. */
export function countDayFrames(format: TimecodeFormat): Frames {
  return getCounting(format).dayFrames
}

/** The label of a frame count from 00:00:00:00; wraps at midnight, in both directions. */
export function framesToLabel(frames: Frames, format: TimecodeFormat): TimecodeLabel {
  const { base, dropped, dayFrames } = getCounting(format)
  let number = wrap(frames, dayFrames)
  if (dropped > 0) {
    // Put the skipped numbers back: nine drops in ten minutes, one for each started minute after the first.
    const minuteFrames = 60 * base - dropped
    const tenMinuteFrames = 10 * minuteFrames + dropped
    const rest = number % tenMinuteFrames
    const tens = (number - rest) / tenMinuteFrames
    number += dropped * (9 * tens + Math.max(0, Math.floor((rest - dropped) / minuteFrames)))
  }
  const seconds = Math.floor(number / base)
  return {
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
    frames: number % base,
  }
}

/** The frame count of a label; throws `timecode-out-of-range`, or `dropped-timecode` for a label that is skipped. */
export function labelToFrames(label: TimecodeLabel, format: TimecodeFormat): Frames {
  const { base, dropped } = getCounting(format)
  assertInRange('hours', label.hours, 24)
  assertInRange('minutes', label.minutes, 60)
  assertInRange('seconds', label.seconds, 60)
  assertInRange('frames', label.frames, base)
  const minutes = label.hours * 60 + label.minutes
  if (dropped > 0 && label.seconds === 0 && label.frames < dropped && minutes % 10 !== 0) {
    throw new TimebaseError('dropped-timecode', `Drop frame skips the label ${writeLabel(label, ';')}`)
  }
  return (minutes * 60 + label.seconds) * base + label.frames - dropped * (minutes - Math.floor(minutes / 10))
}

/** `HH:MM:SS:FF`, with `;` before the frames when they are drop frame; wraps at midnight. */
export function formatTimecode(frames: Frames, format: TimecodeFormat): string {
  return writeLabel(framesToLabel(frames, format), format.dropFrame ? ';' : ':')
}

/**
 * The frame count of `HH:MM:SS:FF`, in range 0 until {@link countDayFrames}.
 *
 * `;` before the frames says drop frame and is refused (`no-drop-frame`) where the format has none. `:` is accepted in
 * both, since EBU-TT and many logs write drop frame with it: the format decides, not the punctuation.
 */
export function parseTimecode(text: string, format: TimecodeFormat): Frames {
  const match = /^(\d\d):(\d\d):(\d\d)([:;])(\d\d)$/.exec(text)
  if (!match) throw new TimebaseError('malformed-timecode', 'A timecode looks like HH:MM:SS:FF or HH:MM:SS;FF')
  if (match[4] === ';' && !format.dropFrame) {
    throw new TimebaseError('no-drop-frame', `${text} is a drop frame label, which this timecode does not use`)
  }
  const [hours, minutes, seconds, frames] = [Number(match[1]), Number(match[2]), Number(match[3]), Number(match[5])]
  return labelToFrames({ hours, minutes, seconds, frames }, format)
}

/** The timecode count of a media frame, where frame 0 carries `startTimecode`; wraps at midnight. */
export function addStartTimecode(frame: Frames, startTimecode: Frames, format: TimecodeFormat): Frames {
  return wrap(frame + startTimecode, countDayFrames(format))
}

/**
 * The media frame of a timecode count, where frame 0 carries `startTimecode`; from 0 until a day. A count below the
 * start is taken to lie past midnight, so who expects cues before the start compares the counts first.
 */
export function removeStartTimecode(timecode: Frames, startTimecode: Frames, format: TimecodeFormat): Frames {
  return wrap(timecode - startTimecode, countDayFrames(format))
}

function getCounting({ rate, dropFrame }: TimecodeFormat): Counting {
  const base = getTimecodeBase(rate)
  if (dropFrame && !mayDropFrame(rate)) {
    const { num, den } = rate
    throw new TimebaseError(
      'no-drop-frame',
      `Drop frame exists at 30000/1001 and 60000/1001 only, not at ${num}/${den}`,
    )
  }
  const dropped = dropFrame ? base / 15 : 0
  return { base, dropped, dayFrames: 24 * (3600 * base - 54 * dropped) }
}

function wrap(frames: Frames, dayFrames: Frames): Frames {
  assertWhole(frames, 'Frames')
  const rest = frames % dayFrames
  return rest < 0 ? rest + dayFrames : rest + 0
}

function assertInRange(name: string, value: number, limit: number): void {
  if (!Number.isInteger(value) || value < 0 || value >= limit) {
    throw new TimebaseError('timecode-out-of-range', `The ${name} of a timecode go from 0 to ${limit - 1}: ${value}`)
  }
}

function writeLabel(label: TimecodeLabel, separator: ':' | ';'): string {
  const [hours, minutes, seconds, frames] = [label.hours, label.minutes, label.seconds, label.frames].map(number =>
    String(number).padStart(2, '0'),
  )
  return `${hours}:${minutes}:${seconds}${separator}${frames}`
}
