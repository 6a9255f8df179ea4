import { type Annotation, brokenRule, type ClipAnnotationCreation, notFound, ServiceError } from '@rushes/contract'
import type { Context, Platform, Transaction } from '../../platform/context.ts'
import { newResourceColumns } from '../../platform/database/resource-columns.ts'
import { type EventRow, signalEvents, toEventRow } from '../../platform/events/log.ts'
import { createBatches } from '../../platform/flow/batches.ts'
import { toAuthorKey } from '../../platform/security/actor.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { settleCustomFields } from '../custom-fields/index.ts'
import { announceChanges } from '../search/index.ts'
import {
  type AnnotationDetails,
  type AnnotationRow,
  type ColumnMembers,
  pickCreationMembers,
  publishAnnotation,
  toAnnotationEvent,
  toColumns,
  toDetails,
} from './annotation.ts'
import { toAudienceOfThread } from './comments/audience.ts'
import { assertCommentContent, assertCommentSize, toWritableRequest } from './comments/limits.ts'
import { withoutItems, writeItems } from './content/lists.ts'
import {
  assertMayCreate,
  assertRange,
  commentFunnel,
  getPersonName,
  isHidden,
  isInternal,
  reservedFunnels,
  subclipFunnel,
  toBounded,
  toCommentRange,
  toOpenMentions,
  toReplyTarget,
  withoutRepetition,
} from './policy.ts'
import { recallClipRow, showAnnotation } from './read.ts'
import { indexAnnotations, indexMentions } from './search/documents.ts'
import { findClipRow, findRow, insertRows, type NewRow } from './store.ts'

type Settable = Omit<ColumnMembers, 'createdByShareId' | 'createdBySharedUserId' | 'deleted'>
type Needed = Pick<Settable, 'productionId' | 'mediaObjectId' | 'objectType' | 'funnel'>

/**
 * An annotation to be. `start` is 0 when absent, `end` the end of the clip; the end of a comment is always `start` + 1.
 */
export type NewAnnotation = Needed & { [M in Exclude<keyof Settable, keyof Needed>]?: Settable[M] | undefined } & {
  /** One that was taken before, for content that names it; a new one when absent. */
  id?: number | undefined
  details?: AnnotationDetails | undefined
}

/** The clip that a MediaObjectAnnotation is made for. */
export interface NewClip {
  id: number
  productionId: number
  /** Length in frames, when it is known already. */
  frameCount?: number | undefined
}

/** What a clip's own annotation begins with. */
export type NewClipFields = Pick<NewAnnotation, 'reviewStatus' | 'language' | 'structuredDescription' | 'details'>

/** Creates a subclip or a comment of a clip. */
export async function createClipAnnotation(
  ctx: Context,
  append: Append,
  productionId: number,
  mediaObjectId: number,
  path: 'clip' | 'comment',
  request: ClipAnnotationCreation,
): Promise<Annotation> {
  const annotation = await toPermitted(ctx, productionId, mediaObjectId, path, request)
  return showAnnotation(ctx, await append(ctx, annotation))
}

/** The same in a transaction that does more. */
export async function addClipAnnotation(
  ctx: Transaction,
  productionId: number,
  mediaObjectId: number,
  request: ClipAnnotationCreation,
): Promise<AnnotationRow> {
  return createAnnotation(ctx, await toPermitted(ctx, productionId, mediaObjectId, 'clip', request))
}

/** What is asked for, when the caller may have it. */
async function toPermitted(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  path: 'clip' | 'comment',
  sent: ClipAnnotationCreation,
): Promise<NewAnnotation> {
  const funnel = toFunnel(path, sent)
  assertMayCreate(ctx.actor, funnel)
  const request = await toWritableRequest(ctx, productionId, sent)
  if (request.relatedToId !== undefined && funnel !== commentFunnel) {
    throw brokenRule('/relatedToId', 'only a comment answers another')
  }
  return {
    productionId,
    mediaObjectId,
    objectType: 'ClipAnnotation',
    funnel,
    ...pickCreationMembers(request),
    details: toDetails(request),
  }
}

/** "`funnel`: subtype hint"; those of other kinds of annotations are refused, the others are the caller's to choose. */
function toFunnel(path: 'clip' | 'comment', request: ClipAnnotationCreation): string {
  if (request.objectType !== undefined && request.objectType !== 'ClipAnnotation') {
    throw brokenRule('/objectType', 'must be ClipAnnotation')
  }
  const funnel = request.funnel ?? (path === 'comment' ? commentFunnel : subclipFunnel)
  if (reservedFunnels.includes(funnel)) throw brokenRule('/funnel', `${funnel} cannot be created with this endpoint`)
  if (path === 'comment' && funnel !== commentFunnel) throw brokenRule('/funnel', `must be ${commentFunnel}`)
  return funnel
}

/**
 * Creates an annotation of an existing clip, with its search document. Throws NotFoundError when there is no such clip,
 * ValidationError for a range outside it or a reply to what cannot be answered, and ConflictError for a second subtitle
 * of the same language and preset; the transaction stays usable after each.
 */
export async function createAnnotation(ctx: Transaction, annotation: NewAnnotation): Promise<AnnotationRow> {
  const clip = await findClipRow(ctx.db, annotation.productionId, annotation.mediaObjectId)
  const row = await insert(ctx, toNewRow(ctx, await place(ctx, annotation, clip)))
  publishAnnotation(ctx, row, 'create')
  return row
}

async function insert(ctx: Transaction, row: NewRow): Promise<AnnotationRow> {
  const { funnel, structured_description: content } = row
  const [id] = await insertRows(ctx.db, [{ ...row, structured_description: withoutItems(ctx, funnel, content) }])
  if (id === undefined) throw await findRefusal(ctx, row)
  await writeItems(ctx, id, funnel, content)
  indexAnnotations(ctx, [id])
  if (toOpenMentions(row) !== '') await indexMentions(ctx, [row.media_object_id])
  return { ...row, id }
}

/**
 * Why a row was not written: its clip or the comment that it answers was deleted a moment ago, that one is seen by others
 * now, or its place is taken.
 */
async function findRefusal(ctx: Context, row: NewRow): Promise<Error> {
  const { production_id: productionId, media_object_id: mediaObjectId, related_to_id: rootId } = row
  if (!(await findClipRow(ctx.db, productionId, mediaObjectId))) return notFound('MediaObject', mediaObjectId)
  if (rootId !== null) {
    const root = await findReplyTarget(ctx, productionId, mediaObjectId, rootId)
    if (root.is_internal !== row.is_internal) {
      return new ServiceError('ConflictError', `Who sees the comment ${rootId} was changed at the same moment`)
    }
  }
  return new ServiceError('ConflictError', `The clip has such a ${row.funnel} already`)
}

/** Creates an annotation outside of any transaction. */
export type Append = (ctx: Context, annotation: NewAnnotation) => Promise<AnnotationRow>

/** An annotation to be, and its event. */
interface Appended {
  readonly row: AnnotationRow
  readonly event: EventRow & { readonly subject: number }
}

/**
 * Creates annotations as `createAnnotation` does, each in one statement with its event, and together with those that
 * others create at the same moment (docs/adr/0038).
 */
export function createAppend(platform: Platform): Append {
  async function write(appended: readonly Appended[], whenHeld: 'skip' | 'wait'): Promise<Set<number>> {
    const rows = appended.map(({ row }) => row)
    const events = appended.map(({ event }) => event)
    const written = await insertRows(platform.database, rows, { events, whenHeld })
    if (written.length > 0) {
      signalEvents(platform.signals, events)
      announceChanges(platform)
    }
    return new Set(written)
  }
  // What waits for the end of a deletion does so on one connection of its own: all others go on.
  const appendLate = createBatches<Appended, boolean>(async appended => {
    const written = await write(appended, 'wait')
    return appended.map(({ row }) => written.has(row.id))
  })
  const append = createBatches<Appended, boolean>(async appended => {
    const written = await write(appended, 'skip')
    return appended.map(one => written.has(one.row.id) || appendLate(one))
  })
  return async (ctx, annotation) => {
    const clip = await recallClipRow(ctx, annotation.productionId, annotation.mediaObjectId)
    const row = { ...toNewRow(ctx, await place(ctx, annotation, clip)), id: await platform.takeId() }
    const event = { ...toEventRow(ctx, toAnnotationEvent(ctx, row, 'create')), subject: row.id }
    if (await append({ row, event })) return row
    throw await findRefusal(ctx, row)
  }
}

/** An annotation whose place in the clip and whose custom fields are settled. */
type PlacedAnnotation = NewAnnotation & { start: number; end: number }

/** Throws what is wrong with the place of an annotation in its clip, with what it answers, or with its custom fields. */
async function place(
  ctx: Context,
  annotation: NewAnnotation,
  clip: AnnotationRow | undefined,
): Promise<PlacedAnnotation> {
  const { productionId, mediaObjectId, relatedToId } = annotation
  if (!clip) throw notFound('MediaObject', mediaObjectId)
  const range = toRange(annotation, clip.end_frame)
  const placed = { ...annotation, ...range }
  if (relatedToId === undefined) return withSettledFields(ctx, placed)
  const target = await findReplyTarget(ctx, productionId, mediaObjectId, relatedToId)
  return withSettledFields(ctx, { ...placed, details: toAudienceOfThread(target, placed.details) })
}

/** The comment that is to be answered. Throws ValidationError where the caller may not answer it, or knows of none. */
async function findReplyTarget(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  id: number,
): Promise<AnnotationRow> {
  const target = await findRow(ctx, productionId, id)
  return toReplyTarget(target && isHidden(ctx.actor, target) ? undefined : target, mediaObjectId)
}

/** "Each write to a custom field is validated", and what is created begins with the defaults. */
async function withSettledFields(ctx: Context, annotation: PlacedAnnotation): Promise<PlacedAnnotation> {
  const { productionId, details = {} } = annotation
  const customFields = await settleCustomFields(ctx, productionId, annotation, details.customFields ?? {})
  if (details.customFields === undefined && Object.keys(customFields).length === 0) return annotation
  return { ...annotation, details: { ...details, customFields } }
}

function toRange({ funnel, start = 0, end }: NewAnnotation, frameCount: number): { start: number; end: number } {
  if (funnel === commentFunnel) return toCommentRange(start, frameCount)
  const range = { start, end: end ?? Math.max(start, frameCount) }
  assertRange(range.start, range.end, frameCount)
  return range
}

/**
 * Creates the annotation of a whole clip, in the transaction that creates the clip ("It is created automatically
 * with every media object and always exists"). The clip's own event reports it.
 */
export async function createMediaObjectAnnotation(
  ctx: Transaction,
  clip: NewClip,
  fields: NewClipFields = {},
): Promise<AnnotationRow> {
  const annotation = await withSettledFields(ctx, {
    ...fields,
    productionId: clip.productionId,
    mediaObjectId: clip.id,
    objectType: 'MediaObjectAnnotation',
    funnel: 'MediaObjectAnnotation',
    type: 'TECHNICAL_DETAILS',
    start: 0,
    end: clip.frameCount ?? 0,
  })
  return insert(ctx, toNewRow(ctx, annotation))
}

/** Who a comment is by: kept with it, since visitors may read comments but not the lists of users. */
function toAuthorName({ actor }: Context, { funnel }: NewAnnotation): string | undefined {
  return funnel === commentFunnel ? getPersonName(actor) : undefined
}

function toNewRow(ctx: Context, annotation: PlacedAnnotation): NewRow {
  const { actor } = ctx
  const { id, structuredDescription = {}, details = {} } = annotation
  assertStorable({ structuredDescription, ...details })
  if (annotation.funnel === commentFunnel) {
    const { start, end, relatedToId } = annotation
    assertCommentSize(actor, { ...details, start, end, relatedToId, structuredDescription })
    assertCommentContent(structuredDescription)
  }
  return {
    ...newResourceColumns(ctx),
    id,
    version: 1,
    ...toColumns({ ...annotation, structuredDescription }),
    created_by_share_id: actor.kind === 'visitor' ? actor.shareId : null,
    created_by_shared_user_id: actor.kind === 'visitor' ? (actor.sharedUser?.id ?? null) : null,
    author_key: toAuthorKey(actor),
    is_internal: isInternal({ funnel: annotation.funnel, details }),
    structured_description: toBounded(structuredDescription, '/structuredDescription'),
    details: toBounded(withoutRepetition({ ...details, authorName: toAuthorName(ctx, annotation) }), '/'),
  }
}
