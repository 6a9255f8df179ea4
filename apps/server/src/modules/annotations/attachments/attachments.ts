import { notFound, type Page } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { AnnotationRow } from '../annotation.ts'
import { indexClips, indexStacks } from '../search/documents.ts'
import { findRows } from '../store.ts'
import {
  type AttachedRow,
  countAttached,
  deleteAttachments,
  insertAttachments,
  listAttachedRows,
  makeRoom,
} from './store.ts'

/**
 * Hangs annotations on a collection, in the given order, at an index of it or behind the last; those that hang there
 * already stay where they are. Throws NotFoundError for an annotation that this production does not have.
 */
export async function attachAnnotations(
  ctx: Transaction,
  productionId: number,
  editorialObjectId: number,
  annotationIds: readonly number[],
  index?: number,
): Promise<AnnotationRow[]> {
  const ids = [...new Set(annotationIds)]
  const rows = await findRows(ctx, { productionId, ids })
  const missing = ids.find(id => !rows.some(row => row.id === id && row.deleted === null))
  if (missing !== undefined) throw notFound('Annotation', missing)
  const first = await makeRoom(ctx.db, editorialObjectId, index, ids.length)
  const added = await insertAttachments(
    ctx.db,
    ids.map((id, offset) => ({
      editorial_object_id: editorialObjectId,
      annotation_id: id,
      production_id: productionId,
      position: first + offset,
      created: ctx.platform.clock.now(),
    })),
  )
  await tellOfAttachments(
    ctx,
    productionId,
    rows.filter(row => added.includes(row.id)),
    editorialObjectId,
    'EditorialObject.attach',
  )
  return ids.map(id => rows.find(row => row.id === id)!)
}

/** Takes these annotations off a collection, or all of them; returns the ids of those that were attached to it. */
export async function detachAnnotations(
  ctx: Transaction,
  productionId: number,
  editorialObjectId: number,
  annotationIds?: readonly number[],
): Promise<number[]> {
  const ids = await deleteAttachments(ctx.db, editorialObjectId, annotationIds)
  const rows = ids.length > 0 ? await findRows(ctx, { productionId, ids }) : []
  await tellOfAttachments(ctx, productionId, rows, editorialObjectId, 'EditorialObject.detach')
  return ids
}

/** Every document of a clip tells which collections the clip hangs on, its own which of the versions of a stack it is. */
async function tellOfAttachments(
  ctx: Transaction,
  productionId: number,
  rows: readonly AnnotationRow[],
  editorialObjectId: number,
  verb: string,
): Promise<void> {
  for (const row of rows) {
    ctx.publish({
      type: 'Activity',
      verb,
      productionId,
      editorialObjectId,
      object: { objectType: row.object_type, id: row.id, mediaObjectId: row.media_object_id },
      target: { objectType: 'EditorialObject', id: editorialObjectId },
    })
  }
  await indexClips(ctx, [...new Set(rows.map(row => row.media_object_id))])
  if (rows.length > 0) await indexStacks(ctx, [editorialObjectId])
}

/** What is attached to these collections, in order. */
export async function listAttached(
  db: Database,
  editorialObjectIds: readonly number[],
  page: { offset: number; limit: number },
): Promise<Page<AttachedRow>> {
  return {
    items: await listAttachedRows(db, editorialObjectIds, page),
    offset: page.offset,
    total: await countAttached(db, editorialObjectIds),
  }
}
