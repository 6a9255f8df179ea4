import { MediaError } from '../errors.ts'
import { DEFAULT_TIMEOUT_MS } from '../limits.ts'
import type { ShotsPlan } from '../plan/shots.ts'
import type { ProbeReport } from '../probe/report.ts'
import { DEFAULT_SHOT_THRESHOLD } from '../shots/shot-detector.ts'
import { type JobContext, type JobOptions, toStopOptions } from './context.ts'
import { probe } from './probe.ts'

/** What `findShots` is asked. */
export interface ShotsRequest extends JobOptions {
  readonly input: string
  /** How much of a picture must change, from 0 to 255; 27 if left out. */
  readonly threshold?: number | undefined
  /** The probe of the input, if at hand; otherwise it is probed first. */
  readonly report?: ProbeReport | undefined
  /** From 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined
}

/** A shot: frames `[start, end)`. */
export interface Shot {
  readonly start: number
  readonly end: number
}

/** Finds the shots of a film; see `MediaEngine.findShots`. */
export async function findShots(context: JobContext, request: ShotsRequest): Promise<Shot[]> {
  const { input, signal, onProgress, threshold = DEFAULT_SHOT_THRESHOLD } = request
  const report = request.report ?? (await probe(context, input, { signal }))
  const { video, frameCount = 0 } = report
  if (!video) throw new MediaError('NO_STREAM', 'The file has no picture.')
  const plan: ShotsPlan = { path: input, demuxer: report.demuxer, streamIndex: video.index, threshold }
  const options = {
    ...toStopOptions(context, request, DEFAULT_TIMEOUT_MS.transcode),
    onProgress: (done: number) => onProgress?.(Math.min(1, done / Math.max(1, frameCount))),
  }
  const { cuts, frames } = await context.transcoders.run('shots', plan, options)
  if (frames === 0) return []
  const starts = [0, ...cuts]
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? frames }))
}
