import { MediaError } from '../errors.ts'
import { DEFAULT_TIMEOUT_MS } from '../limits.ts'
import { CAPTION_CODECS, type CaptionPlan } from '../plan/captions.ts'
import type { ProbeReport } from '../probe/report.ts'
import { toNumber } from '../rational.ts'
import { type JobContext, type JobOptions, toStopOptions } from './context.ts'
import { probe } from './probe.ts'

/** What `findCaptions` is asked. */
export interface CaptionsRequest extends JobOptions {
  readonly input: string
  /** The probe of the input, if at hand; otherwise it is probed first. */
  readonly report?: ProbeReport | undefined
  /** From 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined
}

/**
 * Captions as the film carries them (`cc_data` of ATSC A/53 Part 4): three bytes for each construct in `triplets`, and in
 * `frames` the frame that it is for, in order.
 */
export interface Captions {
  readonly frames: Int32Array
  readonly triplets: Uint8Array
}

/** Takes out the captions of a film; see `MediaEngine.findCaptions`. */
export async function findCaptions(context: JobContext, request: CaptionsRequest): Promise<Captions> {
  const { input, signal, onProgress } = request
  const report = request.report ?? (await probe(context, input, { signal }))
  const { video, tracks, rate, frameCount = 0 } = report
  if (!video) throw new MediaError('NO_STREAM', 'The file has no picture.')
  const plan: CaptionPlan = {
    path: input,
    demuxer: report.demuxer,
    streamIndex: video.index,
    captionStreams: tracks.filter(({ codec = '' }) => CAPTION_CODECS.includes(codec)).map(({ index }) => index),
    rate: rate ? toNumber(rate) : 0,
    isVariable: report.variableFrameRate,
    startSeconds: report.videoStartSeconds,
  }
  return context.transcoders.run('captions', plan, {
    ...toStopOptions(context, request, DEFAULT_TIMEOUT_MS.transcode),
    onProgress: (done: number) => onProgress?.(Math.min(1, done / Math.max(1, frameCount))),
  })
}
