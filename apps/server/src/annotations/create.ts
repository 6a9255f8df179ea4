import { type AnnotationObjectType, type AnnotationType, notFound, ServiceError } from '@rushes/contract'
import { settleCustomFields } from '../custom-fields/index.ts'
import type { Context, Transaction } from '../platform/context.ts'
import { newResourceColumns } from '../platform/database/resource-columns.ts'
import { assertStorable } from '../platform/storable.ts'
import { indexAnnotations } from './documents.ts'
import { publishAnnotation } from './events.ts'
import {
  assertRange,
  assertReplyTarget,
  commentFunnel,
  toBounded,
  toCommentRange,
  withoutRepetition,
} from './policy.ts'
import { findRow, holdClipRow, insertRow } from './store.ts'
import type { AnnotationDetails, AnnotationRow } from './tables.ts'

/** An annotation to be: the clip, what it is, `[start, end)` in frames of the clip, and its other members. */
export interface NewAnnotation {
  /** One that was taken before, for content that names it; a new one when absent. */
  id?: number | undefined
  productionId: number
  mediaObjectId: number
  objectType: AnnotationObjectType
  funnel: string
  type?: AnnotationType | undefined
  /** 0 when absent. */
  start?: number | undefined
  /** The clip's end when absent; of a comment always `start` + 1. */
  end?: number | undefined
  relatedToId?: number | undefined
  translatedFromId?: number | undefined
  language?: string | undefined
  subtitlePresetId?: string | undefined
  reviewStatus?: string | undefined
  structuredDescription?: Record<string, unknown> | undefined
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

/**
 * Creates an annotation of an existing clip, with its search document. Throws NotFoundError when there is no such clip,
 * ValidationError for a range outside it or a reply to what cannot be answered, and ConflictError for a second subtitle
 * of the same language and preset; the transaction stays usable after each.
 */
export async function createAnnotation(ctx: Transaction, annotation: NewAnnotation): Promise<AnnotationRow> {
  const clip = await holdClipRow(ctx.db, annotation.productionId, annotation.mediaObjectId)
  const row = await insert(ctx, await place(ctx, annotation, clip))
  publishAnnotation(ctx, row, 'create')
  return row
}

/** An annotation whose place in the clip and whose custom fields are settled. */
type PlacedAnnotation = NewAnnotation & { start: number; end: number }

/** Throws what is wrong with the place of an annotation in its clip, with what it answers, or with its custom fields. */
export async function place(
  ctx: Context,
  annotation: NewAnnotation,
  clip: AnnotationRow | undefined,
): Promise<PlacedAnnotation> {
  const { productionId, mediaObjectId, relatedToId } = annotation
  if (!clip) throw notFound('MediaObject', mediaObjectId)
  const range = toRange(annotation, clip.end_frame)
  if (relatedToId !== undefined) {
    const target = await findRow(ctx.db, productionId, relatedToId)
    assertReplyTarget(target && isHidden(ctx, target) ? undefined : target, mediaObjectId)
  }
  return withSettledFields(ctx, { ...annotation, ...range })
}

/** "Each write to a custom field is validated", and what is created begins with the defaults. */
async function withSettledFields(ctx: Context, annotation: PlacedAnnotation): Promise<PlacedAnnotation> {
  const { productionId, details = {} } = annotation
  const customFields = await settleCustomFields(ctx, productionId, annotation, details.customFields ?? {})
  if (details.customFields === undefined && Object.keys(customFields).length === 0) return annotation
  return { ...annotation, details: { ...details, customFields } }
}

/** A visitor does not know of what was said through another share. */
function isHidden({ actor }: Context, { created_by_share_id: shareId }: AnnotationRow): boolean {
  return actor.kind === 'visitor' && shareId !== null && shareId !== actor.shareId
}

function toRange({ funnel, start = 0, end }: NewAnnotation, frameCount: number): { start: number; end: number } {
  if (funnel === commentFunnel) return toCommentRange(start, frameCount)
  const range = { start, end: end ?? Math.max(start, frameCount) }
  assertRange(range.start, range.end, frameCount)
  return range
}

/**
 * Creates the annotation of a whole clip, in the transaction that creates the clip ("It is created automatically
 * with every media object and always exists"). The clip's own event tells of it.
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
  return insert(ctx, annotation)
}

async function insert(ctx: Transaction, annotation: PlacedAnnotation): Promise<AnnotationRow> {
  const { id } = annotation
  const row = await insertRow(ctx.db, { ...toNewRow(ctx, annotation), ...(id !== undefined && { id }) })
  if (!row) throw new ServiceError('ConflictError', `The clip has such a ${annotation.funnel} already`)
  indexAnnotations(ctx, [row.id])
  return row
}

/** Who a comment is by: kept with it, since visitors may read comments but not the lists of users. */
function toAuthorName({ actor }: Context, { funnel }: NewAnnotation): string | undefined {
  if (funnel !== commentFunnel) return undefined
  if (actor.kind === 'user') return actor.username
  return actor.kind === 'visitor' ? actor.sharedUser?.username : undefined
}

/** The row of a new annotation, but for what the database adds. */
export function toNewRow(ctx: Context, annotation: PlacedAnnotation): Omit<AnnotationRow, 'id' | 'version'> {
  const { actor } = ctx
  const { structuredDescription = {}, details = {} } = annotation
  assertStorable({ structuredDescription, ...details })
  return {
    ...newResourceColumns(ctx),
    production_id: annotation.productionId,
    media_object_id: annotation.mediaObjectId,
    object_type: annotation.objectType,
    funnel: annotation.funnel,
    type: annotation.type ?? null,
    start_frame: annotation.start,
    end_frame: annotation.end,
    related_to_id: annotation.relatedToId ?? null,
    translated_from_id: annotation.translatedFromId ?? null,
    language: annotation.language ?? null,
    subtitle_preset_id: annotation.subtitlePresetId ?? null,
    review_status: annotation.reviewStatus ?? null,
    created_by_share_id: actor.kind === 'visitor' ? actor.shareId : null,
    created_by_shared_user_id: actor.kind === 'visitor' ? (actor.sharedUser?.id ?? null) : null,
    structured_description: toBounded(structuredDescription, '/structuredDescription'),
    details: toBounded(withoutRepetition({ ...details, authorName: toAuthorName(ctx, annotation) }), '/'),
  }
}
