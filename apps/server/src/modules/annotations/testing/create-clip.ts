import type { TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createMediaObject } from '../../media/index.ts'
import { createMediaObjectAnnotation } from '../create.ts'

/** A clip of so many frames as ingest leaves it, without any bytes; 0 frames: its length is not known yet. */
export async function createClip(kit: TestService, productionId: number, frameCount = 100): Promise<number> {
  const ctx = createServiceContext(kit.service.platform, 'test')
  return inTransaction(ctx, async ctx => {
    const clip = await createMediaObject(ctx, { productionId, name: 'Interview', type: 'VIDEO' })
    await createMediaObjectAnnotation(ctx, { id: clip.id, productionId, frameCount })
    return clip.id
  })
}
