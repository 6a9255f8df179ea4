import { framesToMilliseconds, millisecondsToFrames } from './convert.ts'
import type { SampleRate } from './rate.ts'
import type { Frames, Milliseconds } from './units.ts'

/** When the pictures of a film with a variable rate are shown, counted from the first one; each lasts until the next. */
export interface FrameTimes {
  /** Rising; that of picture 0 is 0. */
  readonly times: readonly Milliseconds[]
  /** The end of the last picture. */
  readonly end: Milliseconds
}

/**
 * What frame numbers of a film mean. At a constant rate, frame n is at n / rate and its label is the n-th. At a variable
 * rate, frame n is the n-th picture, and its label is round(time * rate); what is outside of the film runs at the rate.
 */
export interface FrameClock {
  readonly rate: SampleRate
  readonly isVariable: boolean
  /** The time at which a frame begins. */
  readonly toMilliseconds: (frame: Frames) => Milliseconds
  /** The frame in sight at a time; at a constant rate the one whose beginning is nearest, since clocks round. */
  readonly toFrame: (milliseconds: Milliseconds) => Frames
  /** The frame whose beginning is nearest to a time; the earlier one of two. */
  readonly toNearestFrame: (milliseconds: Milliseconds) => Frames
  /** The label of a frame, counted from that of frame 0. */
  readonly toLabel: (frame: Frames) => Frames
  /** The first frame of those that have a label; where none has it, of those that have the label before. */
  readonly fromLabel: (label: Frames) => Frames
}

/** The clock of a film; `variable` where its rate is. */
export function createFrameClock(rate: SampleRate, variable?: FrameTimes): FrameClock {
  return variable && variable.times.length > 0 ? createVariableClock(rate, variable) : createConstantClock(rate)
}

function createConstantClock(rate: SampleRate): FrameClock {
  const toFrame = (milliseconds: Milliseconds) => millisecondsToFrames(milliseconds, rate)
  return {
    rate,
    isVariable: false,
    toMilliseconds: frame => framesToMilliseconds(frame, rate),
    toFrame,
    toNearestFrame: toFrame,
    toLabel: frame => frame,
    fromLabel: label => label,
  }
}

function createVariableClock(rate: SampleRate, { times, end }: FrameTimes): FrameClock {
  const { length } = times
  const toMilliseconds = (frame: Frames): Milliseconds => {
    if (frame < 0) return framesToMilliseconds(frame, rate)
    return times[frame] ?? end + framesToMilliseconds(frame - length, rate)
  }
  const toLabel = (frame: Frames): Frames => millisecondsToFrames(toMilliseconds(frame), rate)
  const toFrame = (milliseconds: Milliseconds): Frames => {
    if (milliseconds < 0) return Math.min(-1, millisecondsToFrames(milliseconds, rate))
    if (milliseconds >= end) return length + millisecondsToFrames(milliseconds - end, rate)
    return findLast(length, frame => toMilliseconds(frame) <= milliseconds)
  }
  return {
    rate,
    isVariable: true,
    toMilliseconds,
    toFrame,
    toNearestFrame: milliseconds => {
      const frame = toFrame(milliseconds)
      const [before, after] = [milliseconds - toMilliseconds(frame), toMilliseconds(frame + 1) - milliseconds]
      return after < before ? frame + 1 : frame
    },
    toLabel,
    fromLabel: label => {
      if (label < 0) return label
      const lastLabel = toLabel(length)
      if (label >= lastLabel) return length + (label - lastLabel)
      const shown = toLabel(findLast(length, frame => toLabel(frame) <= label))
      return findLast(length, frame => toLabel(frame) < shown) + 1
    },
  }
}

/** The last of so many frames for which something is true that is true of the first ones only; -1 for none. */
function findLast(length: number, isTrue: (frame: Frames) => boolean): Frames {
  let low = -1
  let high = length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (isTrue(middle)) low = middle
    else high = middle
  }
  return low
}
