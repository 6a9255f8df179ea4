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
  /** Then the times of its pictures give them. */
  readonly isVariable: boolean
  readonly startSeconds: number
}

/** Codecs of streams that have the constructs of captions as their packets. */
export const CAPTION_CODECS: readonly string[] = ['eia_608']

/** Times of other streams may be rounded to so much before that of their picture. */
const ROUNDING_SECONDS = 0.002

/** The last of the pictures that begin until then; times rise. */
export function findInSight(times: readonly number[], seconds: number): number {
  let [low, high] = [0, times.length]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (times[middle]! <= seconds + ROUNDING_SECONDS) low = middle
    else high = middle
  }
  return low
}
