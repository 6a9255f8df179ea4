import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestService } from '../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../platform/context.ts'
import { addInstance, type NewInstance } from '../instances.ts'
import { createMediaObject, type MediaFacts, updateMediaObjectFacts } from '../media-objects.ts'
import type { MediaInstanceRow } from '../tables.ts'

/** A clip without bytes, of which ingest has found out this. */
export async function createClip(kit: TestService, productionId: number, name: string, facts: MediaFacts = {}) {
  return inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => {
    const { id } = await createMediaObject(ctx, { productionId, name })
    return updateMediaObjectFacts(ctx, id, facts)
  })
}

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
  const path = join(platform.blobs.stagingDir, name)
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
