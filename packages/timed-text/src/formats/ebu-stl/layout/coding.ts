import type { Frames, TimecodeFormat } from '@rushes/timebase'
import type { Characters } from './characters.ts'
import type { Grid } from './rows.ts'

/** How the blocks of a file are to be understood. */
export interface Coding extends Grid {
  readonly characters: Characters
  readonly timecode: TimecodeFormat
  /** Timecodes a second, and a day. */
  readonly base: number
  readonly dayFrames: Frames
  /** Timecode of frame 0 of the document. */
  readonly start: Frames
  /** Whether the time code out is that of the last frame shown, and not of the first one not shown. */
  readonly isEndInclusive: boolean
}
