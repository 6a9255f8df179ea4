import { notFound } from '@rushes/contract'
import type { Transaction } from '../platform/context.ts'
import { changedResourceColumns } from '../platform/database/resource-columns.ts'
import { toJsonText } from '../platform/json-text.ts'
import { forgetClipRow } from './clip-row.ts'
import { toContentChanges } from './content.ts'
import { noteManyChanges } from './content-care.ts'
import { indexAnnotations, indexClips } from './documents.ts'
import { publishAnnotation } from './events.ts'
import { toBoundedJson } from './policy.ts'
import { lockClipRow } from './store.ts'
import type { AnnotationDetails, AnnotationRow } from './tables.ts'
import { type RowChange, updateRow } from './update-store.ts'

/** What of an annotation can change: members that are absent stay; `null` clears. */
export interface AnnotationChange {
  start?: number
  end?: number
  type?: AnnotationRow['type']
  language?: string | null
  reviewStatus?: string | null
  translatedFromId?: number | null
  structuredDescription?: Record<string, unknown>
  /** Replaces all of them. */
  details?: AnnotationDetails
}

/** Changes an annotation that the caller has locked: raises its version, tells of it, renews its search document. */
export async function updateAnnotation(
  ctx: Transaction,
  stored: AnnotationRow,
  change: AnnotationChange,
): Promise<AnnotationRow> {
  const row = await write(ctx, stored, change)
  indexAnnotations(ctx, [row.id])
  return row
}

async function write(ctx: Transaction, stored: AnnotationRow, change: AnnotationChange): Promise<AnnotationRow> {
  const columns: RowChange['columns'] = changedResourceColumns(ctx)
  if (change.start !== undefined) columns.start_frame = change.start
  if (change.end !== undefined) columns.end_frame = change.end
  if (change.type !== undefined) columns.type = change.type
  if (change.language !== undefined) columns.language = change.language
  if (change.reviewStatus !== undefined) columns.review_status = change.reviewStatus
  if (change.translatedFromId !== undefined) columns.translated_from_id = change.translatedFromId
  const content = change.structuredDescription
  if (change.details !== undefined) columns.details = toBoundedJson(change.details, '/')
  const { head, hasMany } = await updateRow(ctx.db, stored.id, {
    columns,
    ...(content && {
      content: toBoundedJson(content, '/structuredDescription', toJsonText(content)),
      contentChanges: toContentChanges(stored.structured_description, content),
    }),
  })
  const row = { ...head, structured_description: content ?? stored.structured_description }
  if (hasMany) noteManyChanges(ctx, row.id)
  forgetClipRow(ctx, row)
  publishAnnotation(ctx, row, 'update')
  return row
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
 * Writes what ingest found out into the clip's own annotation. Every document of the clip is written anew, since each
 * tells the clip's name and type. Throws NotFoundError.
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
