import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addInstance, type MediaInstanceRow, type NewInstance } from '../../src/modules/media/index.ts'
import { createServiceContext, inTransaction } from '../../src/platform/context.ts'
import type { TestService } from '../service.ts'

/** Gives a clip a file with these bytes. */
export async function addFile(
  kit: TestService,
  productionId: number,
  mediaObjectId: number,
  bytes: Uint8Array,
  given: Partial<NewInstance> = {},
): Promise<MediaInstanceRow> {
  const { platform } = kit.service
  const name = randomUUID()
  const path = join(platform.stagingDir, name)
  await writeFile(path, bytes)
  const blobKey = `${productionId}/${mediaObjectId}/${name}`
  await platform.blobs.adopt(path, blobKey)
  return inTransaction(createServiceContext(platform, 'test'), ctx =>
    addInstance(ctx, productionId, {
      mediaObjectId,
      type: 'PROXY',
      mimeType: 'video/mp4',
      blobKey,
      size: bytes.length,
      fileName: 'interview.mp4',
      ...given,
    }),
  )
}
