import {
  countDayFrames,
  findTimecodeBase,
  framesToLabel,
  mayDropFrame,
  parseTimecode,
  RATE_25,
  type SampleRate,
  type TimecodeFormat,
} from '@rushes/timebase'
import { formatClock } from '../../../document/clock.ts'
import type { LossLog } from '../../../document/diagnostics.ts'
import type { Cue, TimedTextDocument } from '../../../document/document.ts'
import { toFrameDocument, toMillisecondDocument } from '../../../document/times.ts'
import { findEntry } from './write-metadata.ts'

/** How EBU-TT Part 1 is written. */
export interface EbuttOptions {
  /** What times are counted by. Without it, SMPTE where the document was read from such a file, else media time. */
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
  const isSmpte = options.timeBase ? options.timeBase === 'smpte' : kept?.timeBase === 'smpte'
  const rate = options.rate ?? (timing.unit === 'frames' ? timing.rate : RATE_25)
  const base = isSmpte ? findTimecodeBase(rate) : undefined
  if (!isSmpte || (base === undefined && options.timeBase === undefined)) return createMediaClock(document)
  const dropFrame = options.dropFrame ?? (kept?.dropMode === 'dropNTSC' && mayDropFrame(rate))
  const format: TimecodeFormat = { rate, dropFrame }
  const keptStart = findEntry(kept?.metadata, 'ebuttm:documentStartOfProgramme')
  const label = options.startOfProgramme ?? (isLabel(keptStart, format) ? keptStart : undefined)
  const start = label === undefined ? 0 : parseTimecode(label, format)
  const dayFrames = countDayFrames(format)
  const isNtsc = rate.den === 1001
  return {
    cues: toFrameDocument(document, rate).cues,
    attributes:
      `ttp:timeBase="smpte" ttp:frameRate="${base}"${isNtsc ? ' ttp:frameRateMultiplier="1000 1001"' : ''}` +
      ` ttp:markerMode="discontinuous" ttp:dropMode="${dropFrame ? 'dropNTSC' : 'nonDrop'}"`,
    format(time) {
      if (time + start >= dayFrames) {
        log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Timecodes went on from 00:00:00:00 after midnight')
      }
      const { hours, minutes, seconds, frames } = framesToLabel(time + start, format)
      return [hours, minutes, seconds, frames].map(number => String(number).padStart(2, '0')).join(':')
    },
    ...(label !== undefined && { start: label }),
  }
}

function isLabel(text: string | undefined, format: TimecodeFormat): boolean {
  try {
    return text !== undefined && parseTimecode(text, format) >= 0
  } catch {
    return false
  }
}
