import type { Context, Transaction } from '../platform/context.ts'
import { createMemory } from '../platform/memory.ts'
import { findClipRow } from './store.ts'
import type { AnnotationRow } from './tables.ts'

const clipRows = createMemory<AnnotationRow>()

/** The annotation of a whole clip, the most read row of all. Not to be changed, and not for use within a transaction. */
export async function recallClipRow(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
): Promise<AnnotationRow | undefined> {
  const row = await clipRows.recall(ctx.platform, String(mediaObjectId), () =>
    findClipRow(ctx.platform.database, productionId, mediaObjectId),
  )
  return row?.production_id === productionId ? row : undefined
}

/** To be called with every annotation that changes or goes. */
export function forgetClipRow(ctx: Transaction, row: AnnotationRow): void {
  if (row.object_type === 'MediaObjectAnnotation') clipRows.forget(ctx, [String(row.media_object_id)])
}
