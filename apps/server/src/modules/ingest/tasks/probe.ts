import type { MediaEngine } from '@rushes/media-engine'
import { lockClipAnnotation, updateMediaObjectAnnotationFacts } from '../../annotations/index.ts'
import { updateInstanceFacts, updateMediaObjectFacts } from '../../media/index.ts'
import type { TaskWork } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { publishIngest } from '../events.ts'
import { getOriginal, probeOriginal } from '../files/original.ts'
import { findKnownDamage, listProbeWarnings, toMediaFacts, toMs, toTechnicalDescription, toTracks } from '../policy.ts'

/** Reads what the original is, counting its frames, and writes it to the clip, its original and its annotation. */
export function createProbeTask(engine: MediaEngine): TaskWork<IngestInput> {
  return async run => {
    const original = await getOriginal(run)
    const report = await probeOriginal(run, engine, original)
    const fileName = original.instance.file_name ?? 'unnamed'
    return {
      record: async ctx => {
        const stored = await lockClipAnnotation(ctx, run.productionId, original.mediaObjectId)
        const damage = findKnownDamage(stored.structured_description, report)
        const described = damage ? { ...report, frameCount: damage.frameCount } : report
        const facts = toMediaFacts(described)
        await updateMediaObjectFacts(ctx, original.mediaObjectId, facts)
        await updateInstanceFacts(ctx, original.instance.id, {
          mimeType: report.mimeType,
          durationMs: toMs(report.duration) ?? null,
          mediaInfo: report.format ? { format: { ...report.format, filename: fileName } } : {},
          tracks: toTracks(described),
        })
        await updateMediaObjectAnnotationFacts(ctx, run.productionId, original.mediaObjectId, {
          end: facts.frameCount ?? 0,
          structuredDescription: toTechnicalDescription(described, fileName, damage?.damagedFrames),
        })
        publishIngest(ctx, run, 'Media.probe', { mediaType: facts.type, frames: facts.frameCount })
        const warnings = listProbeWarnings(report, fileName)
        return { report: { ...report, ...(warnings.length > 0 && { warnings }) } }
      },
    }
  }
}
