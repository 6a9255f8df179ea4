import type { ProbeReport } from '../probe/report.ts'

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
