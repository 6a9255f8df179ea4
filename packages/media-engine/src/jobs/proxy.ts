import { MediaError } from '../errors.ts'
import { DEFAULT_TIMEOUT_MS } from '../limits.ts'
import { AUDIO_ENCODING } from '../plan/encoding.ts'
import { planProxy } from '../plan/proxy.ts'
import { mayStartAt } from '../plan/start-timecode.ts'
import type { BurnedInSubtitles } from '../plan/subtitles.ts'
import type { ProbeReport } from '../probe/report.ts'
import { toNumber } from '../rational.ts'
import { type JobContext, type JobOptions, toStopOptions } from './context.ts'
import { writeThroughTemporary } from './output.ts'
import { probe } from './probe.ts'
import { probeWatermark, type Watermark } from './watermark.ts'

/** What `makeProxy` is asked. */
export interface ProxyRequest extends JobOptions {
  readonly input: string
  readonly output: string
  /** Pixels; the proxy is never larger than its source. */
  readonly maxHeight: number
  /** Label of frame 0; left out of the proxy where its rate cannot carry it. */
  readonly startTimecode?: string | undefined
  /** A picture to be laid over every frame; sound alone has none. */
  readonly watermark?: Watermark | undefined
  /** Subtitles to be drawn into the frames; `UNSUPPORTED` where they cannot be, for want of a font. */
  readonly subtitles?: BurnedInSubtitles | undefined
  /** The probe of the input, if at hand; otherwise it is probed first. */
  readonly report?: ProbeReport | undefined
  /** From 0 to 1, rising. */
  readonly onProgress?: ((share: number) => void) | undefined
}

/** What `makeProxy` has made. Compare `frameCount` with the source's: annotations are frame numbers. */
export interface ProxyResult {
  /** Counted frames of the proxy; undefined for sound. */
  readonly frameCount: number | undefined
  /** Frames that could not be decoded: each repeats the one before it, so that the others keep their numbers. */
  readonly repeatedFrames: number
  /** The original has sound, of which nothing could be decoded. */
  readonly soundLeftOut: boolean
  /** The probe of the proxy; it has `frameTimes` if the rate of the original is variable. */
  readonly report: ProbeReport
}

/** Progress that never falls and never passes 1. */
function toShare(total: number, onProgress: ((share: number) => void) | undefined): (done: number) => void {
  let last = 0
  return done => {
    const share = Math.min(1, done / Math.max(1, total))
    if (share <= last) return
    last = share
    onProgress?.(share)
  }
}

const toTimecode = (label: string | undefined, report: ProbeReport): string | undefined =>
  label && report.rate && !report.variableFrameRate && mayStartAt(label, report.rate) ? label : undefined

/** A proxy that cannot be read was not written well: that says nothing of the original. */
async function probeProxy(
  context: JobContext,
  path: string,
  options: { readonly signal: AbortSignal | undefined; readonly keepsTimes: boolean },
): Promise<ProbeReport> {
  try {
    return await probe(context, path, options)
  } catch (error) {
    if (!(error instanceof MediaError) || error.code !== 'NOT_MEDIA') throw error
    throw new MediaError('FAILED', 'The proxy that was written cannot be read.', error.detail)
  }
}

/** Makes the review copy of a file; see `MediaEngine.makeProxy`. */
export async function makeProxy(context: JobContext, request: ProxyRequest): Promise<ProxyResult> {
  const { input, signal } = request
  if (!(request.maxHeight >= 2)) throw new MediaError('BAD_REQUEST', 'maxHeight is a number of pixels, from 2.')
  const report = request.report ?? (await probe(context, input, { signal }))
  const watermark = await probeWatermark(context, request.watermark, signal)
  const total =
    report.frameCount ?? (report.duration ? toNumber(report.duration) * AUDIO_ENCODING.samplingFrequency : 0)
  const onProgress = toShare(total, request.onProgress)
  const options = { ...toStopOptions(context, request, DEFAULT_TIMEOUT_MS.transcode), onProgress }
  return writeThroughTemporary(request.output, async temporary => {
    const plan = planProxy(report, {
      input,
      output: temporary,
      maxHeight: request.maxHeight,
      startTimecode: toTimecode(request.startTimecode, report),
      watermark,
      subtitles: request.subtitles,
    })
    const { repeatedFrames, soundLeftOut } = await context.transcoders.run('proxy', plan, options)
    const made = await probeProxy(context, temporary, { signal, keepsTimes: report.variableFrameRate })
    onProgress(total)
    return { frameCount: made.frameCount, repeatedFrames, soundLeftOut, report: made }
  })
}
