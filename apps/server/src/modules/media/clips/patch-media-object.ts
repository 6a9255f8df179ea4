import { brokenRule, type JsonPatch, type MediaObject } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { changedResourceColumns } from '../../../platform/database/resource-columns.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { applyPatch, listPatchedMembers } from '../../../platform/text/json-patch.ts'
import { checkName } from '../policy.ts'
import { updateMediaObjectRow } from '../store.ts'
import type { MediaObjectRow } from '../tables.ts'
import { lockMediaObject } from './get-media-object.ts'
import { getMediaObject, publishMedia } from './media-objects.ts'
import { toMediaObject } from './to-media-object.ts'

/** What of a clip a patch may change; the rest is found out from its bytes. */
const patchable = ['name', 'umid', 'keyFrame']

/** Applies a JSON Patch to a clip; a failed `test` is a conflict. */
export async function patchMediaObject(
  ctx: Context,
  productionId: number,
  id: number,
  patch: JsonPatch,
): Promise<MediaObject> {
  const refused = listPatchedMembers(patch).find(name => !patchable.includes(name))
  if (refused !== undefined) throw brokenRule(`/${refused}`, 'cannot be changed by a patch')
  return inTransaction(ctx, async ctx => {
    const stored = await lockMediaObject(ctx, productionId, id)
    assertPrecondition(ctx, stored.version)
    const patched: MediaObject = applyPatch(toMediaObject(ctx, stored), patch)
    const row = await updateMediaObjectRow(ctx.db, id, {
      ...changedResourceColumns(ctx),
      name: checkName(patched.name),
      umid: checkUmid(patched.umid),
      key_frame: checkKeyFrame(patched.keyFrame, stored),
    })
    publishMedia(ctx, 'Media.update', row!)
    return getMediaObject(ctx, productionId, id)
  })
}

function checkUmid(umid: unknown): string | null {
  if (umid === undefined) return null
  if (typeof umid !== 'string' || umid.length > 1000) throw brokenRule('/umid', 'must be a text of 1000 characters')
  return umid
}

function checkKeyFrame(keyFrame: unknown, row: MediaObjectRow): number | null {
  if (keyFrame === undefined) return null
  if (typeof keyFrame !== 'number' || !Number.isSafeInteger(keyFrame) || keyFrame < 0) {
    throw brokenRule('/keyFrame', 'must be a frame number')
  }
  if (row.frame_count !== null && keyFrame >= row.frame_count) {
    throw brokenRule('/keyFrame', `must be less than ${row.frame_count}, the number of frames`)
  }
  return keyFrame
}
