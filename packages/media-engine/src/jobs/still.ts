import { writeFile } from 'node:fs/promises'
import { MediaError } from '../errors.ts'
import { DEFAULT_TIMEOUT_MS } from '../limits.ts'
import { fitWithin, type PictureSize, planPicture, toAspect, toDisplaySize } from '../plan/picture-size.ts'
import { assertReadable } from '../plan/readable.ts'
import type { StillPlan } from '../plan/still.ts'
import { layOver } from '../plan/watermark.ts'
import type { ProbeReport, Track } from '../probe/report.ts'
import { type JobContext, type JobOptions, toStopOptions } from './context.ts'
import { writeThroughTemporary } from './output.ts'
import { probe } from './probe.ts'
import { probeWatermark, type Watermark } from './watermark.ts'

/** What `grabFrame` is asked. */
export interface GrabRequest extends JobOptions {
  readonly input: string
  /** Counted from 0 in presentation order. */
  readonly frame: number
  /** Pixels; the picture is never larger than its source. */
  readonly maxWidth: number
  /** The probe of the input, if at hand; otherwise it is probed first. */
  readonly report?: ProbeReport | undefined
  /** The input is a proxy that `makeProxy` made of a file with a constant rate: its frames need not be counted. */
  readonly isRegular?: boolean | undefined
  /** A picture to be laid over it. */
  readonly watermark?: Watermark | undefined
}

/** What `makePoster` is asked. */
export interface PosterRequest extends GrabRequest {
  readonly output: string
}

/** A picture as a JPEG file. */
export interface Jpeg extends PictureSize {
  readonly bytes: Buffer
}

/** A decoded picture in the colours of a proxy: the luma plane, then two chroma planes of half the width and height, without padding. */
export interface DecodedFrame extends PictureSize {
  readonly format: 'yuv420p'
  readonly data: Buffer
}

async function decode(
  context: JobContext,
  wish: Pick<StillPlan, 'path' | 'frame' | 'encoding'> & {
    readonly toSize: (display: PictureSize) => PictureSize
    readonly isRegular?: boolean | undefined
    readonly watermark?: Watermark | undefined
  },
  known: ProbeReport | undefined,
  options: JobOptions,
): Promise<PictureSize & { readonly bytes: Buffer }> {
  const { path, frame, encoding } = wish
  const report = known ?? (await probe(context, path, { signal: options.signal }))
  const video: Track | undefined = report.video
  if (!video) throw new MediaError('NO_STREAM', 'The file has no picture.')
  assertReadable(video)
  if (!Number.isSafeInteger(frame) || frame < 0 || frame >= (report.frameCount ?? 0)) {
    throw new MediaError(
      'FRAME_OUT_OF_RANGE',
      `The file has ${report.frameCount ?? 0} frames; ${frame} is not one of them.`,
    )
  }
  const size = wish.toSize(toDisplaySize(video, report.rotation))
  const watermark = await probeWatermark(context, wish.watermark, options.signal)
  const { filters, table, made } = planPicture(video, report, size, encoding === 'jpeg' ? 'picture' : 'film')
  const drawn = watermark && [
    layOver(filters, watermark, { ...size, made }),
    `format=${encoding === 'jpeg' ? 'yuvj420p' : 'yuv420p'}`,
  ]
  const plan: StillPlan = {
    path,
    // What goes on with the last picture shows that one.
    frame: Math.min(frame, (report.frameCount ?? 0) - report.heldFrames - 1),
    encoding,
    demuxer: report.demuxer,
    streamIndex: video.index,
    regularRate: wish.isRegular && !report.variableFrameRate ? report.rate : undefined,
    filter: (drawn ?? filters).join(),
    colourTable: table,
    aspect: toAspect(video),
  }
  const stop = toStopOptions(context, options, DEFAULT_TIMEOUT_MS.still)
  const { bytes } = await context.quickWorkers.run('still', plan, stop)
  return { ...size, bytes: Buffer.from(bytes) }
}

/** Writes one frame as JPEG; see `MediaEngine.makePoster`. */
export async function makePoster(context: JobContext, request: PosterRequest): Promise<PictureSize> {
  return writeThroughTemporary(request.output, async temporary => {
    const { bytes, width, height } = await grabFrame(context, request)
    await writeFile(temporary, bytes)
    return { width, height }
  })
}

/** Encodes one frame as JPEG; see `MediaEngine.grabFrame`. */
export async function grabFrame(context: JobContext, request: GrabRequest): Promise<Jpeg> {
  const { input: path, frame, maxWidth, report, isRegular, watermark } = request
  if (!(maxWidth >= 2)) throw new MediaError('BAD_REQUEST', 'maxWidth is a number of pixels, from 2.')
  const toSize = (display: PictureSize): PictureSize => fitWithin(display, { maxWidth })
  return decode(context, { path, frame, encoding: 'jpeg', toSize, isRegular, watermark }, report, request)
}

/** Decodes one frame; see `MediaEngine.decodeFrame`. */
export async function decodeFrame(
  context: JobContext,
  path: string,
  frame: number,
  options: JobOptions = {},
): Promise<DecodedFrame> {
  const toSize = (display: PictureSize): PictureSize => fitWithin(display, {})
  const { bytes, width, height } = await decode(context, { path, frame, encoding: 'raw', toSize }, undefined, options)
  return { format: 'yuv420p', width, height, data: bytes }
}
