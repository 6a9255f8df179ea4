import { type Client, searchAll } from '@rushes/client'
import type { FrameTimesMap, MediaObject } from '@rushes/contract'

/** A clip with what a review needs of it. */
export interface ReviewedClip extends MediaObject {
  readonly frameCount: number
  /** When its pictures are shown, where its rate is variable. */
  readonly frameTimes: FrameTimesMap | undefined
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
  return {
    ...clip,
    frameCount: moa.end ?? 0,
    frameTimes: variableFrameRate === true ? await api.media.getFrameTimes({ prId, moId, signal }) : undefined,
    reviewStatus: moa.reviewStatus,
    shots: shots.map(({ start }) => Number(start)).filter(start => start > 0),
  }
}
