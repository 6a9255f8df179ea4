import type { MediaEngine, Shot } from '@rushes/media-engine'
import type { Transaction } from '../../../platform/context.ts'
import { createAnnotation, deleteAnnotation, findAnnotations } from '../../annotations/index.ts'
import type { TaskWork } from '../../workflows/index.ts'
import type { IngestInput } from '../definition.ts'
import { findProxy, getIngestSettings, getOriginal, getReport, withFile } from '../files/original.ts'

const funnel = 'Shot'
const source = 'automatic_shot_detection'

/** Finds the shots and writes each as an annotation of type SHOT, where `enableShot` or the production asks for it. */
export function createShotsTask(engine: MediaEngine): TaskWork<IngestInput> {
  return async run => {
    const settings = await getIngestSettings(run)
    if (!(run.input.enableShot ?? settings.shots)) return { skip: 'None are asked for' }
    const original = await getOriginal(run)
    const report = await getReport(run, engine, original)
    if (report.kind !== 'VIDEO') return { skip: `A file of kind ${report.kind} has none` }
    // The proxy has the same frames, and is faster to read.
    const proxy = await findProxy(run, original)
    const shots = await withFile(run, proxy ?? original.instance, input =>
      engine.findShots({
        input,
        ...(proxy ? {} : { report }),
        threshold: settings.shotThreshold,
        signal: run.signal,
        onProgress: share => run.report(share * 100),
      }),
    )
    return {
      record: async ctx => {
        await removeEarlier(ctx, run.productionId, original.mediaObjectId)
        await addShots(ctx, run.productionId, original.mediaObjectId, shots)
        return { shots: shots.length }
      },
    }
  }
}

/** What an earlier ingest found goes, unless someone has worked with it: changed it, or put it into a collection. */
async function removeEarlier(ctx: Transaction, productionId: number, mediaObjectId: number): Promise<void> {
  const rows = await findAnnotations(ctx, { productionId, mediaObjectId, funnel })
  for (const row of rows) {
    if (row.version > 1 || row.details.source !== source) continue
    await deleteAnnotation(ctx, productionId, row.id).catch(error => {
      if (error.name !== 'ConflictError') throw error
    })
  }
}

async function addShots(
  ctx: Transaction,
  productionId: number,
  mediaObjectId: number,
  shots: readonly Shot[],
): Promise<void> {
  for (const [index, { start, end }] of shots.entries()) {
    await createAnnotation(ctx, {
      productionId,
      mediaObjectId,
      objectType: 'StructuredAnnotation',
      funnel,
      type: 'SHOT',
      start,
      end,
      structuredDescription: { number: index + 1 },
      details: { source },
    })
  }
}
