import type { ProbeReport } from '../probe/report.ts'

/**
 * The filters that put sound on the clock of the proxy: frame 0 of the picture moves to time 0, and the sound by the same
 * amount, padded or trimmed at its start. `subtractedSeconds` is what the engine has taken from all times already.
 */
export const toSoundFilters = (
  report: ProbeReport,
  samplingFrequency: number,
  subtractedSeconds: number,
): readonly string[] => {
  const shift = report.videoStartSeconds - subtractedSeconds
  return [
    report.video ? `asetpts=PTS-(${shift.toFixed(6)})/TB` : 'asetpts=PTS-STARTPTS',
    `aresample=${samplingFrequency}:async=1:first_pts=0`,
  ]
}
