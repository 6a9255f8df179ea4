import {
  countDayFrames,
  findDivisor,
  findTimecodeBase,
  framesToLabel,
  isSameRate,
  mayDropFrame,
  parseTimecode,
  RATE_23_976,
  RATE_24,
  RATE_25,
  RATE_29_97,
  RATE_30,
  type SampleRate,
  type TimecodeFormat,
} from '@rushes/timebase'
import { formatClock } from '../../../document/clock.ts'
import type { LossLog } from '../../../document/diagnostics.ts'
import type { Cue, TimedTextDocument } from '../../../document/document.ts'
import { toFrameDocument, toLabelDocument, toMillisecondDocument } from '../../../document/times.ts'
import { findProgrammeStart } from '../../programme.ts'
import { findEntry } from './write-metadata.ts'

const ittRates = [RATE_30, RATE_29_97, RATE_25, RATE_24, RATE_23_976]

/** How EBU-TT Part 1 is written. */
export interface EbuttOptions {
  /** What times are counted by. Without it, SMPTE where the document was read from such a file or from EBU STL, else media time. */
  readonly timeBase?: 'media' | 'smpte'
  /** SMPTE: frames per second. Without it, those of the document, else 25. */
  readonly rate?: SampleRate
  /** SMPTE: whether labels are dropped, at 29.97 and 59.94. */
  readonly dropFrame?: boolean
  /** SMPTE: the label of frame 0, `HH:MM:SS:FF`. */
  readonly startOfProgramme?: string
  /** Lays a grid of 40 by 24 cells over the picture, as teletext has it. */
  readonly teletextGrid?: boolean
}

/** How the times of a file are written. */
export interface Clock {
  readonly cues: readonly Cue<number>[]
  /** Attributes of the root element. */
  readonly attributes: string
  readonly format: (time: number) => string
  /** SMPTE: the label of frame 0, where it is not 00:00:00:00. */
  readonly start?: string
}

/** Media time, in milliseconds. */
export function createMediaClock(document: TimedTextDocument): Clock {
  return {
    cues: toMillisecondDocument(document).cues,
    attributes: 'ttp:timeBase="media"',
    format: time => formatClock(time, '.'),
  }
}

/** The time base that the options ask for, else that of the file which was read. */
export function chooseClock(document: TimedTextDocument, options: EbuttOptions, log: LossLog): Clock {
  const kept = document.ext?.ttml
  const { timing } = document
  const stl = document.ext?.stl
  const wasSmpte = kept ? kept.timeBase === 'smpte' : stl?.gsi !== undefined
  const isSmpte = options.timeBase ? options.timeBase === 'smpte' : wasSmpte
  const rate = options.rate ?? (timing.unit === 'frames' ? timing.rate : RATE_25)
  const base = isSmpte ? findTimecodeBase(rate) : undefined
  if (!isSmpte || (base === undefined && options.timeBase === undefined)) return createMediaClock(document)
  const wasDropFrame = kept ? kept.dropMode === 'dropNTSC' : stl?.dropFrame === true
  const dropFrame = options.dropFrame ?? (wasDropFrame && mayDropFrame(rate))
  const format: TimecodeFormat = { rate, dropFrame }
  const keptStart = kept ? findEntry(kept.metadata, 'ebuttm:documentStartOfProgramme') : findProgrammeStart(document)
  const label = options.startOfProgramme ?? (isLabel(keptStart, format) ? keptStart : undefined)
  const named = label === undefined ? 0 : parseTimecode(label, format)
  const first = typeof kept?.start === 'string' ? kept.start.replace(';', ':') : undefined
  const start =
    options.startOfProgramme === undefined && first && isLabel(first, format) ? parseTimecode(first, format) : named
  const isNtsc = rate.den === 1001
  if (timing.unit === 'frames' && !isSameRate(timing.rate, rate) && document.cues.length > 0) {
    log.lose('EXPORT_TIMING_REPAIRED', 'info', `Times went to the nearest frame at ${rate.num}/${rate.den} a second`)
  }
  return {
    cues: toFrameDocument(document, rate).cues,
    attributes:
      `ttp:timeBase="smpte" ttp:frameRate="${base}"${isNtsc ? ' ttp:frameRateMultiplier="1000 1001"' : ''}` +
      ` ttp:markerMode="discontinuous" ttp:dropMode="${dropFrame ? 'dropNTSC' : 'nonDrop'}"`,
    format: createLabels(start, format, log),
    ...(label !== undefined && { start: label }),
  }
}

/**
 * The times of iTunes Timed Text: SMPTE, from 00:00:00:00, at a rate that it has: 23.976, 24, 25, 29.97 or 30. Of media
 * with twice or four times as many frames each second or fourth one is counted, and those of other media are 30 a second.
 */
export function chooseIttClock(given: TimedTextDocument, dropFrame: boolean | undefined, log: LossLog): Clock {
  const document = toLabelDocument(given)
  const { timing } = document
  const rate = timing.unit === 'frames' ? findIttRate(timing.rate) : RATE_30
  const isExact = timing.unit === 'frames' && isSameRate(timing.rate, rate)
  const cues = toFrameDocument(document, rate).cues.map((cue, index) => {
    if (cue.end > cue.start || !(document.cues[index]!.end > document.cues[index]!.start)) return cue
    return { ...cue, end: cue.start + 1 }
  })
  if (!isExact && cues.length > 0) {
    log.lose('EXPORT_TIMING_REPAIRED', 'info', 'Times went to the nearest frame of those that iTT has')
  }
  const wasDropFrame = document.ext?.ttml?.dropMode === 'dropNTSC'
  const format: TimecodeFormat = { rate, dropFrame: (dropFrame ?? wasDropFrame) && mayDropFrame(rate) }
  const multiplier = rate.den === 1001 ? '999 1000' : '1 1'
  return {
    cues,
    attributes:
      `ttp:timeBase="smpte" ttp:frameRate="${findTimecodeBase(rate)}" ttp:frameRateMultiplier="${multiplier}"` +
      ` ttp:dropMode="${format.dropFrame ? 'dropNTSC' : 'nonDrop'}"`,
    format: createLabels(0, format, log),
  }
}

function findIttRate(rate: SampleRate): SampleRate {
  return ittRates.find(own => findDivisor(rate, own) !== undefined) ?? RATE_30
}

/** Writes times as labels, counted from one. */
function createLabels(start: number, format: TimecodeFormat, log: LossLog): (time: number) => string {
  const dayFrames = countDayFrames(format)
  return time => {
    if (time + start >= dayFrames) {
      log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Timecodes went on from 00:00:00:00 after midnight')
    }
    const { hours, minutes, seconds, frames } = framesToLabel(time + start, format)
    return [hours, minutes, seconds, frames].map(number => String(number).padStart(2, '0')).join(':')
  }
}

function isLabel(text: string | undefined, format: TimecodeFormat): boolean {
  try {
    return text !== undefined && parseTimecode(text, format) >= 0
  } catch {
    return false
  }
}
