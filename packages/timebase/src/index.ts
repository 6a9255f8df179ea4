/**
 * Exact time: frames, milliseconds, rational sample rates, `[start, end)` ranges and SMPTE timecode.
 *
 * Nothing here rounds in secret: times are whole numbers, rates are fractions, and the one rounding rule is at the
 * head of `convert.ts`. Imports nothing, runs in browsers too.
 */
export { framesToMilliseconds, millisecondsToFrames, resampleFrames } from './convert.ts'
export { TimebaseError, type TimebaseErrorCode } from './errors.ts'
export { createFrameClock, type FrameClock, type FrameTimes } from './frame-clock.ts'
export { countFrames, createFrameRange, type FrameRange, hasFrame, hasOverlap, isWithin } from './range.ts'
export {
  createSampleRate,
  findCountingRate,
  findDivisor,
  findNearestRate,
  findTimecodeBase,
  getTimecodeBase,
  isSameRate,
  mayDropFrame,
  parseSampleRate,
  RATE_23_976,
  RATE_24,
  RATE_25,
  RATE_29_97,
  RATE_30,
  RATE_47_952,
  RATE_48,
  RATE_50,
  RATE_59_94,
  RATE_60,
  type SampleRate,
  type TimecodeBase,
  usualRates,
} from './rate.ts'
export {
  addStartTimecode,
  countDayFrames,
  formatTimecode,
  framesToLabel,
  labelToFrames,
  parseTimecode,
  removeStartTimecode,
  type TimecodeFormat,
  type TimecodeLabel,
} from './timecode.ts'
export { assertWhole, type Frames, type Milliseconds } from './units.ts'
