import { type AnnotationObjectType, notFound } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { findStanding, listLiveProductionIds, listViewableProductionIds } from '../../productions/index.ts'
import {
  type Presentation,
  type Restriction,
  type SearchAnswer,
  type SearchScope,
  searchDocuments,
} from '../../search/index.ts'
import { getMediaObjectAnnotation } from '../read.ts'
import { readSaid } from './said.ts'
import { assertWithinShare, hideOtherCollections } from './visitor-query.ts'

type Query = Record<string, unknown>

function searchAnnotations(
  ctx: Context,
  scope: Omit<SearchScope, 'kind'>,
  query: Query,
  presentation?: Pick<Presentation, 'toVisible'>,
): Promise<SearchAnswer> {
  return searchDocuments(ctx, { kind: 'annotation', ...scope }, query, { ...presentation, readSaid })
}

/** The same for the visitor of a share that holds these collections. */
export async function searchForVisitor(
  ctx: Context,
  scope: Omit<SearchScope, 'kind'>,
  query: Query,
  inside: readonly number[],
): Promise<SearchAnswer> {
  assertWithinShare(query, inside)
  return searchAnnotations(ctx, scope, query, { toVisible: hideOtherCollections(inside) })
}

/** Annotations of a production; `within`: only those of clips that hang on these collections. */
export function searchInProduction(
  ctx: Context,
  productionId: number,
  query: Query,
  within: readonly number[] | undefined,
): Promise<SearchAnswer> {
  if (!within) return searchAnnotations(ctx, { productionId, restrictTo: forVisitor(ctx) }, query)
  const attached = { field: 'clipOrSubclipHasAttachedEditorialObjectId', values: within }
  return searchForVisitor(ctx, { productionId, restrictTo: [attached, ...forVisitor(ctx)] }, query, within)
}

/** Annotations of one kind of a production. */
export function searchKind(
  ctx: Context,
  productionId: number,
  objectType: AnnotationObjectType,
  query: Query,
): Promise<SearchAnswer> {
  return searchAnnotations(ctx, { productionId, restrictTo: ofKind(objectType) }, query)
}

/** The same of a clip. Throws NotFoundError when this production has no such clip. */
export async function searchKindInClip(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  objectType: AnnotationObjectType,
  query: Query,
): Promise<SearchAnswer> {
  await getMediaObjectAnnotation(ctx, productionId, mediaObjectId)
  return searchAnnotations(ctx, { productionId, mediaObjectId, restrictTo: ofKind(objectType) }, query)
}

function ofKind(objectType: AnnotationObjectType): Restriction {
  return { field: 'objectType', values: [objectType] }
}

/** Annotations of a clip; `within`: the collections of the caller's share. Throws NotFoundError for an unknown clip. */
export async function searchInClip(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  query: Query,
  within?: readonly number[] | undefined,
): Promise<SearchAnswer> {
  await getMediaObjectAnnotation(ctx, productionId, mediaObjectId)
  const scope = { productionId, mediaObjectId, restrictTo: forVisitor(ctx) }
  return within ? searchForVisitor(ctx, scope, query, within) : searchAnnotations(ctx, scope, query)
}

function forVisitor({ actor }: Context): Restriction[] {
  return actor.kind === 'visitor' ? [visibleThroughShare(actor.shareId)] : []
}

/**
 * What was said through another share, and what was answered to it, belongs to the visitors of that one, and what is for
 * the team only to none; the clips they uploaded are everybody's. Part of the scope rather than a filter, so that no facet counts the rest.
 */
export function visibleThroughShare(shareId: number): Restriction {
  return {
    anyOf: [
      { field: 'threadShareId', values: [shareId], orAbsent: true },
      { field: 'objectType', values: ['MediaObjectAnnotation'] },
    ],
  }
}

/** Annotations of a production or of a clip, for someone who need not be in its team. Throws NotFoundError. */
export async function searchAsOperator(
  ctx: Context,
  productionId: number,
  mediaObjectId: number | undefined,
  query: Query,
): Promise<SearchAnswer> {
  if (mediaObjectId !== undefined) return searchInClip(ctx, productionId, mediaObjectId, query)
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : 0
  const standing = await findStanding(ctx.db, productionId, userId)
  if (!standing || standing.deleted !== null) throw notFound('Production', productionId)
  return searchAnnotations(ctx, { productionId }, query)
}

/** Annotations of those productions of an account that the caller may look into. Throws NotFoundError. */
export async function searchInAccount(ctx: Context, accountId: number, query: Query): Promise<SearchAnswer> {
  const productionIds = await listViewableProductionIds(ctx, accountId)
  return searchAnnotations(ctx, { productionIds }, query)
}

/** Annotations of every production that is not deleted. */
export async function searchEverywhere(ctx: Context, query: Query): Promise<SearchAnswer> {
  return searchAnnotations(ctx, { productionIds: await listLiveProductionIds(ctx) }, query)
}
