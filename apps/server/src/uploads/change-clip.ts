import type { JsonPatch, MediaObject, PictureBytes } from '@rushes/contract'
import { updateMediaObjectAnnotationFacts } from '../annotations/index.ts'
import * as media from '../media/index.ts'
import { type Context, inTransaction, type Transaction } from '../platform/context.ts'

/** Starts to make the poster of a clip anew. */
export type RemakePoster = (ctx: Transaction, mediaObjectId: number) => Promise<unknown>

/**
 * Applies a JSON Patch to a clip; what its annotations are found by (the clip's name) follows, and another key frame
 * gets another poster.
 */
export function patchMediaObject(
  ctx: Context,
  productionId: number,
  id: number,
  patch: JsonPatch,
  remakePoster?: RemakePoster,
): Promise<MediaObject> {
  return inTransaction(ctx, async ctx => {
    const { key_frame: keyFrame } = await media.lockMediaObject(ctx, productionId, id)
    const clip = await media.patchMediaObject(ctx, productionId, id, patch)
    if ((clip.keyFrame ?? null) !== keyFrame) await remakePoster?.(ctx, id)
    await updateMediaObjectAnnotationFacts(ctx, productionId, id, {})
    return clip
  })
}

/** Gives a clip a picture; its own annotation tells that it has one. */
export function updateScreenshot(
  ctx: Context,
  productionId: number,
  id: number,
  screenshot: PictureBytes,
): Promise<MediaObject> {
  return inTransaction(ctx, async ctx => {
    const picture = await media.updateScreenshot(ctx, productionId, id, screenshot)
    await updateMediaObjectAnnotationFacts(ctx, productionId, id, {
      details: { hasScreenshot: true, screenshotMimeType: picture.mime_type },
    })
    return media.getMediaObject(ctx, productionId, id)
  })
}
