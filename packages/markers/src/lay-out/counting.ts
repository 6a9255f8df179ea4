import {
  type Frames,
  findCountingRate,
  findDivisor,
  isSameRate,
  resampleFrames,
  type SampleRate,
} from '@rushes/timebase'
import type { Cut } from '../cut.ts'

/** The cut as a file of timecodes counts it: at 60 frames a second or less, which is all that has timecode. */
export function toCountedCut(cut: Cut): Cut {
  const rate = cut.format && findCountingRate(cut.format.rate)
  if (!cut.format || !rate || isSameRate(rate, cut.format.rate)) return cut
  const startTimecode = toContainingFrame(cut.startTimecode, cut.format.rate, rate)
  return { ...cut, format: { rate, dropFrame: false }, startTimecode }
}

/** Says that timecodes count slower than the pictures of a cut; nothing where they do not. */
export function describeCounting(cut: Cut, counted: Cut): string | undefined {
  if (!cut.format || !counted.format || counted === cut) return undefined
  const [counting, own] = [counted.format.rate, cut.format.rate].map(formatRate)
  return `Timecodes count ${counting} frames a second of ${own}`
}

function formatRate({ num, den }: SampleRate): string {
  return String(Number((num / den).toFixed(2)))
}

/** The frame at another rate during which a frame begins where the rates divide; else the one that begins nearest. */
export function toContainingFrame(frame: Frames, from: SampleRate, to: SampleRate): Frames {
  const divisor = findDivisor(from, to)
  return divisor === undefined ? resampleFrames(frame, from, to) : Math.floor(frame / divisor)
}
