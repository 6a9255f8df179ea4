import {
  type Frames,
  findDivisor,
  framesToMilliseconds,
  millisecondsToFrames,
  resampleFrames,
  type SampleRate,
} from '@rushes/timebase'
import type { LossLog } from '../../../document/diagnostics.ts'
import type { Cue, TextPart, TimedTextDocument } from '../../../document/document.ts'
import { countByLabel } from '../../../document/media-start.ts'
import { toLabelDocument } from '../../../document/times.ts'
import type { ProgrammeStart } from '../../../format.ts'
import { defaultFormat, type EbuStlDiskFormat, findDiskFormat, getFormatRate } from '../layout/disk-format.ts'

/** What a file counts, and the cues in its frames. */
export interface FileTimes {
  readonly format: EbuStlDiskFormat
  readonly rate: SampleRate
  readonly cues: readonly Cue<number>[]
  /** Timecode of frame 0, where the media has one. */
  readonly start?: Frames
}

/**
 * The cues in frames of the file: of the wanted format, else of the one that the document was read from while it still
 * counts the same, else of the one that its rate has. Where a frame of the file is several of the media, the frame of
 * the file is the one that its label has in the media (Tech 3264: time codes are those recorded with the pictures).
 */
export function toFileTimes(
  document: TimedTextDocument,
  wanted: EbuStlDiskFormat | undefined,
  known: EbuStlDiskFormat | undefined,
  programmeStart: ProgrammeStart | undefined,
  log: LossLog,
): FileTimes {
  const { timing, cues } = toLabelDocument(document)
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
  const kept = known && findDivisor(timing.rate, getFormatRate(known, timing.rate)) ? known : undefined
  const format = wanted ?? kept ?? findDiskFormat(timing.rate) ?? defaultFormat
  const rate = getFormatRate(format, timing.rate)
  const divisor = findDivisor(timing.rate, rate)
  const { num, den } = timing.rate
  const message = `Times at ${num}/${den} frames a second were converted to ${rate.num}/${rate.den}`
  if (divisor !== undefined) {
    const first = programmeStart?.frames ?? 0
    const start = programmeStart && { start: Math.floor(first / divisor) }
    if (divisor === 1) return { format, rate, cues, ...start }
    log.lose('STL_FRAME_RATE_CONVERTED', 'info', message)
    return { format, rate, cues: divide(cues, divisor, first, log), ...start }
  }
  log.lose('STL_FRAME_RATE_CONVERTED', 'warning', message)
  const resample = (time: number) => resampleFrames(time, timing.rate, rate)
  return {
    format,
    rate,
    cues: cues.map((cue, index) => convertCue(cue, index, resample, resample, log)),
    ...(programmeStart && { start: countByLabel({ rate: timing.rate, ...programmeStart }, rate, false) }),
  }
}

/** Whether a time in milliseconds is no frame. */
function isOffGrid(rate: SampleRate): (time: number, converted: number) => boolean {
  return (time, converted) => framesToMilliseconds(converted, rate) !== time
}

/**
 * Several frames into one: cues begin no later and end no earlier, except where that would make them overlap.
 *
 * @param first timecode of frame 0, in frames of the media
 */
function divide(cues: readonly Cue<number>[], divisor: number, first: Frames, log: LossLog): Cue<number>[] {
  const start = Math.floor(first / divisor)
  const down = (time: number) => Math.floor((time + first) / divisor) - start
  const up = (time: number) => Math.ceil((time + first) / divisor) - start
  return cues.map((cue, index) => {
    const next = cues[index + 1]
    const isClear = next !== undefined && cue.end <= next.start
    const divided = convertCue(cue, index, down, up, log)
    const limit = isClear ? down(next.start) : divided.end
    return limit > divided.start && limit < divided.end ? { ...divided, end: limit } : divided
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
  let end = toEnd(cue.end)
  if (end <= start && cue.end > cue.start) {
    end = start + 1
    log.lose('EXPORT_TIMING_REPAIRED', 'info', 'Cues shorter than a frame last for one', index)
  }
  if (isMoved && (isMoved(cue.start, start) || isMoved(cue.end, end))) {
    log.lose('STL_FRAME_RATE_CONVERTED', 'info', 'Times in milliseconds went to the nearest frame', index)
  }
  return { ...cue, start, end, textParts: cue.textParts.map(part => convertPart(part, toStart)) }
}

function convertPart(part: TextPart<number>, toStart: (time: number) => number): TextPart<number> {
  if (part.type === 'lineBreak' || part.start === undefined) return part
  return { ...part, start: toStart(part.start) }
}
