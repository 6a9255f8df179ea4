import { brokenRule } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import { type AnnotationHead, findAnnotationHeads } from '../../annotations/index.ts'

/**
 * That subtitles may be told to be translated from these: others of the same clip, that are not translated from them,
 * near or far. Nothing is reported for subtitles that are no translation. Throws ValidationError.
 */
export async function assertTranslatedFrom(
  ctx: Transaction,
  row: Pick<AnnotationHead, 'id' | 'production_id' | 'media_object_id'>,
  sourceId: unknown,
): Promise<void> {
  if (sourceId === undefined) return
  const { production_id: productionId, media_object_id: mediaObjectId } = row
  const heads = await findAnnotationHeads(ctx.db, { productionId, mediaObjectId, funnel: 'Subtitle' })
  const byId = new Map<unknown, AnnotationHead>(heads.map(head => [head.id, head]))
  if (!byId.has(sourceId)) throw brokenRule('/translatedFromId', 'must be the id of other subtitles of the same clip')
  const passed = new Set<unknown>()
  for (let id: unknown = sourceId; id !== null && id !== undefined && !passed.has(id); ) {
    if (id === row.id) throw brokenRule('/translatedFromId', 'would make these subtitles a translation of themselves')
    passed.add(id)
    id = byId.get(id)?.translated_from_id
  }
}
