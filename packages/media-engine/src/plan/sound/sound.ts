import type { ProbeReport } from '../../probe/report.ts'

/** Sound that is filtered. */
export interface SoundPlan {
  /** What all channels are mixed to, in planar floats. */
  readonly channels: 'stereo' | 'mono'
  /** Samples per second of the mix. */
  readonly samplingFrequency: number
  /** Filters after the mix. */
  readonly filter: string
}

/**
 * The filters that put sound on the clock of the proxy: frame 0 of the picture moves to time 0, and the sound by the same
 * amount, padded or trimmed at its start.
 */
export const toSoundFilters = (
  { video, videoStartSeconds }: ProbeReport,
  samplingFrequency: number,
): readonly string[] => [
  video ? `asetpts=PTS-(${videoStartSeconds.toFixed(6)})/TB` : 'asetpts=PTS-STARTPTS',
  `aresample=${samplingFrequency}:async=1:first_pts=0`,
]
