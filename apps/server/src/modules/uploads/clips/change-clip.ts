import { brokenRule, type JsonPatch, type MediaObject } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { updateMediaObjectAnnotationFacts } from '../../annotations/index.ts'
import * as media from '../../media/index.ts'

/** Starts to recreate the poster of a clip. */
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

/** Whether a picture can be decoded. */
export type CheckPicture = (ctx: Context, bytes: Buffer) => Promise<boolean>

/** A picture that somebody sent, once it is sure that it can be shown. Throws ValidationError. */
export async function readShownPicture(
  ctx: Context,
  checkPicture: CheckPicture,
  sent: media.SentPicture,
): Promise<media.Picture> {
  const picture = media.readPicture(sent)
  if (!(await checkPicture(ctx, picture.bytes))) throw brokenRule(sent.path, 'must be a picture that can be decoded')
  return picture
}

/** Gives a clip a picture; its own annotation tells that it has one. */
export function updateScreenshot(
  ctx: Context,
  productionId: number,
  id: number,
  picture: media.Picture,
): Promise<MediaObject> {
  return inTransaction(ctx, async ctx => {
    const thumb = await media.updateScreenshot(ctx, productionId, id, picture)
    await updateMediaObjectAnnotationFacts(ctx, productionId, id, {
      details: { hasScreenshot: true, screenshotMimeType: thumb.mime_type },
    })
    return media.getMediaObject(ctx, productionId, id)
  })
}
