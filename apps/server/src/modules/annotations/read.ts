import { type Annotation, notFound } from '@rushes/contract'
import type { Context, Transaction } from '../../platform/context.ts'
import { createMemory } from '../../platform/flow/memory.ts'
import { getMediaObject } from '../media/index.ts'
import { listWorkflowReportsOfMedia } from '../workflows/index.ts'
import { type AnnotationHead, type AnnotationRow, toAnnotation } from './annotation.ts'
import { countComments } from './comments/store.ts'
import { findClipRow, findRow, listTranslationIds, lockClipRow, lockHead, lockRow } from './store.ts'

const clipRows = createMemory<AnnotationRow>()

/** The annotation of a whole clip, the most read row of all. Not to be changed, and not for use within a transaction. */
export async function recallClipRow(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
): Promise<AnnotationRow | undefined> {
  const row = await clipRows.recall(ctx.platform, String(mediaObjectId), () =>
    findClipRow(ctx.platform.database, productionId, mediaObjectId),
  )
  return row?.production_id === productionId ? row : undefined
}

/** To be called with every annotation that changes or goes. */
export function forgetClipRow(ctx: Transaction, row: Pick<AnnotationRow, 'object_type' | 'media_object_id'>): void {
  if (row.object_type === 'MediaObjectAnnotation') clipRows.forget(ctx, [String(row.media_object_id)])
}

/** What may be shown with an annotation. */
export interface Inclusions {
  /** Of the annotation of a whole clip. */
  includeCommentCount?: boolean | undefined
  includeMediaObject?: boolean | undefined
  includeMediaObjectInstanceType?: string[] | undefined
  includeMediaObjectWorkflowReportType?: string[] | undefined
  includeTranslatedToIds?: boolean | undefined
}

/** The annotation of a whole clip. Throws NotFoundError. */
export async function getMediaObjectAnnotation(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
): Promise<AnnotationRow> {
  const row = await recallClipRow(ctx, productionId, mediaObjectId)
  if (!row) throw notFound('MediaObject', mediaObjectId)
  return row
}

/** An annotation of a production. Throws NotFoundError. */
export async function getAnnotation(ctx: Context, productionId: number, id: number): Promise<AnnotationRow> {
  const row = await findRow(ctx, productionId, id)
  if (!row) throw notFound('Annotation', id)
  return row
}

/** The same, locked for a change until the transaction ends. */
export async function lockAnnotation(ctx: Transaction, productionId: number, id: number): Promise<AnnotationRow> {
  const row = await lockRow(ctx, productionId, id)
  if (!row) throw notFound('Annotation', id)
  return row
}

/** The same without its large content. */
export async function lockAnnotationHead(ctx: Transaction, productionId: number, id: number): Promise<AnnotationHead> {
  const head = await lockHead(ctx.db, productionId, id)
  if (!head) throw notFound('Annotation', id)
  return head
}

/** The annotation of a whole clip, locked for a change. Throws NotFoundError. */
export async function lockClipAnnotation(
  ctx: Transaction,
  productionId: number,
  mediaObjectId: number,
): Promise<AnnotationRow> {
  const row = await lockClipRow(ctx.db, productionId, mediaObjectId)
  if (!row) throw notFound('MediaObject', mediaObjectId)
  return row
}

/** An annotation as it is answered; what was not asked for costs no statement. */
export async function showAnnotation(
  ctx: Context,
  row: AnnotationRow,
  wanted: Inclusions = {},
): Promise<Annotation & { commentCount?: number }> {
  const shown = toAnnotation(row, {
    publicUrl: ctx.platform.publicUrl,
    mediaObject: await findShownMediaObject(ctx, row, wanted),
    translatedToIds:
      wanted.includeTranslatedToIds === true ? await listTranslationIds(ctx.db, row.production_id, row.id) : undefined,
  })
  return wanted.includeCommentCount === true ? { ...shown, commentCount: await countComments(ctx, row) } : shown
}

/** Asking for instances or workflow reports of some types asks for the clip, too. */
async function findShownMediaObject(ctx: Context, row: AnnotationRow, wanted: Inclusions) {
  const instanceTypes = toList(wanted.includeMediaObjectInstanceType)
  const reportTypes = toList(wanted.includeMediaObjectWorkflowReportType)
  if (wanted.includeMediaObject !== true && !instanceTypes && !reportTypes) return undefined
  const { mediaObjectInstances = [], ...clip } = await getMediaObject(ctx, row.production_id, row.media_object_id)
  const reports = reportTypes ? await listWorkflowReportsOfMedia(ctx, [row.media_object_id]) : []
  return {
    ...clip,
    mediaObjectInstances: mediaObjectInstances.filter(instance => instanceTypes?.includes(instance.type)),
    ...(reportTypes ? { wfr: reports.filter(report => reportTypes.includes(report.type)) } : {}),
  }
}

/** A list arrives as a repeated parameter, or with commas in one. */
function toList(values: string[] | undefined): string[] | undefined {
  return values?.flatMap(value => value.split(','))
}
