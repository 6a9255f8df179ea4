import {
  type Annotation,
  type AnnotationBulkRequest,
  type AnnotationBulkResult,
  brokenRule,
  type ClipAnnotationCreation,
  type JsonPatch,
  malformed,
  notFound,
} from '@rushes/contract'
import { getMediaObject } from '../media/index.ts'
import { type Context, inTransaction, type Transaction } from '../platform/context.ts'
import { listPatchedMembers } from '../platform/json-patch.ts'
import { assertPrecondition } from '../platform/precondition.ts'
import { listReviewStatuses } from '../productions/index.ts'
import { listWorkflowReportsOfMedia } from '../workflows/index.ts'
import { appendAnnotation } from './append.ts'
import { listAttachedClipIds } from './attachment-store.ts'
import { recallClipRow } from './clip-row.ts'
import { createAnnotation, type NewAnnotation } from './create.ts'
import { deleteAnnotations, mergeAlike } from './delete.ts'
import { patchAnnotation, toDetails } from './patch.ts'
import { assertReviewStatus, commentFunnel, reservedFunnels, subclipFunnel } from './policy.ts'
import { assertMayChange, assertMayCreate, assertMayDelete } from './rights.ts'
import { findRow, findRows, listTranslationIds, lockClipRow, lockHead, lockRow } from './store.ts'
import type { AnnotationHead, AnnotationRow, DeletionOptions } from './tables.ts'
import { toAnnotation } from './to-annotation.ts'

/** What may be shown with an annotation. */
export interface Inclusions {
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
  const row = await findRow(ctx.db, productionId, id)
  if (!row) throw notFound('Annotation', id)
  return row
}

/** The same, locked for a change until the transaction ends. */
export async function lockAnnotation(ctx: Transaction, productionId: number, id: number): Promise<AnnotationRow> {
  const row = await lockRow(ctx.db, productionId, id)
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
export async function showAnnotation(ctx: Context, row: AnnotationRow, wanted: Inclusions = {}): Promise<Annotation> {
  const { publicUrl } = ctx.platform
  return toAnnotation(row, {
    publicUrl,
    mediaObject: await findShownMediaObject(ctx, row, wanted),
    translatedToIds:
      wanted.includeTranslatedToIds === true ? await listTranslationIds(ctx.db, row.production_id, row.id) : undefined,
  })
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

/** Creates a subclip or a comment of a clip. */
export async function createClipAnnotation(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  path: 'clip' | 'comment',
  request: ClipAnnotationCreation,
): Promise<Annotation> {
  return showAnnotation(ctx, await appendAnnotation(ctx, toPermitted(ctx, productionId, mediaObjectId, path, request)))
}

/** The same in a transaction that does more. */
export function addClipAnnotation(
  ctx: Transaction,
  productionId: number,
  mediaObjectId: number,
  request: ClipAnnotationCreation,
): Promise<AnnotationRow> {
  return createAnnotation(ctx, toPermitted(ctx, productionId, mediaObjectId, 'clip', request))
}

/** What is asked for, when the caller may have it. */
function toPermitted(
  { actor }: Context,
  productionId: number,
  mediaObjectId: number,
  path: 'clip' | 'comment',
  request: ClipAnnotationCreation,
): NewAnnotation {
  const funnel = toFunnel(path, request)
  assertMayCreate(actor, funnel)
  const { relatedToId, type, start, end, language, structuredDescription } = request
  if (relatedToId !== undefined && funnel !== commentFunnel) {
    throw brokenRule('/relatedToId', 'only a comment answers another')
  }
  return {
    productionId,
    mediaObjectId,
    objectType: 'ClipAnnotation',
    ...{ funnel, type, start, end, relatedToId, language, structuredDescription },
    details: toDetails(request),
  }
}

/** "`funnel`: subtype hint"; those of other kinds of annotations are refused, the others are the caller's to choose. */
function toFunnel(path: 'clip' | 'comment', request: ClipAnnotationCreation): string {
  if (request.objectType !== undefined && request.objectType !== 'ClipAnnotation') {
    throw brokenRule('/objectType', 'must be ClipAnnotation')
  }
  const funnel = request.funnel ?? (path === 'comment' ? commentFunnel : subclipFunnel)
  if (reservedFunnels.includes(funnel)) throw brokenRule('/funnel', `${funnel} is not made in this way`)
  if (path === 'comment' && funnel !== commentFunnel) throw brokenRule('/funnel', `must be ${commentFunnel}`)
  return funnel
}

/** Patches the annotation of a whole clip. */
export async function patchMediaObjectAnnotation(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  patch: JsonPatch,
): Promise<Annotation> {
  return inTransaction(ctx, async ctx => {
    return patchPermitted(ctx, await lockClipAnnotation(ctx, productionId, mediaObjectId), patch)
  })
}

/** Patches an annotation of any kind. */
export async function patchAnyAnnotation(
  ctx: Context,
  productionId: number,
  id: number,
  patch: JsonPatch,
): Promise<Annotation> {
  return inTransaction(ctx, async ctx => patchPermitted(ctx, await lockAnnotation(ctx, productionId, id), patch))
}

async function patchPermitted(ctx: Transaction, row: AnnotationRow, patch: JsonPatch): Promise<Annotation> {
  const members = listPatchedMembers(patch)
  assertMayChange(ctx.actor, row, members)
  assertPrecondition(ctx, row.version)
  assertNotContent(row, members)
  const patched = await patchAnnotation(ctx, row, patch, {
    async settle(after, before) {
      if (after.reviewStatus !== before.reviewStatus) {
        assertReviewStatus(after.reviewStatus, await listReviewStatuses(ctx, row.production_id))
      }
      return after
    },
  })
  return showAnnotation(ctx, patched)
}

/** What subtitles hold obeys rules that the room of subtitles knows. */
const subtitleContent = ['structuredDescription', 'structuredAnnotation', 'language', 'type', 'start', 'end']

function assertNotContent(row: AnnotationRow, members: readonly string[]): void {
  if (row.funnel !== 'Subtitle') return
  const refused = members.find(name => subtitleContent.includes(name))
  if (refused !== undefined) {
    throw brokenRule(
      `/${refused}`,
      'of subtitles is changed at their address: mo/{moId}/subtitle/{language}/{presetId}',
    )
  }
}

/** Deletes one annotation; a clip's own takes the clip with it. */
export async function deleteOneAnnotation(
  ctx: Context,
  productionId: number,
  id: number,
  options: DeletionOptions,
): Promise<Annotation> {
  return inTransaction(ctx, async ctx => {
    const { rows } = await deleteAnnotations(ctx, productionId, [id], options, row => {
      assertMayDelete(ctx.actor, row)
      assertPrecondition(ctx, row.version)
    })
    return { ...(await showAnnotation(ctx, rows[0]!)), deleted: ctx.platform.clock.now() }
  })
}

/** Most annotations that one request deletes. */
const largestBulk = 10_000

/**
 * Deletes several annotations, all or none; what stands in several actions is deleted once. `within`: the collections
 * of the caller's share, outside of which there is nothing.
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
      const result = await deleteAnnotations(ctx, productionId, left, options, row => assertMayDelete(ctx.actor, row))
      for (const id of result.ids) gone.add(id)
    }
    return { ids: [...gone] }
  })
}

/** "share session sees only its collection": what hangs on clips outside of it does not exist. */
async function assertWithin(
  ctx: Transaction,
  productionId: number,
  request: AnnotationBulkRequest,
  editorialObjectIds: readonly number[],
): Promise<void> {
  const rows = await findRows(ctx.db, { productionId, ids: request.actions.flatMap(action => action.ids) })
  const clipIds = new Set(await listAttachedClipIds(ctx.db, editorialObjectIds))
  const outside = rows.find(row => !clipIds.has(row.media_object_id))
  if (outside) throw notFound('Annotation', outside.id)
}
