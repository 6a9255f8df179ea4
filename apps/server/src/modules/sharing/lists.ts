import type { Context } from '../../platform/context.ts'
import { searchForVisitor, visibleThroughShare } from '../annotations/index.ts'
import { listCollectionIds } from '../collections/index.ts'
import { type Restriction, type SearchAnswer, searchDocuments } from '../search/index.ts'
import { getShare } from './shares/get-share.ts'
import type { ShareRow } from './tables.ts'

type Query = Readonly<Record<string, unknown>>

/** The annotations of the clips in a share (sharing-38). */
export async function searchShareAnnotations(
  ctx: Context,
  productionId: number,
  id: number,
  query: Query,
): Promise<SearchAnswer> {
  const share = await getShare(ctx, productionId, id)
  return searchInShare(ctx, share, [await toClipsOf(ctx, share)], query)
}

/** The annotations that are attached to the shared collection (sharing-38). */
export async function searchAttachedAnnotations(
  ctx: Context,
  productionId: number,
  id: number,
  query: Query,
): Promise<SearchAnswer> {
  const share = await getShare(ctx, productionId, id)
  const isAttached = { field: 'attachedEditorialObjectId', values: [share.editorial_object_id] }
  return searchInShare(ctx, share, [isAttached], query)
}

/**
 * The annotations that were created through the share (sharing-38). A visitor sees them only while their clip is in the
 * share.
 */
export async function searchCreatedAnnotations(
  ctx: Context,
  productionId: number,
  id: number,
  query: Query,
): Promise<SearchAnswer> {
  const share = await getShare(ctx, productionId, id)
  const restrictions: Restriction[] = [{ field: 'createdByShareId', values: [share.id] }]
  if (ctx.actor.kind === 'visitor') restrictions.push(await toClipsOf(ctx, share))
  return searchInShare(ctx, share, restrictions, query)
}

async function toClipsOf(ctx: Context, share: ShareRow): Promise<Restriction> {
  return {
    field: 'clipOrSubclipHasAttachedEditorialObjectId',
    values: await listCollectionIds(ctx.db, share.editorial_object_id),
  }
}

async function searchInShare(
  ctx: Context,
  share: ShareRow,
  restrictions: readonly Restriction[],
  query: Query,
): Promise<SearchAnswer> {
  const restrictTo = [...restrictions, visibleThroughShare(share.id)]
  const scope = { productionId: share.production_id, restrictTo }
  if (ctx.actor.kind !== 'visitor') return searchDocuments(ctx, { kind: 'annotation', ...scope }, query)
  return searchForVisitor(ctx, scope, query, await listCollectionIds(ctx.db, share.editorial_object_id))
}
