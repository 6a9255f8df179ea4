import {
  countDayFrames,
  type Frames,
  framesToLabel,
  getTimecodeBase,
  isSameRate,
  labelToFrames,
  mayDropFrame,
  parseTimecode,
  resampleFrames,
  type SampleRate,
  TimebaseError,
} from '@rushes/timebase'
import type { FrameDocument, TimedTextDocument } from '../../document/document.ts'
import { mapTimes, toFrameDocument } from '../../document/times.ts'
import { type MappedDocument, mapFrames } from './map-frames.ts'

/** From what rate subtitles come. */
export interface FrameRateConversion {
  readonly sourceRate: SampleRate
  /**
   * `resample` keeps the clock: a subtitle at one minute stays at one minute. `retime` keeps the frames: a film that runs
   * faster, as 24 frames played at 25, takes its subtitles with it.
   */
  readonly mode: 'resample' | 'retime'
  /**
   * Says that clock times are timecode labels of the source, drop frame or not: 01:00:00 without drop frame at 29.97 is
   * 3603.6 seconds. Absent, they are real time. Also how `sourceStartTimecode` counts; that is by default as written.
   */
  readonly sourceDropFrame?: boolean
  /** Timecode of the first frame of the source, `HH:MM:SS:FF`, that its times count from. */
  readonly sourceStartTimecode?: string
}

/**
 * Subtitles made for another rate, in frames of this one. All times go through fractions, so nothing drifts; each is
 * rounded once, and what was in order and apart stays so. Told is what lies before the start or has become
 * too short to be seen. Throws TimebaseError for a start timecode or a drop frame that the source rate does not have.
 */
export function convertFrameRate(
  document: TimedTextDocument,
  rate: SampleRate,
  conversion: FrameRateConversion,
): MappedDocument {
  return moveToRate(document, rate, { ...conversion, sourceStart: findStart(conversion) })
}

/** The same with timecodes as frames. */
export interface RateMove extends Omit<FrameRateConversion, 'sourceStartTimecode'> {
  /** Frames of the source since midnight, that its times count from. */
  readonly sourceStart?: Frames
  /** Frames of the new rate by which everything is moved at last. */
  readonly offset?: Frames
}

export function moveToRate(document: TimedTextDocument, rate: SampleRate, move: RateMove): MappedDocument {
  const { sourceRate, mode, sourceDropFrame, sourceStart = 0, offset = 0 } = move
  if (sourceDropFrame && !mayDropFrame(sourceRate)) {
    throw new TimebaseError('no-drop-frame', 'Drop frame exists at 30000/1001 and 60000/1001 only')
  }
  const target: FrameDocument = { ...toSourceFrames(document, move), timing: { unit: 'frames', rate } }
  const isKept = mode === 'retime' || isSameRate(sourceRate, rate)
  const toTarget = (frame: Frames) => (isKept ? frame : resampleFrames(frame, sourceRate, rate))
  return mapFrames(target, frame => toTarget(frame - sourceStart) + offset)
}

function toSourceFrames(document: TimedTextDocument, { sourceRate, sourceDropFrame }: RateMove): FrameDocument {
  if (document.timing.unit === 'frames' || sourceDropFrame === undefined) return toFrameDocument(document, sourceRate)
  const nominal = { num: getTimecodeBase(sourceRate), den: 1 }
  const counted = toFrameDocument(document, nominal)
  const source: FrameDocument = { ...counted, timing: { unit: 'frames', rate: sourceRate } }
  return sourceDropFrame ? mapTimes(source, count => dropFrames(count, sourceRate)) : source
}

/** The frame of the label that counts so many frames without drops; a label that is skipped means the next one. */
function dropFrames(count: number, rate: SampleRate): number {
  const [all, dropping] = [
    { rate, dropFrame: false },
    { rate, dropFrame: true },
  ]
  const days = Math.floor(count / countDayFrames(all))
  const label = framesToLabel(count, all)
  const dropped = getTimecodeBase(rate) / 15
  const isSkipped = label.seconds === 0 && label.frames < dropped && label.minutes % 10 !== 0
  const frames = labelToFrames(isSkipped ? { ...label, frames: dropped } : label, dropping)
  return days * countDayFrames(dropping) + frames
}

function findStart({ sourceRate, sourceDropFrame, sourceStartTimecode }: FrameRateConversion): number {
  if (sourceStartTimecode === undefined) return 0
  const dropFrame = sourceDropFrame ?? sourceStartTimecode.includes(';')
  return parseTimecode(sourceStartTimecode, { rate: sourceRate, dropFrame })
}
