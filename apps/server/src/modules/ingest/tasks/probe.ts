import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { MediaEngine } from '@rushes/media-engine'
import { lockClipAnnotation, updateMediaObjectAnnotationFacts } from '../../annotations/index.ts'
import {
  findHashAlgorithm,
  lockMediaObject,
  setFrameTimes,
  updateInstanceFacts,
  updateMediaObjectFacts,
} from '../../media/index.ts'
import { PermanentError, type TaskRun, type TaskWork } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { publishIngest } from '../events.ts'
import { getOriginal, type Original, probeOriginal } from '../files/original.ts'
import { findKnownFacts, listProbeWarnings, toMediaFacts, toMs, toTechnicalDescription, toTracks } from '../policy.ts'

/** Reads what the original is, counting its frames, and writes it to the clip, its original and its annotation. */
export function createProbeTask(engine: MediaEngine): TaskWork<IngestInput> {
  return async run => {
    const original = await getOriginal(run)
    await verify(run, original)
    const report = await probeOriginal(run, engine, original)
    const { mediaObjectId } = original
    const fileName = original.instance.file_name ?? 'unnamed'
    return {
      record: async ctx => {
        // The clip before its annotation: the order in which a deletion locks them.
        await lockMediaObject(ctx, run.productionId, mediaObjectId)
        const stored = await lockClipAnnotation(ctx, run.productionId, mediaObjectId)
        const { damage, loudness } = findKnownFacts(stored.structured_description, report)
        const described = damage ? { ...report, frameCount: damage.frameCount } : report
        const facts = toMediaFacts(described)
        await updateMediaObjectFacts(ctx, mediaObjectId, facts)
        // Of a damaged original the proxy says what is shown.
        if (!damage) await setFrameTimes(ctx, { productionId: run.productionId, mediaObjectId }, report.frameTimes)
        await updateInstanceFacts(ctx, original.instance.id, {
          mimeType: report.mimeType,
          durationMs: toMs(report.duration) ?? null,
          mediaInfo: report.format ? { format: { ...report.format, filename: fileName } } : {},
          tracks: toTracks(described),
          announcedHash: null,
        })
        await updateMediaObjectAnnotationFacts(ctx, run.productionId, mediaObjectId, {
          end: facts.frameCount ?? 0,
          structuredDescription: toTechnicalDescription(described, fileName, {
            damagedFrames: damage?.damagedFrames,
            loudness,
          }),
        })
        publishIngest(ctx, run, 'Media.probe', { mediaType: facts.type, frames: facts.frameCount })
        const warnings = listProbeWarnings(report, fileName)
        // The times of a long film would be most of the report.
        const { frameTimes: _stored, ...told } = report
        return { report: { ...told, ...(warnings.length > 0 && { warnings }) } }
      },
    }
  }
}

/** Compares the hash that the original was announced to have, where the close of its upload has left that to the ingest. */
async function verify({ ctx, signal }: TaskRun<IngestInput>, { instance }: Original): Promise<void> {
  const { announced_hash: announced } = instance
  const algorithm = announced === null ? undefined : findHashAlgorithm(announced)
  if (algorithm === undefined) return
  const digest = createHash(algorithm)
  await pipeline(await ctx.platform.blobs.read(instance.blob_key), digest, { end: false, signal })
  if (digest.digest('hex') === announced) return
  throw new PermanentError('OTHER_HASH', `The file has another ${algorithm} than was announced`)
}
