import {
  framesToMilliseconds,
  isSameRate,
  millisecondsToFrames,
  resampleFrames,
  type SampleRate,
} from '@rushes/timebase'
import type { LossLog } from '../../../document/diagnostics.ts'
import type { Cue, TextPart, TimedTextDocument } from '../../../document/document.ts'
import {
  defaultFormat,
  type EbuStlDiskFormat,
  findDiskFormat,
  getFormatRate,
  halveRate,
} from '../layout/disk-format.ts'

/** What a file counts, and the cues in its frames. */
export interface FileTimes {
  readonly format: EbuStlDiskFormat
  readonly rate: SampleRate
  readonly cues: readonly Cue<number>[]
}

/**
 * The cues in frames of the file: of the wanted format, else of the one that the document was read from while it still
 * counts the same, else of the one that its rate has.
 */
export function toFileTimes(
  document: TimedTextDocument,
  wanted: EbuStlDiskFormat | undefined,
  known: EbuStlDiskFormat | undefined,
  log: LossLog,
): FileTimes {
  const { timing, cues } = document
  if (timing.unit === 'milliseconds') {
    const format = wanted ?? known ?? defaultFormat
    const rate = getFormatRate(format, undefined)
    const toFrames = (time: number) => millisecondsToFrames(time, rate)
    return {
      format,
      rate,
      cues: cues.map((cue, index) => convertCue(cue, index, toFrames, toFrames, log, isOffGrid(rate))),
    }
  }
  const kept = known && holdsRate(known, timing.rate) ? known : undefined
  const format = wanted ?? kept ?? findDiskFormat(timing.rate) ?? defaultFormat
  const rate = getFormatRate(format, isHalf(format, timing.rate) ? halveRate(timing.rate) : timing.rate)
  if (isSameRate(rate, timing.rate)) return { format, rate, cues }
  const { num, den } = timing.rate
  const message = `Times at ${num}/${den} frames a second were converted to ${rate.num}/${rate.den}`
  if (isSameRate(rate, halveRate(timing.rate))) {
    log.lose('STL_FRAME_RATE_CONVERTED', 'info', message)
    return { format, rate, cues: halve(cues, log) }
  }
  log.lose('STL_FRAME_RATE_CONVERTED', 'warning', message)
  const resample = (time: number) => resampleFrames(time, timing.rate, rate)
  return { format, rate, cues: cues.map((cue, index) => convertCue(cue, index, resample, resample, log)) }
}

function holdsRate(format: EbuStlDiskFormat, rate: SampleRate): boolean {
  return isSameRate(getFormatRate(format, rate), rate) || isHalf(format, rate)
}

function isHalf(format: EbuStlDiskFormat, rate: SampleRate): boolean {
  const half = halveRate(rate)
  return isSameRate(getFormatRate(format, half), half)
}

/** Whether a time in milliseconds is no frame. */
function isOffGrid(rate: SampleRate): (time: number, converted: number) => boolean {
  return (time, converted) => framesToMilliseconds(converted, rate) !== time
}

/** Two frames into one: cues begin no later and end no earlier, except where that would make them overlap. */
function halve(cues: readonly Cue<number>[], log: LossLog): Cue<number>[] {
  const down = (time: number) => Math.floor(time / 2)
  const up = (time: number) => Math.ceil(time / 2)
  return cues.map((cue, index) => {
    const next = cues[index + 1]
    const isClear = next !== undefined && cue.end <= next.start
    const halved = convertCue(cue, index, down, up, log)
    const limit = isClear ? down(next.start) : halved.end
    return limit > halved.start && limit < halved.end ? { ...halved, end: limit } : halved
  })
}

function convertCue(
  cue: Cue<number>,
  index: number,
  toStart: (time: number) => number,
  toEnd: (time: number) => number,
  log: LossLog,
  isMoved?: (time: number, converted: number) => boolean,
): Cue<number> {
  const start = toStart(cue.start)
  const end = toEnd(cue.end)
  if (isMoved && (isMoved(cue.start, start) || isMoved(cue.end, end))) {
    log.lose('STL_FRAME_RATE_CONVERTED', 'info', 'Times in milliseconds went to the nearest frame', index)
  }
  return { ...cue, start, end, textParts: cue.textParts.map(part => convertPart(part, toStart)) }
}

function convertPart(part: TextPart<number>, toStart: (time: number) => number): TextPart<number> {
  if (part.type === 'lineBreak' || part.start === undefined) return part
  return { ...part, start: toStart(part.start) }
}
