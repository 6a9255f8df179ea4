import type { VideoOutput } from './encoding.ts'

/** A clip made from raw pictures on standard input and raw sound in a file; the same plan drives both engines. */
export interface ClipPlan {
  readonly output: string
  readonly video: VideoOutput
  readonly frameCount: number
  readonly startTimecode: string | undefined
  /** Interleaved 16 bit little-endian samples of `AUDIO_ENCODING`'s frequency and channels, or no sound. */
  readonly pcmPath: string | undefined
}
