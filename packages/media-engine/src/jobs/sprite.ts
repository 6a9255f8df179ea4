import { writeFile } from 'node:fs/promises'
import { MediaError } from '../errors.ts'
import { DEFAULT_TIMEOUT_MS } from '../limits.ts'
import { toDisplaySize } from '../plan/picture-size.ts'
import { layOutSprite, planSprite, type SpriteLayout, type SpritePlan } from '../plan/sprite.ts'
import type { ProbeReport } from '../probe/report.ts'
import { type JobContext, type JobOptions, toStopOptions } from './context.ts'
import { writeThroughTemporary } from './output.ts'
import { probe } from './probe.ts'

/** What `makeSprite` is asked. */
export interface SpriteRequest extends JobOptions {
  /** A proxy that `makeProxy` made: its key frames are where they are expected. */
  readonly input: string
  readonly output: string
  /** The probe of the input, if at hand; otherwise it is probed first. */
  readonly report?: ProbeReport | undefined
}

/** Writes small pictures of a proxy as one JPEG; see `MediaEngine.makeSprite`. */
export async function makeSprite(context: JobContext, request: SpriteRequest): Promise<SpriteLayout> {
  const { input, output, signal } = request
  const report = request.report ?? (await probe(context, input, { signal }))
  const { video, frameCount } = report
  if (!video || frameCount === undefined) throw new MediaError('NO_STREAM', 'The file has no picture.')
  const layout = layOutSprite(toDisplaySize(video, report.rotation), frameCount)
  const { filters, table } = planSprite(video, layout)
  const plan: SpritePlan = {
    path: input,
    demuxer: report.demuxer,
    streamIndex: video.index,
    filter: filters.join(),
    colourTable: table,
  }
  const stop = toStopOptions(context, request, DEFAULT_TIMEOUT_MS.still)
  const { bytes } = await context.quickWorkers.run('sprite', plan, stop)
  if (bytes.length === 0) throw new MediaError('FAILED', 'No picture of the file could be decoded.')
  return writeThroughTemporary(output, async temporary => {
    await writeFile(temporary, bytes)
    return layout
  })
}
