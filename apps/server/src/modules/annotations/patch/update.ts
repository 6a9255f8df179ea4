import { isDeepStrictEqual } from 'node:util'
import { notFound } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import { changedResourceColumns } from '../../../platform/database/resource-columns.ts'
import type { FieldBearers } from '../../custom-fields/index.ts'
import {
  type AnnotationDetails,
  type AnnotationRow,
  type ColumnChange,
  publishAnnotation,
  toChangedColumns,
} from '../annotation.ts'
import { withoutItems, writeItems } from '../content/lists.ts'
import { updateRow } from '../content/store.ts'
import { commentFunnel, resolvedTag, toBoundedJson, toOpenMentions } from '../policy.ts'
import { forgetClipRow } from '../read.ts'
import { indexAnnotations, indexClips, indexMentions, indexReplies } from '../search/documents.ts'
import { lockClipRow, lockRow } from '../store.ts'

export type AnnotationChange = ColumnChange & {
  /** Replaces all of them. */
  details?: AnnotationDetails
}

/** Changes an annotation that the caller has locked: raises its version, emits the event, renews its search document. */
export async function updateAnnotation(
  ctx: Transaction,
  stored: AnnotationRow,
  change: AnnotationChange,
): Promise<AnnotationRow> {
  const row = await write(ctx, stored, change)
  indexAnnotations(ctx, [row.id])
  const [wasResolved, isResolved] = [stored, row].map(isSettled)
  const isToggled = wasResolved !== isResolved
  if (isToggled) await indexReplies(ctx, row.id)
  // Resolved with it are the mentions in its answers.
  if (isToggled || toOpenMentions(stored) !== toOpenMentions(row)) await indexMentions(ctx, [row.media_object_id])
  return row
}

function isSettled({ funnel, details }: AnnotationRow): boolean {
  return funnel === commentFunnel && details.tags?.includes(resolvedTag) === true
}

async function write(ctx: Transaction, stored: AnnotationRow, change: AnnotationChange): Promise<AnnotationRow> {
  const { structuredDescription: content, details, ...changed } = change
  const { id, funnel, structured_description: before } = stored
  const columns = {
    ...changedResourceColumns(ctx),
    ...toChangedColumns(changed),
    ...(details && { details: toBoundedJson(details, '/') }),
  }
  const head = await updateRow(ctx.db, id, columns, content && toStoredContent(ctx, funnel, content))
  if (content) await writeItems(ctx, id, funnel, content, before)
  const row = { ...head, structured_description: content ?? stored.structured_description }
  forgetClipRow(ctx, row)
  publishAnnotation(ctx, row, 'update', describeReview(row, stored))
  return row
}

/**
 * What a change means for a review: another status of a clip, a comment resolved or open again, who is newly mentioned,
 * whether it is for the team only from now on or not any more (events-22).
 */
function describeReview(after: AnnotationRow, before: AnnotationRow): Record<string, unknown> | undefined {
  if (after.review_status !== before.review_status) {
    return { reviewStatus: after.review_status, formerReviewStatus: before.review_status }
  }
  if (after.funnel !== commentFunnel) return undefined
  const [was, is] = [before, after].map(isSettled)
  const mentionIds = (after.details.mentionIds ?? []).filter(id => !before.details.mentionIds?.includes(id))
  const meaning = {
    ...(is !== was && { resolved: is }),
    ...(mentionIds.length > 0 && { mentionIds }),
    ...(after.is_internal !== before.is_internal && { internal: after.is_internal }),
  }
  return Object.keys(meaning).length > 0 ? meaning : undefined
}

/** What ingest finds out about a clip. */
export interface ClipFacts {
  /** Length in frames: the end of the clip's own annotation. */
  end?: number
  /** Technical description of the original. */
  structuredDescription?: Record<string, unknown>
  /** Members of the annotation to set beside those it has (`hasScreenshot`, `tinyThumb`, …). */
  details?: AnnotationDetails
}

/**
 * Writes what ingest found out into the clip's own annotation. Every document of the clip is rewritten, since each
 * contains the clip's name and type. Throws NotFoundError.
 */
export async function updateMediaObjectAnnotationFacts(
  ctx: Transaction,
  productionId: number,
  mediaObjectId: number,
  { details, ...facts }: ClipFacts,
): Promise<AnnotationRow> {
  const stored = await lockClipRow(ctx.db, productionId, mediaObjectId)
  if (!stored) throw notFound('MediaObject', mediaObjectId)
  const row = await write(ctx, stored, {
    ...facts,
    ...(details === undefined ? {} : { details: { ...stored.details, ...details } }),
  })
  await indexClips(ctx, [mediaObjectId])
  return row
}

/** Changes the custom fields of an annotation where the service itself has a reason to; one that is gone is passed over. */
export const replaceAnnotationCustomFields: FieldBearers['write'] = async (ctx, productionId, id, change) => {
  const row = await lockRow(ctx, productionId, id)
  if (!row) return
  const before = row.details.customFields ?? {}
  const after = change(before)
  if (isDeepStrictEqual(after, before)) return
  await updateAnnotation(ctx, row, { details: { ...row.details, customFields: after } })
}

/** The content as the row has it. */
function toStoredContent(ctx: Transaction, funnel: string, content: AnnotationRow['structured_description']): string {
  toBoundedJson(content, '/structuredDescription')
  return JSON.stringify(withoutItems(ctx, funnel, content))
}
