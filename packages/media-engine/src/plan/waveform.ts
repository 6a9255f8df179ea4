/** Sound to be measured. */
export interface WaveformPlan {
  readonly path: string
  readonly demuxer: string | undefined
  readonly streamIndex: number
  /** Filters that give 16 bit mono samples at `WAVEFORM.samplingFrequency`. */
  readonly filter: string
}

/** 50 points a second. */
export const WAVEFORM = { samplingFrequency: 8000, samplesPerPoint: 160 } as const
