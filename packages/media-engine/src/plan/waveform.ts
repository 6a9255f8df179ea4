import type { SoundPlan } from './sound/sound.ts'

/** Sound to be measured. */
export interface WaveformPlan {
  readonly path: string
  readonly demuxer: string | undefined
  /** Gives 16 bit mono samples. */
  readonly sound: SoundPlan
}

/** 50 points a second. */
export const WAVEFORM = { samplingFrequency: 8000, samplesPerPoint: 160 } as const
