import { findCountingRate, findDivisor, formatTimecode, mayDropFrame, type SampleRate } from '@rushes/timebase'
import type { WriteOptions, WriteResult } from '../format.ts'
import type { TimedTextDocument } from './document.ts'
import { frameToLabelClock } from './label-rate.ts'
import { mapTimes, mapToMilliseconds, toLabelDocument } from './times.ts'

/**
 * Writes a document in a format of clock times; where the options ask for timecode, as the labels of its pictures. At
 * rates that are no whole number labels do not run with the clock, which is reported.
 */
export function writeByTimecode<Content extends string>(
  given: TimedTextDocument,
  { timeBase, programmeStart }: WriteOptions = {},
  write: (document: TimedTextDocument) => WriteResult<Content>,
): WriteResult<Content> {
  if (timeBase !== 'smpte' || !programmeStart || given.timing.unit !== 'frames') return write(given)
  const { rate } = given.timing
  const document = toLabelDocument(given)
  const toLabel = (time: number) => frameToLabelClock(time + programmeStart.frames, rate, programmeStart.dropFrame)
  if (toLabel(0) === undefined) return write(mapTimes(document, time => time + programmeStart.frames))
  const result = write(mapToMilliseconds(document, time => toLabel(time) ?? 0))
  if (Number.isInteger(rate.num / rate.den)) return result
  const told = {
    code: 'EXPORT_TIMING_REPAIRED',
    severity: 'info',
    message: 'Times are the timecodes of the pictures, not running time',
    count: document.cues.length,
  } as const
  return { ...result, diagnostics: [...result.diagnostics, told] }
}

/**
 * The timecode of frame 0 as a label at the rate that counts the labels of a rate, where the options ask for timecode;
 * none where the rate has no timecode.
 */
export function findStartLabel(rate: SampleRate, { timeBase, programmeStart }: WriteOptions): string | undefined {
  const counting = findCountingRate(rate)
  if (timeBase !== 'smpte' || !programmeStart || !counting) return undefined
  const frames = Math.floor(programmeStart.frames / (findDivisor(rate, counting) ?? 1))
  const dropFrame = programmeStart.dropFrame && mayDropFrame(counting)
  return formatTimecode(frames, { rate: counting, dropFrame }).replace(';', ':')
}
