import {
  countDayFrames,
  type Frames,
  findCountingRate,
  findDivisor,
  framesToLabel,
  getTimecodeBase,
  type Milliseconds,
  mayDropFrame,
  type SampleRate,
  type TimecodeFormat,
} from '@rushes/timebase'
import { countLabel } from '../formats/ebu-stl/layout/coding.ts'

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
