import type { SoundPlan } from './sound.ts'

/** Sound to be written as samples. */
export interface SoundFilePlan {
  readonly path: string
  readonly demuxer: string | undefined
  readonly streamIndex: number
  /** Gives 16 bit mono samples. */
  readonly sound: SoundPlan
  readonly output: string
}
