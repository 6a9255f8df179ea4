import type { Transaction } from '../../../platform/context.ts'
import { toStagingName } from '../chunks/location.ts'
import { countPrefix } from '../policy.ts'
import { listReceived, updateSession } from '../store.ts'
import type { UploadSessionRow } from '../tables.ts'

/**
 * Starts to make what has arrived of a clip playable: the first `bytes` of a file in the staging folder. False when an
 * earlier preview of the clip is still at work.
 */
export type StartPreview = (
  ctx: Transaction,
  arrived: { productionId: number; mediaObjectId: number; stagingName: string; bytes: number },
) => Promise<boolean>

/** Starts a preview of a growing upload, which the caller has locked, where enough has come since the last one. */
export async function previewWhenDue(
  ctx: Transaction,
  upload: UploadSessionRow,
  startPreview: StartPreview,
): Promise<void> {
  if (upload.preview_due_bytes === null || upload.state !== 'OPEN') return
  const bytes = countPrefix(await listReceived(ctx.db, upload.id))
  if (bytes < upload.preview_due_bytes) return
  const isStarted = await startPreview(ctx, {
    productionId: upload.production_id,
    mediaObjectId: upload.media_object_id,
    stagingName: toStagingName(upload.workflow_id),
    bytes,
  })
  if (isStarted) await updateSession(ctx.db, upload.id, { preview_due_bytes: 2 * bytes })
}
