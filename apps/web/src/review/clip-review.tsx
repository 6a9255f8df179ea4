import { useSignal } from '@preact/signals'
import type { Client } from '@rushes/client'
import type { ReviewStatusChoice } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Loaded } from '../design/lists/loaded.tsx'
import { useResource } from '../platform/reading/resource.ts'
import { findFilm, findTimeLine, type Sources } from '../player/sources.ts'
import type { ReviewAccess } from './access.ts'
import { useThreads } from './comments/threads.ts'
import { Downloads } from './files/downloads.tsx'
import { loadClip, type ReviewedClip } from './load-clip.ts'
import { LoadedReview, type Panel } from './loaded-review.tsx'
import { ReviewStatus } from './status/review-status.tsx'
import { useStatus } from './status/status-writes.ts'
import './review.css'

// A comparison takes these from here: by their own files they would be one more file that the page of a clip loads.
export { CommentPanel } from './comments/comment-panel.tsx'
export { resumeComment, writeComment } from './comments/writes/comment-writer.ts'
export { useCommenting } from './comments/writes/commenting.ts'
export { ShownDrawing } from './drawing/shown-drawing.tsx'
export { useNews } from './news.ts'
export type { Panel }

/** What a page puts into its frame; of a clip that is not there yet the content alone. */
export interface ReviewParts {
  readonly clip: ReviewedClip | undefined
  readonly status: ComponentChildren
  /** The review status, and what sets another; nothing for those who may not. */
  readonly reviewStatus: string | undefined
  readonly onStatus: ((id: string, after?: () => void) => void) | undefined
  readonly downloads: ComponentChildren
  readonly content: ComponentChildren
}

interface ClipReviewProps {
  api: Client
  prId: number
  moId: number
  /** Absent until it is known: what there is to see is loaded meanwhile. */
  access: ReviewAccess | undefined
  choices: readonly ReviewStatusChoice[]
  /** What is shown of a clip while there is nothing to play; by default what the clip alone says about it. */
  missing?: (clip: ReviewedClip) => ComponentChildren
  panels?: readonly Panel[]
  children: (parts: ReviewParts) => ComponentChildren
}

/** A clip with its player, its comments, its review status and its downloads, for the team and for visitors alike. */
export function ClipReview(props: ClipReviewProps) {
  const { api, prId, moId, access, choices, missing, panels = [], children } = props
  const clip = useResource(signal => loadClip(api, prId, moId, signal), [api, prId, moId])
  const files = useFileTurn(clip.data)
  const wanted = useSignal<number | undefined>(undefined)
  const mayPlayOriginal = access?.mayDownload.originals === true
  const found = useRef<{ readonly of: string; readonly sources: Sources } | undefined>(undefined)
  const film = useResource(
    async signal => {
      const known = found.current?.of === files ? found.current.sources : undefined
      const sources = await findFilm(api, prId, moId, signal, { wanted: wanted.value, mayPlayOriginal, known })
      found.current = { of: files, sources }
      return sources
    },
    [api, prId, moId, files, wanted.value, mayPlayOriginal],
  )
  const timeLine = useResource(signal => findTimeLine(api, prId, moId, signal), [api, prId, moId, files])
  const threads = useThreads(api, prId, moId)
  const status = useStatus({ api, prId, access, choices }, clip.data, clip.reload)
  const loaded = clip.data
  const setStatus = (id: string, after?: () => void) => {
    const set = () => {
      void status.set(id)
      after?.()
    }
    if (access?.introduction) access.introduction.ask(set)
    else set()
  }
  return (
    <>
      {children({
        clip: loaded,
        status: loaded && access && (
          <ReviewStatus status={status.shown} choices={choices} mayChange={access.maySetStatus} onStatus={setStatus} />
        ),
        reviewStatus: status.shown,
        onStatus: loaded && access?.maySetStatus ? setStatus : undefined,
        downloads: loaded && access && <Downloads access={access} files={loaded.mediaObjectInstances ?? []} />,
        content: (
          <Loaded resource={clip}>
            {shown => (
              <Loaded resource={film}>
                {found =>
                  access && (
                    <LoadedReview
                      key={shown.id}
                      access={access}
                      clip={shown}
                      sources={{ ...found, ...timeLine.data }}
                      threads={threads}
                      choices={choices}
                      panels={panels}
                      {...(missing ? { missing } : {})}
                      onClipChanged={clip.reload}
                      onStatus={access.maySetStatus ? setStatus : undefined}
                      onQuality={id => {
                        wanted.value = id
                      }}
                    />
                  )
                }
              </Loaded>
            )}
          </Loaded>
        ),
      })}
    </>
  )
}

/** Changes when the files of a clip do. Others keep their addresses: a new one would restart the film. */
function useFileTurn(clip: ReviewedClip | undefined): string {
  const files = clip?.mediaObjectInstances
    ?.map(({ id, version }) => `${id}.${version}`)
    .sort()
    .join()
  const first = useRef(files)
  first.current ??= files
  return files === first.current ? '' : (files ?? '')
}
