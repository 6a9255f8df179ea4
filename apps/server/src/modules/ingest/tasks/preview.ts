import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaEngine, ProbeReport } from '@rushes/media-engine'
import { updateMediaObjectAnnotationFacts } from '../../annotations/index.ts'
import { growingProfile, lockMediaObject, setFrameTimes, updateMediaObjectFacts } from '../../media/index.ts'
import { PermanentError, type TaskOutcome, type TaskRun, type TaskWork } from '../../workflows/index.ts'
import type { PreviewInput } from '../definition.ts'
import { publishIngest } from '../events.ts'
import { recordDerivative } from '../files/derivative.ts'
import { getIngestSettings, inStaging } from '../files/original.ts'
import { isLasting, toMediaFacts, toMs, toTechnicalDescription, toTracks } from '../policy.ts'
import { toStartLabel } from '../start-timecode.ts'
import { fetchWatermark } from '../watermark/watermark.ts'

/** Probes what has arrived of a clip and makes a proxy of it; what cannot be read yet is left alone. */
export function createPreviewTask(engine: MediaEngine): TaskWork<PreviewInput> {
  return async run => {
    const { mediaObjectId } = run
    if (!mediaObjectId) throw new PermanentError('NO_ORIGINAL', 'There is no clip')
    return inStaging(run, 'preview', folder => preview(run, engine, mediaObjectId, folder))
  }
}

async function preview(
  run: TaskRun<PreviewInput>,
  engine: MediaEngine,
  mediaObjectId: number,
  folder: string,
): Promise<TaskOutcome> {
  const path = join(folder, 'preview.mp4')
  const arrived = await copyArrived(run, folder)
  if (arrived === undefined) return { skip: 'The store cannot read an upload before it is complete' }
  const made = await readArrived(run, engine, arrived, path)
  if (!made) return { skip: 'What has arrived cannot be played yet' }
  const { report, proxy } = made
  const derivative = {
    path,
    type: 'PROXY',
    mimeType: proxy.mimeType,
    fileName: 'preview.mp4',
    profile: growingProfile,
    durationMs: toMs(proxy.duration) ?? null,
    tracks: toTracks(proxy),
  } as const
  return recordDerivative(run, { mediaObjectId }, derivative, async ctx => {
    const clip = await lockMediaObject(ctx, run.productionId, mediaObjectId)
    if (!clip.growing) throw new PermanentError('COMPLETE', 'The whole file has arrived meanwhile')
    const facts = toMediaFacts(report)
    await updateMediaObjectFacts(ctx, mediaObjectId, { ...facts, proxyOnline: true })
    await setFrameTimes(ctx, { productionId: run.productionId, mediaObjectId }, proxy.frameTimes)
    await updateMediaObjectAnnotationFacts(ctx, run.productionId, mediaObjectId, {
      end: facts.frameCount ?? 0,
      structuredDescription: toTechnicalDescription(report, clip.file_name ?? 'unnamed'),
    })
    publishIngest(ctx, run, 'Media.probe', { growing: true, mediaType: facts.type, frames: facts.frameCount })
    publishIngest(ctx, run, 'Media.instance.proxy.online', { growing: true, frames: facts.frameCount })
    return { frames: facts.frameCount }
  })
}

/** The first bytes of the upload as a file of their own: the tools must not see holes, nor what comes meanwhile. */
async function copyArrived(run: TaskRun<PreviewInput>, folder: string): Promise<string | undefined> {
  const { stagingName, bytes } = run.input
  const copy = join(folder, 'arrived')
  const source = await run.ctx.platform.blobs.readArrived(stagingName, bytes)
  if (!source) return undefined
  await pipeline(source, createWriteStream(copy), {
    signal: run.signal,
  })
  return copy
}

/** What has arrived, as far as it can be played, and the proxy of it; nothing when that is no film or sound yet. */
async function readArrived(
  run: TaskRun<PreviewInput>,
  engine: MediaEngine,
  input: string,
  output: string,
): Promise<{ report: ProbeReport; proxy: ProbeReport } | undefined> {
  const { signal } = run
  try {
    const report = await engine.probe(input, { signal })
    if (report.kind !== 'VIDEO' && report.kind !== 'AUDIO') return undefined
    const settings = await getIngestSettings(run)
    const { report: proxy, frameCount } = await engine.makeProxy({
      input,
      output,
      maxHeight: settings.proxyMaxHeight,
      startTimecode: toStartLabel(report),
      watermark: report.kind === 'VIDEO' ? await fetchWatermark(run, settings, dirname(output)) : undefined,
      report,
      signal,
      onProgress: share => run.report(share * 100),
    })
    // The header may promise more, and the last frames may be cut in the middle: what can be played counts.
    return { report: { ...report, frameCount, duration: proxy.duration }, proxy }
  } catch (error) {
    if (isLasting(error)) return undefined
    throw error
  }
}
