/** A film whose captions are taken out. */
export interface CaptionPlan {
  readonly path: string
  readonly demuxer: string | undefined
  /** The picture, whose frames carry captions. */
  readonly streamIndex: number
  /** Streams of captions of their own (QuickTime). */
  readonly captionStreams: readonly number[]
  /** Frames per second of the picture, and when it begins, which give the frames of these. */
  readonly rate: number
  readonly startSeconds: number
}

/** Codecs of streams that have the constructs of captions as their packets. */
export const CAPTION_CODECS: readonly string[] = ['eia_608']
