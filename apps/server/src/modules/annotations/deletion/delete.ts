import {
  type Annotation,
  type AnnotationBulkRequest,
  type AnnotationBulkResult,
  malformed,
  notFound,
  ServiceError,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { changedResourceColumns } from '../../../platform/database/resource-columns.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { deleteMediaObject, lockMediaObject, type MediaObjectRow } from '../../media/index.ts'
import { cancelWorkflowsOfMedia } from '../../workflows/index.ts'
import { type AnnotationOutline, type AnnotationRow, publishAnnotation } from '../annotation.ts'
import { deleteAttachmentsOf, listAttachedClipIds, listCollectionsOf } from '../attachments/store.ts'
import { assertSubtitleEditable, writeSubtitleStatus } from '../patch/subtitle-status.ts'
import { assertMayDelete, isHidden, mayDelete, subtitleFunnel } from '../policy.ts'
import { forgetClipRow, getAnnotation, showAnnotation } from '../read.ts'
import { indexAnnotations, indexClips, indexMentions, indexReplies, indexStacks } from '../search/documents.ts'
import { findOutlines, findRow, lockClipRowForDeletion } from '../store.ts'
import type { DeletionOptions } from './bulk-store.ts'
import {
  clearTranslatedFrom,
  type DoomedRow,
  deleteAbandonedRows,
  deleteRows,
  deleteRowsOfClip,
  emptyRows,
  listClipIdsOf,
  listIdsOfClip,
  listReplies,
  lockClipRowsOfSubtitles,
  lockRowsForDeletion,
} from './store.ts'

type Deletion = AnnotationBulkRequest['actions'][number]

/** Deletions in their order, neighbours that ask for the same as one: a list of a thousand is one list of statements. */
function mergeAlike(actions: readonly Deletion[]): { ids: readonly number[]; options: DeletionOptions }[] {
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
 * Deletes annotations of one production. Replies that the caller may delete go with the comment that they answer; while
 * others remain, the comment stays without its content. A clip's own annotation takes the whole clip with it. Subtitles
 * that are COMPLETED are refused; the status of deleted ones is NOT_STARTED. Gives the ids of all that is deleted.
 * `check` sees each named annotation, locked.
 */
export async function deleteAnnotations(
  ctx: Transaction,
  productionId: number,
  ids: readonly number[],
  options: DeletionOptions,
  check: (row: AnnotationOutline) => void | Promise<void>,
): Promise<number[]> {
  const { rows, roots, clips } = await lockForDeletion(ctx, productionId, [...new Set(ids)])
  for (const row of rows) await check(row)
  const clipIds = new Set(rows.filter(isOfClip).map(row => row.media_object_id))
  const isLeft = (row: AnnotationOutline) => !clipIds.has(row.media_object_id)
  const subtitles = rows.filter(row => isLeft(row) && row.funnel === subtitleFunnel)
  for (const row of subtitles) {
    const clip = clips.get(row.media_object_id)
    if (clip) assertSubtitleEditable(clip, row)
  }
  const deleted: number[][] = []
  for (const clipId of clipIds) deleted.push((await deleteClipHeld(ctx, productionId, clipId, options)).ids)
  deleted.push(await deleteParts(ctx, productionId, rows.filter(isLeft), roots.filter(isLeft), options))
  for (const row of subtitles) {
    const clip = clips.get(row.media_object_id)
    if (clip) clips.set(row.media_object_id, await writeSubtitleStatus(ctx, clip, row, 'NOT_STARTED'))
  }
  return deleted.flat()
}

function isOfClip(row: AnnotationOutline): boolean {
  return row.object_type === 'MediaObjectAnnotation'
}

/**
 * Clips are locked before their annotations, a clip's own annotation before its subtitles, annotations in the order of
 * their ids: everyone locks in this order. `roots`: the comments that are not named themselves, but have named replies.
 * `clips`: the clips' own annotations of named subtitles.
 */
async function lockForDeletion(
  ctx: Transaction,
  productionId: number,
  ids: number[],
): Promise<{ rows: DoomedRow[]; roots: DoomedRow[]; clips: Map<number, AnnotationRow> }> {
  for (const clipId of await listClipIdsOf(ctx.db, productionId, ids)) await lockMediaObject(ctx, productionId, clipId)
  const subtitled = await lockClipRowsOfSubtitles(ctx.db, productionId, ids)
  const clips = new Map(subtitled.map(clip => [clip.media_object_id, clip]))
  const wanted = new Set(ids)
  const locked = ids.length > 0 ? await lockRowsForDeletion(ctx.db, productionId, ids) : []
  const { rows = [], roots = [] } = Object.groupBy(locked, row => (wanted.has(row.id) ? 'rows' : 'roots'))
  if (rows.length === ids.length) return { rows, roots, clips }
  const found = new Set(rows.map(row => row.id))
  throw notFound('Annotation', ids.find(id => !found.has(id))!)
}

async function deleteParts(
  ctx: Transaction,
  productionId: number,
  named: readonly DoomedRow[],
  roots: readonly AnnotationOutline[],
  options: DeletionOptions,
): Promise<number[]> {
  if (named.length === 0) return []
  const namedIds = new Set(named.map(row => row.id))
  const replies = (await listReplies(ctx.db, productionId, [...namedIds])).filter(reply => !namedIds.has(reply.id))
  const { taken = [], kept = [] } = Object.groupBy(replies, reply => (mayDelete(ctx.actor, reply) ? 'taken' : 'kept'))
  const rows = [...named, ...taken]
  const attachedTo = await listCollectionsOf(
    ctx.db,
    rows.map(row => row.id),
  )
  if (attachedTo.length > 0 && !detaches(options)) throw stillAttached(attachedTo)

  const answeredIds = new Set(kept.map(reply => reply.related_to_id))
  const { gone = [], emptied = [] } = Object.groupBy(rows, row => (answeredIds.has(row.id) ? 'emptied' : 'gone'))
  await emptyComments(ctx, emptied)
  const goneIds = await deleteRows(
    ctx.db,
    gone.map(row => row.id),
  )
  const abandonedIds = await deleteAbandonedRows(
    ctx.db,
    roots.map(row => row.id),
  )
  const deleted = new Set([...goneIds, ...abandonedIds])
  const translations = await clearTranslatedFrom(ctx.db, goneIds, changedResourceColumns(ctx))
  indexAnnotations(ctx, [...deleted, ...translations.map(row => row.id)])
  for (const row of translations) publishAnnotation(ctx, row, 'update')
  for (const row of [...gone, ...roots]) if (deleted.has(row.id)) publishAnnotation(ctx, row, 'delete')
  const clipsOf = (rows: readonly AnnotationOutline[]) => [...new Set(rows.map(row => row.media_object_id))]
  if (attachedTo.length > 0) {
    await indexClips(ctx, clipsOf(rows))
    await indexStacks(ctx, attachedTo)
  } else await indexMentions(ctx, clipsOf(rows.filter(row => row.has_open_mentions)))
  return [...emptied.map(row => row.id), ...deleted]
}

/** The comments stay where their replies are, and lose everything that they said. */
async function emptyComments(ctx: Transaction, comments: readonly AnnotationOutline[]): Promise<void> {
  const ids = comments.filter(row => row.deleted === null).map(row => row.id)
  if (ids.length === 0) return
  await deleteAttachmentsOf(ctx.db, ids)
  const rows = await emptyRows(ctx.db, ids, changedResourceColumns(ctx))
  indexAnnotations(ctx, ids)
  // One that was resolved is not any more, which its answers tell as well.
  for (const id of ids) await indexReplies(ctx, id)
  await indexMentions(ctx, [...new Set(rows.map(row => row.media_object_id))])
  for (const row of rows) publishAnnotation(ctx, row, 'update')
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
): Promise<void> {
  await deleteAnnotations(ctx, productionId, [id], options, () => {})
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
  if (attachedTo.length > 0) await indexStacks(ctx, attachedTo)
  return { clip: await deleteMediaObject(ctx, productionId, mediaObjectId), ids }
}

/** Deletes one annotation; a clip's own takes the clip with it. Answers it as it was, or what is left of a comment. */
export async function deleteOneAnnotation(
  ctx: Context,
  productionId: number,
  id: number,
  options: DeletionOptions,
): Promise<Annotation> {
  return inTransaction(ctx, async ctx => {
    let before: AnnotationRow | undefined
    await deleteAnnotations(ctx, productionId, [id], options, async row => {
      assertMayDelete(ctx.actor, row)
      assertPrecondition(ctx, row.version)
      before = await getAnnotation(ctx, productionId, id)
    })
    // A comment with replies of others.
    const kept = await findRow(ctx, productionId, id)
    return showAnnotation(ctx, kept ?? { ...before!, deleted: ctx.platform.clock.now() })
  })
}

/** Most annotations that one request deletes. */
const largestBulk = 10_000

/**
 * Deletes several annotations, all or none; what is in several actions is deleted once. Answers the ids that were asked
 * for. `within`: the collections of the caller's share, outside of which there is nothing.
 */
export async function deleteAnnotationsInBulk(
  ctx: Context,
  productionId: number,
  request: AnnotationBulkRequest,
  within: readonly number[] | undefined,
): Promise<AnnotationBulkResult> {
  if (request.actions.reduce((count, action) => count + action.ids.length, 0) > largestBulk) {
    throw malformed('/actions', `may name ${largestBulk} annotations at most`)
  }
  return inTransaction(ctx, async ctx => {
    if (within) await assertWithin(ctx, productionId, request, within)
    const gone = new Set<number>()
    for (const { ids, options } of mergeAlike(request.actions)) {
      const left = ids.filter(id => !gone.has(id))
      const deleted = await deleteAnnotations(ctx, productionId, left, options, row => assertMayDelete(ctx.actor, row))
      for (const id of deleted) gone.add(id)
    }
    return { ids: [...new Set(request.actions.flatMap(action => action.ids))] }
  })
}

/** To a visitor, what belongs to other clips, other shares or the team only does not exist (sharing-37). */
async function assertWithin(
  ctx: Transaction,
  productionId: number,
  request: AnnotationBulkRequest,
  editorialObjectIds: readonly number[],
): Promise<void> {
  const rows = await findOutlines(ctx.db, { productionId, ids: request.actions.flatMap(action => action.ids) })
  const clipIds = new Set(await listAttachedClipIds(ctx.db, editorialObjectIds))
  const rootIds = rows.flatMap(row => row.related_to_id ?? [])
  const roots = new Map((await findOutlines(ctx.db, { productionId, ids: rootIds })).map(root => [root.id, root]))
  const isSeen = (row: AnnotationOutline | undefined) => row === undefined || !isHidden(ctx.actor, row)
  const outside = rows.find(
    row => !(clipIds.has(row.media_object_id) && isSeen(row) && isSeen(roots.get(row.related_to_id ?? 0))),
  )
  if (outside) throw notFound('Annotation', outside.id)
}
