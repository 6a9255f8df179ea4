import type { Transaction } from '../../platform/context.ts'
import type { UploadSessionRow } from './tables.ts'

/** Tells that the bytes of a clip are awaited, have all come, or will not come any more. */
export function publishTransfer(
  ctx: Transaction,
  type: 'Transfer.start' | 'Transfer.complete' | 'Transfer.failed',
  upload: Pick<UploadSessionRow, 'id' | 'production_id' | 'media_object_id' | 'file_name' | 'size'>,
): void {
  ctx.publish({
    type,
    productionId: upload.production_id,
    object: { objectType: 'MediaObject', id: upload.media_object_id },
    target: { objectType: 'Upload', id: upload.id, name: upload.file_name, size: upload.size },
  })
}
