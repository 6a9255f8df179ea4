import type { Client } from '@rushes/client'
import type { MediaObject } from '@rushes/contract'

/** A clip with what a review needs of it. */
export interface ReviewedClip extends MediaObject {
  readonly frameCount: number
  readonly reviewStatus: string | undefined
  /** Frames at which shots begin. */
  readonly shots: readonly number[]
}

export async function loadClip(api: Client, prId: number, moId: number, signal: AbortSignal): Promise<ReviewedClip> {
  const shotQuery = { q: '*:*', fq: ['type:SHOT'], fl: ['start'], rows: 5000, sort: 'start asc' }
  const [clip, moa, shots] = await Promise.all([
    api.media.getMediaObject({ prId, id: moId, signal }),
    api.annotations.getMediaObjectAnnotation({ prId, moId, signal }),
    api.annotations.listAnnotationsOfClip({ prId, moId, query: shotQuery, signal }),
  ])
  return {
    ...clip,
    frameCount: moa.end ?? 0,
    reviewStatus: moa.reviewStatus,
    shots: shots.results.map(({ start }) => Number(start)).filter(start => start > 0),
  }
}
