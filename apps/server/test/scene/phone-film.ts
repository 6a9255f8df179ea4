import { RATE_30 } from '@rushes/timebase'
import { setFrameTimes, updateMediaObjectFacts } from '../../src/modules/media/index.ts'
import { createServiceContext, inTransaction } from '../../src/platform/context.ts'
import type { TestService } from '../service.ts'
import { createClip } from './subtitles.ts'

/** A phone's film that begins at 01:00:00:00: 60 pictures at 30 a second, then 60 at 15, of which 61 is at 2.067 s. */
export async function createPhoneFilm(kit: TestService, productionId: number): Promise<number> {
  const mediaObjectId = await createClip(kit, productionId, RATE_30, 120)
  const times = Array.from({ length: 120 }, (_, frame) =>
    Math.round((frame < 60 ? frame : 2 * frame - 60) * (1000 / 30)),
  )
  await inTransaction(createServiceContext(kit.service.platform, 'test'), async ctx => {
    await updateMediaObjectFacts(ctx, mediaObjectId, { timecodeFrames: 108_000 })
    await setFrameTimes(ctx, { productionId, mediaObjectId }, { times, end: 6000 })
  })
  return mediaObjectId
}
