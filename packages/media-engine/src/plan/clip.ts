import type { VideoOutput } from './encoding.ts'

/** A clip made from raw pictures on standard input and raw sound in a file. */
export interface ClipPlan {
  readonly output: string
  readonly video: VideoOutput
  readonly frameCount: number
  readonly startTimecode: string | undefined
  /** Interleaved 16 bit little-endian samples of `AUDIO_ENCODING`'s frequency and channels, or no sound. */
  readonly pcmPath: string | undefined
  /** Constructs of captions (`cc_data`) of frames; none if left out. */
  readonly captions?: ReadonlyMap<number, Uint8Array> | undefined
}
