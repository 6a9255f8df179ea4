import { type Client, searchAll } from '@rushes/client'
import type { MediaObject } from '@rushes/contract'
import type { FrameClock } from '@rushes/timebase'
import { toFrameFormat } from '../player/frames.ts'

/** A clip with what a review needs of it. */
export interface ReviewedClip extends MediaObject {
  readonly frameCount: number
  /** When its pictures are shown, where its rate is variable. */
  readonly pictures: FrameClock | undefined
  readonly reviewStatus: string | undefined
  /** Frames at which shots begin. */
  readonly shots: readonly number[]
}

export async function loadClip(api: Client, prId: number, moId: number, signal: AbortSignal): Promise<ReviewedClip> {
  const query = { q: '*:*', fq: ['type:SHOT'], fl: ['start'], sort: 'start asc' }
  const [clip, moa, shots] = await Promise.all([
    api.media.getMediaObject({ prId, id: moId, signal }),
    api.annotations.getMediaObjectAnnotation({ prId, moId, signal }),
    Array.fromAsync(searchAll(api.annotations.listAnnotationsOfClip, { prId, moId, query, signal }, 5000)),
  ])
  const { variableFrameRate } = (moa.structuredDescription ?? {}) as { variableFrameRate?: unknown }
  const loadPictures = async () => {
    const [{ createFrameClock }, times] = await Promise.all([
      import('../player/times/clock.ts'),
      api.media.getFrameTimes({ prId, moId, signal }),
    ])
    return createFrameClock(toFrameFormat(clip).rate, times)
  }
  return {
    ...clip,
    frameCount: moa.end ?? 0,
    pictures: variableFrameRate === true ? await loadPictures() : undefined,
    reviewStatus: moa.reviewStatus,
    shots: shots.map(({ start }) => Number(start)).filter(start => start > 0),
  }
}
