import type { TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createMediaObject, type MediaFacts, updateMediaObjectFacts } from '../clips/media-objects.ts'

/** A clip without bytes, of which ingest has found out this. */
export async function createClip(kit: TestService, productionId: number, name: string, facts: MediaFacts = {}) {
  return inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => {
    const { id } = await createMediaObject(ctx, { productionId, name })
    return updateMediaObjectFacts(ctx, id, facts)
  })
}
