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
  listClipIdsOf,
  listIdsOfClip,
  listReplies,
  lockClipRowForDeletion,
  lockRowsForDeletion,
} from './store.ts'
import type { AnnotationRow, DeletionOptions } from './tables.ts'

type Deletion = AnnotationBulkRequest['actions'][number]

/** Deletions in their order, neighbours that ask for the same as one: a list of a thousand is one list of statements. */
export function mergeAlike(actions: readonly Deletion[]): { ids: readonly number[]; options: DeletionOptions }[] {
  const merged: { ids: number[]; options: DeletionOptions }[] = []
  for (const { ids, options = {} } of actions) {
    const last = merged.at(-1)
    if (last && detaches(last.options) === detaches(options)) last.ids.push(...ids)
    else merged.push({ ids: [...ids], options })
  }
  return merged
}

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
  const clipIds = new Set(rows.filter(isOfClip).map(row => row.media_object_id))
  const gone: number[][] = []
  for (const clipId of clipIds) gone.push((await deleteClipHeld(ctx, productionId, clipId, options)).ids)
  const parts = rows.filter(row => !clipIds.has(row.media_object_id))
  gone.push(await deleteParts(ctx, productionId, parts, options))
  return { rows, ids: gone.flat() }
}

function isOfClip(row: AnnotationRow): boolean {
  return row.object_type === 'MediaObjectAnnotation'
}

/** Clips are locked before their annotations, annotations in the order of their ids: everyone locks in this order. */
async function lockForDeletion(ctx: Transaction, productionId: number, ids: number[]): Promise<AnnotationRow[]> {
  for (const clipId of await listClipIdsOf(ctx.db, productionId, ids)) await lockMediaObject(ctx, productionId, clipId)
  const rows = await lockRowsForDeletion(ctx.db, productionId, ids)
  if (rows.length === ids.length) return rows
  const found = new Set(rows.map(row => row.id))
  throw notFound('Annotation', ids.find(id => !found.has(id))!)
}

async function deleteParts(
  ctx: Transaction,
  productionId: number,
  named: readonly AnnotationRow[],
  options: DeletionOptions,
): Promise<number[]> {
  if (named.length === 0) return []
  const namedIds = new Set(named.map(row => row.id))
  const replies = await listReplies(ctx.db, productionId, [...namedIds])
  const rows = [...named, ...replies.filter(reply => !namedIds.has(reply.id))]
  const ids = rows.map(row => row.id)
  const attachedTo = await listCollectionsOf(ctx.db, ids)
  if (attachedTo.length > 0 && !detaches(options)) throw stillAttached(attachedTo)
  const gone = new Set(await deleteRows(ctx.db, ids))
  indexAnnotations(ctx, ids)
  for (const row of rows) if (gone.has(row.id)) publishAnnotation(ctx, row, 'delete')
  if (attachedTo.length > 0) await indexClips(ctx, [...new Set(rows.map(row => row.media_object_id))])
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
