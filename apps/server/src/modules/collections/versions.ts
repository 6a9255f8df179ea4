import { brokenRule, type ClipVersions, ServiceError } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import {
  attachAnnotations,
  findAnnotationHeads,
  findStacksOfClips,
  listStackedClipIds,
  stackFunnel,
} from '../annotations/index.ts'
import { getMediaObjectRow } from '../media/index.ts'
import { createCollection } from './service.ts'
import { lockForChange, lockVersions } from './store.ts'

/**
 * Makes clips the latest versions of another, in the order in which they are named; what is a version of it already
 * stays where it is. One addition at a time in a production, so that two first versions of a clip are in one stack.
 * Throws ConflictError for a version of a third clip.
 */
export async function addVersions(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  added: readonly number[],
): Promise<ClipVersions> {
  return inTransaction(ctx, async ctx => {
    const { name } = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
    const annotationIds = await findAnnotationIds(ctx, productionId, [mediaObjectId, ...added])
    for (const [index, id] of added.entries()) {
      const path = `/mediaObjectIds/${index}`
      if (id === mediaObjectId) throw brokenRule(path, 'is the clip itself')
      if (!annotationIds.has(id)) throw brokenRule(path, `there is no ${id} in this production`)
    }
    await lockVersions(ctx.db, productionId)
    const stacks = await findStacksOfClips(ctx.db, productionId, [mediaObjectId, ...added])
    const known = stacks.get(mediaObjectId)
    const other = added.find(id => stacks.has(id) && stacks.get(id) !== known)
    if (other !== undefined) throw new ServiceError('ConflictError', `Clip ${other} is a version of another clip`)
    const isThere = known !== undefined && (await lockForChange(ctx.db, productionId, known)) !== undefined
    const versionStackId = isThere
      ? known
      : (await createCollection(ctx, productionId, { title: name, funnel: stackFunnel })).id
    // The clip itself as well: it may have been taken out meanwhile. What is there already stays where it is.
    const versions = [mediaObjectId, ...added].map(id => annotationIds.get(id)!)
    await attachAnnotations(ctx, productionId, versionStackId, versions)
    return { versionStackId, mediaObjectIds: await listStackedClipIds(ctx.db, versionStackId) }
  })
}

/** The own annotations of clips, by their ids. */
async function findAnnotationIds(
  ctx: Transaction,
  productionId: number,
  mediaObjectIds: readonly number[],
): Promise<Map<number, number>> {
  const heads = await findAnnotationHeads(ctx.db, { productionId, mediaObjectIds, funnel: 'MediaObjectAnnotation' })
  return new Map(heads.map(({ id, media_object_id: mediaObjectId }) => [mediaObjectId, id]))
}
