import type { ReviewStatusChoice } from '@rushes/contract'
import { useMemo } from 'preact/hooks'
import { type Resource, useResource } from '../platform/reading/resource.ts'
import { Film } from '../player/film.ts'
import { type FrameFormat, toFrameFormat } from '../player/frames.ts'
import { findSources, type Sources } from '../player/sources.ts'
import type { ReviewAccess } from '../review/access.ts'
import { useCommenting, useNews } from '../review/clip-review.tsx'
import { type Threads, useThreads } from '../review/comments/threads.ts'
import { loadClip, type ReviewedClip } from '../review/load-clip.ts'
import { useStatus } from '../review/status/status-writes.ts'

/** A clip that is compared, as far as it is loaded. */
interface Side {
  readonly clip: Resource<ReviewedClip>
  readonly sources: Resource<Sources>
  readonly threads: Threads
  readonly film: Film
  readonly format: FrameFormat
  readonly status: ReturnType<typeof useStatus>
  readonly commenting: ReturnType<typeof useCommenting>
}

/** The same with what there is to show. */
export interface LoadedSide extends Side {
  readonly shown: ReviewedClip
  readonly found: Sources
}

export function useSide(access: ReviewAccess, choices: readonly ReviewStatusChoice[], moId: number): Side {
  const { api, prId } = access
  const clip = useResource(signal => loadClip(api, prId, moId, signal), [api, prId, moId])
  const sources = useResource(signal => findSources(api, prId, moId, signal), [api, prId, moId])
  const threads = useThreads(api, prId, moId)
  const status = useStatus({ api, prId, access, choices }, clip.data, clip.reload)
  useNews(access, moId, threads, () => {
    clip.reload()
    // A change of addresses would restart what is shown already: only what is missing is looked for.
    if (sources.data?.film === undefined) sources.reload()
  })
  const { sampleRate, timecode, frameCount = 0, pictures } = clip.data ?? {}
  const kind = JSON.stringify([moId, sampleRate, timecode, frameCount, pictures?.toMilliseconds(frameCount)])
  const format = useMemo(() => toFrameFormat(clip.data ?? {}), [kind])
  const film = useMemo(() => new Film(format.rate, frameCount, format.pictures), [kind])
  const commenting = useCommenting({ access, moId, film, isPaged: false, threads })
  return { clip, sources, threads, film, format, status, commenting }
}
