import { brokenRule, type PreDeliveryStatus, type SubmittedAnnotation } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { type AnnotationRow, findAnnotations } from '../../annotations/index.ts'
import { findInstance, findMediaObjectRows } from '../../media/index.ts'
import { findLastReportOfMedia } from '../../workflows/index.ts'
import { toLeast, toPreDeliveryStatus } from '../policy.ts'

const clipType = 'MediaObjectAnnotation'

/** The ids of the clips' own annotations, in their order. Throws ValidationError for one that this production does not have. */
export async function readSubmitted(
  ctx: Context,
  productionId: number,
  submitted: readonly SubmittedAnnotation[],
): Promise<number[]> {
  const ids = submitted.flatMap(({ annotationId, id }) => annotationId ?? id ?? [])
  const mediaObjectIds = submitted.flatMap(({ mediaObjectId }) => mediaObjectId ?? [])
  const [byId, byClip] = await Promise.all([
    ids.length > 0 ? findAnnotations(ctx, { productionId, ids }) : [],
    mediaObjectIds.length > 0 ? findAnnotations(ctx, { productionId, mediaObjectIds }) : [],
  ])
  const clips = [...byId, ...byClip].filter(row => row.object_type === clipType)
  const clipById = new Map(clips.map(row => [row.id, row]))
  const clipByMediaObject = new Map(clips.map(row => [row.media_object_id, row]))
  const found = submitted.map(({ annotationId, id, mediaObjectId }, place) => {
    const wanted = annotationId ?? id
    const row = wanted === undefined ? clipByMediaObject.get(mediaObjectId ?? 0) : clipById.get(wanted)
    if (!row) throw brokenRule(`/attachedAnnotations/${place}`, 'is no clip of this production')
    return row.id
  })
  return [...new Set(found)]
}

/** Those of these annotations that are still there. */
export async function findSubmitted(
  ctx: Context,
  productionId: number,
  ids: readonly number[],
): Promise<Map<number, AnnotationRow>> {
  const rows = ids.length > 0 ? await findAnnotations(ctx, { productionId, ids }) : []
  return new Map(rows.map(row => [row.id, row]))
}

/** How far the clips are by now, read off their uploads and ingests; nothing where there are none. */
export async function followClips(
  ctx: Context,
  productionId: number,
  annotationIds: readonly number[],
): Promise<PreDeliveryStatus | undefined> {
  const annotations = await findSubmitted(ctx, productionId, annotationIds)
  const clips = await findMediaObjectRows(
    ctx.db,
    [...annotations.values()].map(row => row.media_object_id),
  )
  const statuses: PreDeliveryStatus[] = []
  for (const id of annotationIds) {
    const clip = clips.find(clip => clip.id === annotations.get(id)?.media_object_id)
    const isProbed = clip !== undefined && clip.type !== 'PENDING' && !clip.growing
    const isOpen = clip !== undefined && !isProbed
    const report = isOpen ? await findLastReportOfMedia(ctx, clip.id, 'ingest') : undefined
    const hasOriginal = isOpen && (await findInstance(ctx.db, clip.id, 'RAW')) !== undefined
    const hasProbeFailed = report?.tasks.some(task => task.name === 'probe' && task.status === 'Error') === true
    statuses.push(toPreDeliveryStatus({ exists: clip !== undefined, hasOriginal, isProbed, hasProbeFailed }))
  }
  return toLeast(statuses)
}
