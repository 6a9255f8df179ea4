import type { SoundPlan } from './sound.ts'

/** Sound to be written as samples. */
export interface SoundFilePlan {
  readonly path: string
  readonly demuxer: string | undefined
  /** Gives 16 bit mono samples. */
  readonly sound: SoundPlan
  readonly output: string
}
