import { findTimecodeBase, formatTimecode, mayDropFrame, resampleFrames, type SampleRate } from '@rushes/timebase'
import type { WriteOptions } from '../format.ts'
import type { TimedTextDocument } from './document.ts'
import { mapTimes } from './times.ts'

/** The document with its times moved to the timecode of the media, where the options ask for that. */
export function countByTimecode(document: TimedTextDocument, options: WriteOptions = {}): TimedTextDocument {
  const { timeBase, programmeStart } = options
  if (timeBase !== 'smpte' || !programmeStart || document.timing.unit !== 'frames') return document
  return mapTimes(document, time => time + programmeStart.frames)
}

/**
 * The timecode of frame 0 as a label, where the options ask for timecode; none where the rate has no timecode.
 *
 * @param fileRate counted by the file, where that is not the rate of the document
 */
export function findStartLabel(
  rate: SampleRate,
  { timeBase, programmeStart }: WriteOptions,
  fileRate: SampleRate = rate,
): string | undefined {
  if (timeBase !== 'smpte' || !programmeStart || findTimecodeBase(fileRate) === undefined) return undefined
  const dropFrame = programmeStart.dropFrame && mayDropFrame(fileRate)
  const frames = resampleFrames(programmeStart.frames, rate, fileRate)
  return formatTimecode(frames, { rate: fileRate, dropFrame }).replace(';', ':')
}
