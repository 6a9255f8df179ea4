import { join } from 'node:path'
import { toStagingName } from '../../src/modules/uploads/chunks/location.ts'
import type { StoredUpload } from '../../src/platform/blobs/blobs.ts'
import type { Platform } from '../../src/platform/context.ts'

/** Where a store on the disk has the bytes of an upload until it is closed. */
export function toStagingPath({ stagingDir }: Pick<Platform, 'stagingDir'>, workflowId: string): string {
  return join(stagingDir, toStagingName(workflowId))
}

/** What an upload that has been begun is to the store. */
export function toStoredUpload(
  productionId: number,
  { id, uploadId, workflowId }: { id: number; uploadId: string; workflowId: string },
  size: number,
): StoredUpload {
  return { name: toStagingName(workflowId), key: `${productionId}/${id}/${uploadId}`, size }
}
