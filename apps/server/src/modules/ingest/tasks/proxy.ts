import { join } from 'node:path'
import type { MediaEngine, ProbeReport, ProxyResult } from '@rushes/media-engine'
import type { Transaction } from '../../../platform/context.ts'
import { lockClipAnnotation, updateMediaObjectAnnotationFacts } from '../../annotations/index.ts'
import { setFrameTimes, updateMediaObjectFacts } from '../../media/index.ts'
import { PermanentError, type TaskOutcome, type TaskRun, type TaskWork } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { publishIngest } from '../events.ts'
import { recordDerivative } from '../files/derivative.ts'
import { getIngestSettings, getOriginal, getReport, inStaging, type Original, withFile } from '../files/original.ts'
import {
  findKnownFacts,
  findProxiedFrameCount,
  listDamageWarnings,
  listSoundWarnings,
  toMediaFacts,
  toMs,
  toTechnicalDescription,
  toTracks,
} from '../policy.ts'
import { hdProxyHeight, type IngestSettings, imageProxyWidth } from '../settings.ts'
import { toStartLabel } from '../start-timecode.ts'
import { fetchWatermark } from '../watermark/watermark.ts'

/** Makes the version that browsers play: every frame of the original under its own number. */
export function createProxyTask(engine: MediaEngine): TaskWork<IngestInput> {
  return async run => {
    const settings = await getIngestSettings(run)
    const { enableProxy = settings.proxy } = run.input
    if (!enableProxy) return { skip: 'None is asked for' }
    const original = await getOriginal(run)
    const report = await getReport(run, engine, original)
    if (report.kind === 'IMAGE') {
      return inStaging(run, 'proxy', folder => makeImageProxy(run, engine, { original, report, settings }, folder))
    }
    if (report.kind !== 'VIDEO' && report.kind !== 'AUDIO') return { skip: `A file of kind ${report.kind} has none` }
    const wanted = { original, report, settings, profile: 'SD', maxHeight: settings.proxyMaxHeight } as const
    return inStaging(run, 'proxy', folder => makePlayable(run, engine, wanted, folder))
  }
}

/** Makes a second version for those who look closely, where `enableHDProxy` asks for it. */
export function createHdProxyTask(engine: MediaEngine): TaskWork<IngestInput> {
  return async run => {
    if (run.input.enableHDProxy !== true) return { skip: 'None is asked for' }
    const original = await getOriginal(run)
    const report = await getReport(run, engine, original)
    if (report.kind !== 'VIDEO') return { skip: `A file of kind ${report.kind} has none` }
    const settings = await getIngestSettings(run)
    const wanted = { original, report, settings, profile: 'HD', maxHeight: hdProxyHeight } as const
    return inStaging(run, 'hd-proxy', folder => makePlayable(run, engine, wanted, folder))
  }
}

interface Wanted {
  readonly original: Original
  readonly report: ProbeReport
  readonly settings: IngestSettings
  readonly profile: 'SD' | 'HD'
  readonly maxHeight: number
}

async function makePlayable(
  run: TaskRun<IngestInput>,
  engine: MediaEngine,
  { original, report, settings, profile, maxHeight }: Wanted,
  folder: string,
): Promise<TaskOutcome> {
  const fileName = report.kind === 'VIDEO' ? `proxy-${profile.toLowerCase()}.mp4` : 'proxy.m4a'
  const output = join(folder, fileName)
  const watermark = report.kind === 'VIDEO' ? await fetchWatermark(run, settings, folder) : undefined
  const made = await withFile(run, original.instance, input =>
    engine.makeProxy({
      input,
      output,
      maxHeight,
      startTimecode: toStartLabel(report),
      watermark,
      report,
      signal: run.signal,
      onProgress: share => run.report(share * 100),
    }),
  )
  const frameCount = assertFrameCount(report, made)
  const derivative = {
    path: output,
    type: 'PROXY',
    mimeType: made.report.mimeType,
    fileName,
    profile,
    durationMs: toMs(made.report.duration) ?? null,
    tracks: toTracks(made.report),
  } as const
  return recordDerivative(run, original, derivative, async ctx => {
    const { mediaObjectId } = original
    await updateMediaObjectFacts(ctx, mediaObjectId, { proxyOnline: true })
    const { frameTimes } = made.report
    if (frameTimes) await setFrameTimes(ctx, { productionId: run.productionId, mediaObjectId }, frameTimes)
    const damagedFrames = made.repeatedFrames + Math.max(0, (report.frameCount ?? 0) - (frameCount ?? 0))
    const stored = await lockClipAnnotation(ctx, run.productionId, mediaObjectId)
    const { damage, loudness } = findKnownFacts(stored.structured_description, report)
    if (frameCount !== report.frameCount || damagedFrames > 0 || damage) {
      await describeDamage(ctx, run, original, { ...report, frameCount }, { damagedFrames, loudness })
    }
    const warnings = [...listDamageWarnings(damagedFrames), ...listSoundWarnings(made.soundLeftOut)]
    publishIngest(ctx, run, 'Transcode', { frames: frameCount, profile })
    publishIngest(ctx, run, 'Media.instance.proxy.online', { frames: frameCount, profile })
    return { frames: frameCount, ...(warnings.length > 0 && { report: { warnings } }) }
  })
}

/** A picture in a form and a size for browsers. */
async function makeImageProxy(
  run: TaskRun<IngestInput>,
  engine: MediaEngine,
  { original, report, settings }: Pick<Wanted, 'original' | 'report' | 'settings'>,
  folder: string,
): Promise<TaskOutcome> {
  const output = join(folder, 'proxy.jpg')
  const watermark = await fetchWatermark(run, settings, folder)
  const size = { frame: 0, maxWidth: imageProxyWidth }
  const request = { output, ...size, report, watermark, signal: run.signal }
  const { width, height } = await withFile(run, original.instance, input => engine.makePoster({ ...request, input }))
  const derivative = {
    path: output,
    type: 'PROXY',
    mimeType: 'image/jpeg',
    fileName: 'proxy.jpg',
    profile: 'SD',
    tracks: [{ type: 'IMAGE', codingFormat: 'mjpeg', width, height }],
  } as const
  return recordDerivative(run, original, derivative, async ctx => {
    await updateMediaObjectFacts(ctx, original.mediaObjectId, { proxyOnline: true })
    publishIngest(ctx, run, 'Media.instance.proxy.online', {})
    return {}
  })
}

function assertFrameCount(source: ProbeReport, { frameCount, report }: ProxyResult): number | undefined {
  if (source.kind === 'AUDIO') return undefined
  const agreed = findProxiedFrameCount(source, report)
  if (agreed !== undefined) return agreed
  const message = `The proxy has ${frameCount} frames, the original ${source.frameCount}, or its last one has another time; frame numbers would not agree`
  throw new PermanentError('FRAME_COUNT', message)
}

/** Of a damaged original what can be shown is what can be annotated; its description says `truncated` or `damaged`. */
async function describeDamage(
  ctx: Transaction,
  run: TaskRun<IngestInput>,
  { mediaObjectId, instance }: Original,
  report: ProbeReport,
  found: { damagedFrames: number; loudness: string | undefined },
): Promise<void> {
  const { frameCount = 0 } = toMediaFacts(report)
  await updateMediaObjectFacts(ctx, mediaObjectId, { frameCount })
  await updateMediaObjectAnnotationFacts(ctx, run.productionId, mediaObjectId, {
    end: frameCount ?? 0,
    structuredDescription: toTechnicalDescription(report, instance.file_name ?? 'unnamed', found),
  })
}
