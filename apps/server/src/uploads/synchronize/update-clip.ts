import type { JsonPatch, MediaObjectRequest } from '@rushes/contract'
import { type AnnotationRow, lockClipAnnotation, patchAnnotation } from '../../annotations/index.ts'
import { getMediaObjectRow, type MediaObjectRow } from '../../media/index.ts'
import type { Transaction } from '../../platform/context.ts'
import { toAnnotationPatch } from '../annotation-fields.ts'
import { patchMediaObject } from '../change-clip.ts'

/** Brings a clip to the state that a request declares; what the request does not name stays as it is. */
export async function updateClip(
  ctx: Transaction,
  { id, production_id: productionId }: MediaObjectRow,
  request: MediaObjectRequest,
): Promise<{ clip: MediaObjectRow; annotation: AnnotationRow }> {
  const patch = toClipPatch(request)
  if (patch.length > 0) await patchMediaObject(ctx, productionId, id, patch)
  const annotation = await lockClipAnnotation(ctx, productionId, id)
  return {
    clip: await getMediaObjectRow(ctx.db, productionId, id),
    annotation: await patchAnnotation(ctx, annotation, toAnnotationPatch(request, annotation.details)),
  }
}

function toClipPatch(request: MediaObjectRequest): JsonPatch {
  return (['name', 'umid'] as const)
    .filter(name => request[name] !== undefined)
    .map(name => ({ op: 'add' as const, path: `/${name}`, value: request[name] }))
}
