import {
  countDayFrames,
  type Frames,
  getTimecodeBase,
  labelToFrames,
  TimebaseError,
  type TimecodeFormat,
  type TimecodeLabel,
} from '@rushes/timebase'
import type { Characters } from './characters.ts'
import type { Grid } from './rows.ts'

/** How the blocks of a file are to be understood. */
export interface Coding extends Grid {
  readonly characters: Characters
  readonly timecode: TimecodeFormat
  /** Timecodes a second, and a day. */
  readonly base: number
  readonly dayFrames: Frames
  /** Timecode of frame 0 of the document. */
  readonly start: Frames
  /** Whether the time code out is that of the last frame shown, and not of the first one not shown. */
  readonly isEndInclusive: boolean
}

export interface Count {
  readonly frames: Frames
  readonly isRepaired: boolean
}

/** The count of a label as files have them, with too many minutes, seconds or frames carried over. */
export function countLabel(
  label: TimecodeLabel,
  { timecode, base }: Pick<Coding, 'timecode' | 'base'>,
): Count | undefined {
  const { hours, minutes, seconds, frames } = label
  if (hours > 99) return undefined
  const isRegular = hours < 24 && minutes < 60 && seconds < 60 && frames < base
  if (isRegular && !timecode.dropFrame) {
    return { frames: ((hours * 60 + minutes) * 60 + seconds) * base + frames, isRepaired: false }
  }
  if (isRegular) return countDropFrameLabel(label, timecode)
  const carried = seconds + Math.floor(frames / base) + 60 * (minutes + 60 * hours)
  const rest: TimecodeLabel = {
    hours: Math.floor(carried / 3600) % 24,
    minutes: Math.floor(carried / 60) % 60,
    seconds: carried % 60,
    frames: frames % base,
  }
  const days = Math.floor(carried / 86_400)
  const { frames: count } = countDropFrameLabel(rest, timecode)
  return { frames: count + days * countDayFrames(timecode), isRepaired: true }
}

/** A label that drop frame skips is taken for the next one. */
function countDropFrameLabel(label: TimecodeLabel, timecode: TimecodeFormat): Count {
  try {
    return { frames: labelToFrames(label, timecode), isRepaired: false }
  } catch (error) {
    if (!(error instanceof TimebaseError)) throw error
    return { frames: labelToFrames({ ...label, frames: countDroppedLabels(timecode) }, timecode), isRepaired: true }
  }
}

/** Labels skipped at the beginning of a minute. */
function countDroppedLabels({ rate }: TimecodeFormat): number {
  return getTimecodeBase(rate) / 15
}
