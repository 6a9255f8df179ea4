import { findTimecodeBase, formatTimecode, mayDropFrame, type SampleRate } from '@rushes/timebase'
import type { WriteOptions } from '../format.ts'
import type { TimedTextDocument } from './document.ts'
import { mapTimes } from './times.ts'

/** The document with its times moved to the timecode of the media, where the options ask for that. */
export function countByTimecode(document: TimedTextDocument, options: WriteOptions = {}): TimedTextDocument {
  const { timeBase, programmeStart } = options
  if (timeBase !== 'smpte' || !programmeStart || document.timing.unit !== 'frames') return document
  return mapTimes(document, time => time + programmeStart.frames)
}

/** The timecode of frame 0 as a label, where the options ask for timecode; none where the rate has no timecode. */
export function findStartLabel(rate: SampleRate, { timeBase, programmeStart }: WriteOptions): string | undefined {
  if (timeBase !== 'smpte' || !programmeStart || findTimecodeBase(rate) === undefined) return undefined
  const dropFrame = programmeStart.dropFrame && mayDropFrame(rate)
  return formatTimecode(programmeStart.frames, { rate, dropFrame }).replace(';', ':')
}
