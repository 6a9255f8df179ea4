import { countDayFrames, parseTimecode, type TimecodeFormat } from '@rushes/timebase'
import type { FrameFormat } from '../frames.ts'

/** The frame of a timecode or of a plain number, as people type them; nothing for what is neither. */
export function readTimecode(text: string, format: FrameFormat): number | undefined {
  const { rate, pictures, dropFrame, startTimecode } = format
  if (/^\s*\d+\s*$/.test(text)) return Number(text)
  try {
    const label = parseTimecode(text.trim(), { rate, dropFrame }) - startTimecode
    const passed = label < 0 ? label + findPassedDay(label, { rate, dropFrame }) : label
    return pictures?.fromLabel(passed) ?? passed
  } catch {
    return undefined
  }
}

/** A timecode before that of the first frame is one of the next day, unless it is nearer to the first frame than that. */
function findPassedDay(label: number, format: TimecodeFormat): number {
  const day = countDayFrames(format)
  return label + day < -label ? day : 0
}
