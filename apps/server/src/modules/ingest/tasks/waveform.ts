import { join } from 'node:path'
import type { MediaEngine } from '@rushes/media-engine'
import { lockClipAnnotation, updateMediaObjectAnnotationFacts } from '../../annotations/index.ts'
import type { TaskWork } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { recordDerivative } from '../files/derivative.ts'
import { getIngestSettings, getOriginal, getReport, inStaging, withFile } from '../files/original.ts'
import { toLoudness, toMs } from '../policy.ts'

/** Measures how loud the clip is at each moment: the JSON of BBC audiowaveform, 50 points a second. */
export function createWaveformTask(engine: MediaEngine): TaskWork<IngestInput> {
  return async run => {
    const settings = await getIngestSettings(run)
    if (!settings.waveform) return { skip: 'The settings of the production ask for none' }
    const original = await getOriginal(run)
    const report = await getReport(run, engine, original)
    if (!report.audio) return { skip: 'The file has no sound' }
    return inStaging(run, 'waveform', async folder => {
      const output = join(folder, 'waveform.json')
      const waveform = await withFile(run, original.instance, input =>
        engine.makeWaveform({ input, output, report, signal: run.signal }),
      )
      const derivative = {
        path: output,
        type: 'WAVEFORM',
        mimeType: 'application/json',
        fileName: 'waveform.json',
        profile: 'WAVEFORM',
        durationMs: toMs(report.duration) ?? null,
      } as const
      return recordDerivative(run, original, derivative, async ctx => {
        const { mediaObjectId } = original
        const { structured_description: described } = await lockClipAnnotation(ctx, run.productionId, mediaObjectId)
        const structuredDescription = { ...described, loudness: toLoudness(waveform.data) }
        await updateMediaObjectAnnotationFacts(ctx, run.productionId, mediaObjectId, { structuredDescription })
        return { points: waveform.length }
      })
    })
  }
}
