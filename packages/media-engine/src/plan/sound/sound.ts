import type { ProbeReport, Track } from '../../probe/report.ts'
import { MAX_CHANNELS } from './sound-mix.ts'

/** Sound that is decoded, mixed and filtered. */
export interface SoundPlan {
  /** Tracks that are heard together; several are channels without positions. */
  readonly streams: readonly number[]
  /** What all channels are mixed to, in planar floats. */
  readonly channels: 'stereo' | 'mono'
  /** Samples per second of the mix. */
  readonly samplingFrequency: number
  /** Filters after the mix that put sound on the clock of the proxy. */
  readonly clock: string
  /** Filters after that, which give the sound its form. */
  readonly form: string
}

/** Cameras and editing systems write each microphone as a track of its own. */
export function listHeardTogether(tracks: readonly Track[], first: Track): readonly Track[] {
  const isAlike = ({ type, channels, language, unreadable, packetCount }: Track) =>
    type === 'AUDIO' && channels === 1 && language === first.language && unreadable === undefined && packetCount > 0
  return first.channels === 1 ? tracks.filter(isAlike).slice(0, MAX_CHANNELS) : [first]
}

/**
 * Plans what is heard of a file: its first track, or all tracks of one channel and one language where the first is one.
 * Frame 0 of the picture moves to time 0, and the sound by the same amount, padded or trimmed at its start.
 */
export function planSound(
  report: ProbeReport & { readonly audio: Track },
  { channels, samplingFrequency, form }: Pick<SoundPlan, 'channels' | 'samplingFrequency' | 'form'>,
): SoundPlan {
  const { video, audio, videoStartSeconds } = report
  const start = video ? `asetpts=PTS-(${videoStartSeconds.toFixed(6)})/TB` : 'asetpts=PTS-STARTPTS'
  return {
    streams: listHeardTogether(report.tracks, audio).map(({ index }) => index),
    channels,
    samplingFrequency,
    clock: `${start},aresample=${samplingFrequency}:async=1:first_pts=0`,
    form,
  }
}
