import {
  countDayFrames,
  type Frames,
  findCountingRate,
  findDivisor,
  framesToLabel,
  getTimecodeBase,
  labelToFrames,
  type Milliseconds,
  mayDropFrame,
  type SampleRate,
  TimebaseError,
  type TimecodeFormat,
  type TimecodeLabel,
} from '@rushes/timebase'

/** A rate, its labels, and how many of its frames have the same one. */
interface Labels {
  readonly format: TimecodeFormat
  readonly base: number
  readonly divisor: number
}

function findLabels(rate: SampleRate, dropFrame: boolean): Labels | undefined {
  const labelRate = findCountingRate(rate)
  if (!labelRate) return undefined
  const format = { rate: labelRate, dropFrame: dropFrame && mayDropFrame(labelRate) }
  return { format, base: getTimecodeBase(labelRate), divisor: findDivisor(rate, labelRate) ?? 1 }
}

/**
 * The label of a frame as a clock shows it that counts milliseconds instead of frames; days go on after midnight.
 * Undefined where the rate has no timecode.
 */
export function frameToLabelClock(frame: Frames, rate: SampleRate, dropFrame: boolean): Milliseconds | undefined {
  const labels = findLabels(rate, dropFrame)
  if (!labels) return undefined
  const { format, base, divisor } = labels
  const whole = Math.floor(frame / divisor)
  const { hours, minutes, seconds, frames } = framesToLabel(whole, format)
  const days = Math.floor(whole / countDayFrames(format))
  const part = frames * divisor + (frame - whole * divisor)
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + Math.round((part * 1000) / (base * divisor))
}

/** The frame whose label a clock shows; a label that is skipped is the next one. */
export function labelClockToFrame(clock: Milliseconds, rate: SampleRate, dropFrame: boolean): Frames | undefined {
  const labels = findLabels(rate, dropFrame)
  if (!labels) return undefined
  const { format, base, divisor } = labels
  // In frames of a timecode that drops none.
  const count = Math.round((clock * base * divisor) / 1000)
  const whole = Math.floor(count / divisor)
  const frames = whole - Math.floor(whole / base) * base
  const seconds = Math.floor(whole / base)
  const days = Math.floor(seconds / 86_400)
  const label = {
    hours: Math.floor(seconds / 3600) - days * 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
    frames,
  }
  const counted = countLabel(label, { timecode: format, base })
  return counted && (days * countDayFrames(format) + counted.frames) * divisor + (count - whole * divisor)
}

export interface LabelCount {
  readonly frames: Frames
  readonly isRepaired: boolean
}

/** The count of a label as files have them, with too many minutes, seconds or frames carried over. */
export function countLabel(
  label: TimecodeLabel,
  { timecode, base }: { readonly timecode: TimecodeFormat; readonly base: number },
): LabelCount | undefined {
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
function countDropFrameLabel(label: TimecodeLabel, timecode: TimecodeFormat): LabelCount {
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
