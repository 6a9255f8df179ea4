import type { JsonPatch, MediaObjectRequest } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import { type AnnotationRow, describeClip, lockClipAnnotation } from '../../annotations/index.ts'
import {
  findInstance,
  getMediaObjectRow,
  type MediaFacts,
  type MediaObjectRow,
  updateMediaObjectFacts,
} from '../../media/index.ts'
import { toAnnotationPatch } from '../clips/annotation-fields.ts'
import { patchMediaObject } from '../clips/change-clip.ts'

/**
 * Brings a clip to the state that a request declares; what the request does not name stays as it is. What is said of
 * its file counts until it has one.
 */
export async function updateClip(
  ctx: Transaction,
  { id, production_id: productionId }: MediaObjectRow,
  request: MediaObjectRequest,
  facts: MediaFacts,
): Promise<{ clip: MediaObjectRow; annotation: AnnotationRow }> {
  const patch = toClipPatch(request)
  if (patch.length > 0) await patchMediaObject(ctx, productionId, id, patch)
  const isAwaited = Object.keys(facts).length > 0 && !(await findInstance(ctx.db, id, 'RAW'))
  if (isAwaited) await updateMediaObjectFacts(ctx, id, facts)
  const annotation = await lockClipAnnotation(ctx, productionId, id)
  return {
    clip: await getMediaObjectRow(ctx.db, productionId, id),
    annotation: await describeClip(ctx, annotation, toAnnotationPatch(request, annotation.details)),
  }
}

function toClipPatch(request: MediaObjectRequest): JsonPatch {
  return (['name', 'umid'] as const)
    .filter(name => request[name] !== undefined)
    .map(name => ({ op: 'add' as const, path: `/${name}`, value: request[name] }))
}
