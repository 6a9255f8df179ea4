import { parseTimecode, type SampleRate } from '@rushes/timebase'

/** Whether a label can start a clip of this rate; the MP4 muxer silently writes no timecode track for others. */
export function mayStartAt(label: string, rate: SampleRate): boolean {
  try {
    parseTimecode(label, { rate, dropFrame: label.includes(';') })
    return true
  } catch {
    return false
  }
}
