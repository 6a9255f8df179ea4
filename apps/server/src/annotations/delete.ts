import { type AnnotationBulkRequest, notFound, ServiceError } from '@rushes/contract'
import { deleteMediaObject, lockMediaObject, type MediaObjectRow } from '../media/index.ts'
import type { Transaction } from '../platform/context.ts'
import { cancelWorkflowsOfMedia } from '../workflows/index.ts'
import { listCollectionsOf } from './attachment-store.ts'
import { forgetClipRow } from './clip-row.ts'
import { indexAnnotations, indexClips } from './documents.ts'
import { publishAnnotation } from './events.ts'
import {
  deleteRows,
  deleteRowsOfClip,
  findRows,
  listIdsOfClip,
  lockClipRowForDeletion,
  lockRowsForDeletion,
} from './store.ts'
import type { AnnotationRow } from './tables.ts'

/** What a deletion says about the collections that the annotation hangs on; either flag takes it off them. */
export type DeletionOptions = NonNullable<AnnotationBulkRequest['actions'][number]['options']>

function detaches(options: DeletionOptions): boolean {
  return options.detachAssemble === true || options.deleteAssemble === true || options.detachStoryPart === true
}

/**
 * Deletes annotations of one production; replies go with the comment that they answer, and a clip's own annotation
 * takes the whole clip with it. Gives the ids of all that is gone. `check` sees each named annotation, locked.
 */
export async function deleteAnnotations(
  ctx: Transaction,
  productionId: number,
  ids: readonly number[],
  options: DeletionOptions,
  check: (row: AnnotationRow) => void,
): Promise<{ rows: AnnotationRow[]; ids: number[] }> {
  const rows = await lockForDeletion(ctx, productionId, [...new Set(ids)])
  for (const row of rows) check(row)
  const clips = rows.filter(row => row.object_type === 'MediaObjectAnnotation')
  const parts = rows.filter(row => !clips.some(clip => clip.media_object_id === row.media_object_id))
  const gone: number[] = []
  for (const clip of clips) gone.push(...(await deleteClipHeld(ctx, productionId, clip.media_object_id, options)).ids)
  gone.push(...(await deleteParts(ctx, parts, options)))
  return { rows, ids: gone }
}

/** Clips are locked before their annotations, annotations in the order of their ids: everyone locks in this order. */
async function lockForDeletion(ctx: Transaction, productionId: number, ids: number[]): Promise<AnnotationRow[]> {
  const named = await findRows(ctx.db, { productionId, ids })
  const clipIds = named.filter(row => row.object_type === 'MediaObjectAnnotation').map(row => row.media_object_id)
  for (const clipId of clipIds.sort((a, b) => a - b)) await lockMediaObject(ctx, productionId, clipId)
  const rows = await lockRowsForDeletion(ctx.db, productionId, ids)
  const missing = ids.find(id => !rows.some(row => row.id === id))
  if (missing !== undefined) throw notFound('Annotation', missing)
  return rows
}

async function deleteParts(ctx: Transaction, rows: AnnotationRow[], options: DeletionOptions): Promise<number[]> {
  const [first] = rows
  if (!first) return []
  const productionId = first.production_id
  const replies = await findRows(ctx.db, { productionId, relatedToIds: rows.map(row => row.id) })
  const ids = [...new Set([...rows, ...replies].map(row => row.id))]
  const attachedTo = await listCollectionsOf(ctx.db, ids)
  if (attachedTo.length > 0 && !detaches(options)) throw stillAttached(attachedTo)
  const gone = await deleteRows(ctx.db, ids)
  indexAnnotations(ctx, ids)
  for (const row of gone) publishAnnotation(ctx, row, 'delete')
  if (attachedTo.length > 0) await indexClips(ctx, [...new Set(gone.map(row => row.media_object_id))])
  return ids
}

/** "An annotation attached to a collection needs `detachAssemble=true` on the single delete." */
function stillAttached(editorialObjectIds: number[]): ServiceError {
  return new ServiceError('ConflictError', 'This hangs on a collection; detachAssemble=true takes it off', {
    editorialObjectIds,
  })
}

/** Deletes one annotation; the caller has checked that it may be deleted. Throws NotFoundError, ConflictError. */
export async function deleteAnnotation(
  ctx: Transaction,
  productionId: number,
  id: number,
  options: DeletionOptions = {},
): Promise<AnnotationRow> {
  const { rows } = await deleteAnnotations(ctx, productionId, [id], options, () => {})
  return rows[0]!
}

/** Deletes a clip with everything that hangs on it, collections or not. Throws NotFoundError. */
export async function deleteClip(
  ctx: Transaction,
  productionId: number,
  mediaObjectId: number,
): Promise<MediaObjectRow> {
  return (await deleteClipHeld(ctx, productionId, mediaObjectId, { detachAssemble: true })).clip
}

async function deleteClipHeld(
  ctx: Transaction,
  productionId: number,
  mediaObjectId: number,
  options: DeletionOptions,
): Promise<{ clip: MediaObjectRow; ids: number[] }> {
  await lockMediaObject(ctx, productionId, mediaObjectId)
  const row = await lockClipRowForDeletion(ctx.db, productionId, mediaObjectId)
  if (row) forgetClipRow(ctx, row)
  await cancelWorkflowsOfMedia(ctx, mediaObjectId)
  const attachedTo = await listCollectionsOf(ctx.db, await listIdsOfClip(ctx.db, productionId, mediaObjectId))
  if (attachedTo.length > 0 && !detaches(options)) throw stillAttached(attachedTo)
  const ids = await deleteRowsOfClip(ctx.db, productionId, mediaObjectId)
  indexAnnotations(ctx, ids)
  return { clip: await deleteMediaObject(ctx, productionId, mediaObjectId), ids }
}
