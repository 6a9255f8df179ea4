/** What the tests of this module begin with: a production with clips as ingest leaves them, comments, visitors. */

import type { Client } from '@rushes/client'
import type { ClipAnnotation, ClipAnnotationCreation, MediaObjectType, SharePermission } from '@rushes/contract'
import { RATE_25, type SampleRate } from '@rushes/timebase'
import type { TestService } from '../../../../test/service.ts'
import { createServiceContext, inTransaction } from '../../../platform/context.ts'
import { createMediaObjectAnnotation } from '../../annotations/index.ts'
import { createMediaObject, updateMediaObjectFacts } from '../../media/index.ts'

interface ClipFacts {
  name?: string
  type?: MediaObjectType
  /** 25 when absent; null for what has no frames. */
  sampleRate?: SampleRate | null
  frameCount?: number
  timecodeFrames?: number
  dropFrame?: boolean
}

/** A clip of 1000 frames at 25 from 10:00:00:00, or as it is described. */
export async function createClip(kit: TestService, productionId: number, facts: ClipFacts = {}): Promise<number> {
  const { name = 'Interview', sampleRate = RATE_25, frameCount = 1000, timecodeFrames = 900_000, ...others } = facts
  return inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => {
    const { id } = await createMediaObject(ctx, { productionId, name })
    if (sampleRate) {
      await updateMediaObjectFacts(ctx, id, { type: 'VIDEO', sampleRate, frameCount, timecodeFrames, ...others })
    } else {
      await updateMediaObjectFacts(ctx, id, { type: 'IMAGE', ...others })
    }
    await createMediaObjectAnnotation(ctx, { id, productionId, frameCount: sampleRate ? frameCount : 0 })
    return id
  })
}

/** Says something of a clip. */
export function say(api: Client, prId: number, moId: number, body: ClipAnnotationCreation): Promise<ClipAnnotation> {
  return api.annotations.createClipAnnotation({ prId, moId, type: 'clip', body: { funnel: 'ReviewComment', ...body } })
}

/** Someone who came through a new share of a collection; identified under a name, or nameless. */
export async function visit(
  kit: TestService,
  prId: number,
  eoId: number,
  permissions: SharePermission[],
  username?: string,
): Promise<Client> {
  const share = await kit.admin.sharing.createShare({ prId, id: eoId, body: { permissions } })
  const { token } = await kit.client(share.token).sharing.loginToShare({ prId, id: share.id, body: {} })
  const nameless = kit.client(token)
  if (username === undefined) return nameless
  const body = { username, email: `${username}@example.org` }
  return kit.client((await nameless.sharing.identify({ prId, body })).token)
}
