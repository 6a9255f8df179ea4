/** Whole files: converted to another rate, place or format, and compared with each other. */
export { type ComparedRow, compareByTime } from './compare-by-time.ts'
export { type CueDifference, compareCues, type DifferentCues } from './compare-cues.ts'
export { type Conversion, type ConvertedFile, convertFile, toReadOptions } from './convert.ts'
export { findRollingCaptions, type RollingCaptions } from './rolling.ts'
