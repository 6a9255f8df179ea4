import { useSignal } from '@preact/signals'
import type { Client } from '@rushes/client'
import type { ReviewStatusChoice } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Loaded } from '../design/loaded.tsx'
import { tell, tellError } from '../design/toasts.tsx'
import { useResource } from '../platform/resource.ts'
import { findFilm, findTimeLine } from '../player/sources.ts'
import type { ReviewAccess } from './access.ts'
import { useThreads } from './comments/threads.ts'
import { Downloads } from './files/downloads.tsx'
import { loadClip, type ReviewedClip } from './load-clip.ts'
import { LoadedReview, type Panel } from './loaded-review.tsx'
import { texts } from './messages.ts'
import { ReviewStatus } from './review-status.tsx'
import { nameStatus } from './status-name.tsx'
import './review.css'

export type { Panel }

/** What a page puts into its frame; of a clip that is not there yet the content alone. */
export interface ReviewParts {
  readonly clip: ReviewedClip | undefined
  readonly status: ComponentChildren
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
  /** Shown instead of the comment field to those who may not write yet. */
  invitation?: ComponentChildren
  /** What is shown of a clip while there is nothing to play; by default what the clip alone says about it. */
  missing?: (clip: ReviewedClip) => ComponentChildren
  panels?: readonly Panel[]
  children: (parts: ReviewParts) => ComponentChildren
}

/** A clip with its player, its comments, its review status and its downloads, for the team and for visitors alike. */
export function ClipReview(props: ClipReviewProps) {
  const { api, prId, moId, access, choices, invitation, missing, panels = [], children } = props
  const clip = useResource(signal => loadClip(api, prId, moId, signal), [api, prId, moId])
  const files = useFileTurn(clip.data)
  const wanted = useSignal<number | undefined>(undefined)
  const mayPlayOriginal = access?.mayDownload.originals === true
  const film = useResource(
    signal => findFilm(api, prId, moId, signal, { wanted: wanted.value, mayPlayOriginal }),
    [api, prId, moId, files, wanted.value, mayPlayOriginal],
  )
  const timeLine = useResource(signal => findTimeLine(api, prId, moId, signal), [api, prId, moId, files])
  const threads = useThreads(api, prId, moId)
  const status = useStatus(api, prId, clip.data, clip.reload)
  const setStatus = (next: string) => {
    const choice = choices.find(({ id }) => id === next)
    status.set(next, choice ? nameStatus(choice) : next)
  }
  const loaded = clip.data
  return (
    <>
      {children({
        clip: loaded,
        status: loaded && access && (
          <ReviewStatus status={status.shown} choices={choices} mayChange={access.maySetStatus} onStatus={setStatus} />
        ),
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
                      invitation={invitation}
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

/** The review status, shown as chosen at once, and as it was where the service refuses the change. */
function useStatus(api: Client, prId: number, clip: ReviewedClip | undefined, reload: () => void) {
  const chosen = useSignal<{ readonly of: number; readonly status: string } | undefined>(undefined)
  const moId = clip?.id ?? 0
  const before = clip?.reviewStatus
  const write = async (status: string) => {
    chosen.value = { of: moId, status }
    try {
      const body = [{ op: 'add' as const, path: '/reviewStatus', value: status }]
      await api.annotations.patchMediaObjectAnnotation({ prId, moId, body })
    } finally {
      chosen.value = undefined
      reload()
    }
  }
  return {
    shown: chosen.value?.of === moId ? chosen.value.status : before,
    set(status: string, name: string) {
      write(status).then(() => {
        const undo = { text: texts('undo'), onChoose: () => void write(before ?? '').catch(tellError) }
        tell(texts('statusSet', { status: name }), 'info', before === undefined ? [] : [undo])
      }, tellError)
    },
  }
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
