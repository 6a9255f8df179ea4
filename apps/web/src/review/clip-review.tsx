import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { Loaded } from '../design/loaded.tsx'
import { tellError } from '../design/toasts.tsx'
import { useEvents } from '../platform/live.ts'
import { useResource } from '../platform/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { Film } from '../player/film.ts'
import { toFrameFormat } from '../player/frames.ts'
import { Player } from '../player/player.tsx'
import { findSources, type Sources } from '../player/sources.ts'
import type { ReviewAccess } from './access.ts'
import type { Remark } from './comment-form.tsx'
import { CommentPanel } from './comment-panel.tsx'
import { type Comment, listThreads, type Thread } from './comments.ts'
import { Downloads } from './downloads.tsx'
import { Drawing } from './drawing.tsx'
import { loadClip, type ReviewedClip } from './load-clip.ts'
import { ReviewStatus, type StatusChoice } from './review-status.tsx'
import { type Box, formatBox, parseBox } from './spatial.ts'
import './review.css'

interface ClipReviewProps {
  access: ReviewAccess
  moId: number
  choices: readonly StatusChoice[]
}

/** A clip with its player, its comments, its review status and its downloads, for the team and for visitors alike. */
export function ClipReview({ access, moId, choices }: ClipReviewProps) {
  const { api, prId } = access
  const clip = useResource(signal => loadClip(api, prId, moId, signal), [api, prId, moId])
  const sources = useResource(signal => findSources(api, prId, moId, signal), [api, prId, moId, clip.data?.version])
  return (
    <Loaded resource={clip}>
      {loaded => (
        <Loaded resource={sources}>
          {found => (
            <LoadedReview
              key={loaded.id}
              access={access}
              clip={loaded}
              sources={found}
              choices={choices}
              onClipChanged={clip.reload}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

/** How often a visitor's page asks for news. */
const askEveryMs = 3000

interface LoadedReviewProps extends Omit<ClipReviewProps, 'moId'> {
  clip: ReviewedClip
  sources: Sources
  onClipChanged: () => void
}

function LoadedReview({ access, clip, sources, choices, onClipChanged }: LoadedReviewProps) {
  const { api, prId } = access
  const moId = clip.id
  const format = useMemo(() => toFrameFormat(clip), [clip.id])
  const film = useMemo(() => new Film(format.rate, clip.frameCount), [clip.id, clip.frameCount])
  const threads = useResource(signal => listThreads(api, prId, moId, signal), [api, prId, moId])
  const chosen = useSignal<number | undefined>(Number(getQuery('comment')) || undefined)
  const isDrawing = useSignal(false)
  const drawn = useSignal<Box | undefined>(undefined)
  useNews(access, moId, threads.reload, onClipChanged)

  const choose = (thread: Thread) => {
    film.pause()
    film.seek(thread.start)
    chosen.value = thread.id
    setQuery({ comment: String(thread.id) })
  }
  const linked = threads.data?.find(({ id }) => id === chosen.value)
  // A link to a comment opens its frame, once.
  useEffect(() => {
    if (linked) film.seek(linked.start)
  }, [linked?.id, film])

  const send = async (remark: Remark, replyTo?: Comment) => {
    const start = replyTo?.start ?? film.frame.value
    const box = replyTo ? undefined : drawn.value
    const body = {
      ...remark,
      funnel: 'ReviewComment',
      start,
      end: start + 1,
      ...(box ? { spatial: formatBox(box) } : {}),
      ...(replyTo ? { relatedToId: replyTo.id } : {}),
    }
    const created = await api.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query: atOnce })
    drawn.value = undefined
    isDrawing.value = false
    if (!replyTo) chosen.value = created.id
    threads.reload()
  }
  const setStatus = (status: string) => {
    const body = [{ op: 'add' as const, path: '/reviewStatus', value: status }]
    api.annotations.patchMediaObjectAnnotation({ prId, moId, body }).then(onClipChanged, tellError)
  }
  const marks = useComputed(() =>
    (threads.data ?? [])
      .filter(({ id, start }) => id === chosen.value && start === film.frame.value)
      .flatMap(({ spatial }) => parseBox(spatial ?? '') ?? []),
  )
  return (
    <div class="review">
      <div class="review-film">
        <Player
          film={film}
          format={format}
          sources={sources}
          pins={(threads.data ?? []).map(thread => ({
            id: thread.id,
            frame: thread.start,
            label: thread.description,
            onChoose: () => choose(thread),
          }))}
          shots={clip.shots}
        >
          <Drawing shown={marks.value} drawn={drawn} isDrawing={isDrawing.value} />
        </Player>
        <div class="review-foot">
          <h1>{clip.name}</h1>
          <ReviewStatus
            status={clip.reviewStatus}
            choices={choices}
            mayChange={access.maySetStatus}
            onStatus={setStatus}
          />
          <Downloads access={access} moId={moId} />
        </div>
      </div>
      <Loaded resource={threads}>
        {data => (
          <CommentPanel
            access={access}
            moId={moId}
            film={film}
            format={format}
            threads={data}
            chosen={chosen.value}
            isDrawing={isDrawing.value}
            hasMark={drawn.value !== undefined}
            onDraw={wanted => {
              if (drawn.value) drawn.value = undefined
              else film.pause()
              isDrawing.value = wanted
            }}
            onChoose={choose}
            onSend={send}
            onChanged={threads.reload}
          />
        )}
      </Loaded>
    </div>
  )
}

/** The answer comes once a search finds the comment. */
const atOnce = { waitForIndex: true }

/** Loads comments and clip anew when something happens to them elsewhere. */
function useNews(access: ReviewAccess, moId: number, onComments: () => void, onClip: () => void): void {
  useEvents(access.api, access.isLive ? access.prId : undefined, ({ type, object, verb }) => {
    if (object?.mediaObjectId !== moId && object?.id !== moId) return
    if (type === 'Media.update' || type === 'Media.instance.proxy.online') onClip()
    else if (type === 'Annotation.create' || verb?.startsWith('Annotation.')) onComments()
  })
  useEffect(() => {
    if (access.isLive) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') onComments()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [access.isLive])
}
