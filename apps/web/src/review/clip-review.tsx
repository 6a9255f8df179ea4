import { type Signal, useSignal } from '@preact/signals'
import type { Client } from '@rushes/client'
import type { ReviewStatusChoice } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Loaded } from '../design/loaded.tsx'
import { tellError } from '../design/toasts.tsx'
import { useEvents } from '../platform/live.ts'
import { useResource } from '../platform/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { useSoon } from '../platform/soon.ts'
import { Film } from '../player/film.ts'
import { toFrameFormat } from '../player/frames.ts'
import { Player } from '../player/player.tsx'
import { isSound, isStill } from '../player/screen.tsx'
import { findFilm, findTimeLine, type Sources } from '../player/sources.ts'
import type { ReviewAccess } from './access.ts'
import type { Remark } from './comment-form.tsx'
import { CommentPanel } from './comment-panel.tsx'
import type { Comment, Thread } from './comments.ts'
import { Downloads } from './downloads.tsx'
import { Drawing } from './drawing.tsx'
import { FramePictures } from './frame-pictures.ts'
import { loadClip, type ReviewedClip } from './load-clip.ts'
import { texts } from './messages.ts'
import { MissingFilm } from './missing-film.tsx'
import { hasFrames } from './no-film.ts'
import { ReviewStatus } from './review-status.tsx'
import { type Box, formatBox, parseBox } from './spatial.ts'
import { type Threads, useThreads } from './threads.ts'
import './review.css'

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
  /** What stands below the player. */
  below?: (film: Film, clip: ReviewedClip, reload: () => void) => ComponentChildren
}

/** A clip with its player, its comments, its review status and its downloads, for the team and for visitors alike. */
export function ClipReview({ api, prId, moId, access, choices, invitation, missing, below }: ClipReviewProps) {
  const clip = useResource(signal => loadClip(api, prId, moId, signal), [api, prId, moId])
  const files = useFileTurn(clip.data)
  const film = useResource(signal => findFilm(api, prId, moId, signal), [api, prId, moId, files])
  const timeLine = useResource(signal => findTimeLine(api, prId, moId, signal), [api, prId, moId, files])
  const threads = useThreads(api, prId, moId)
  return (
    <Loaded resource={clip}>
      {loaded => (
        <Loaded resource={film}>
          {found =>
            access && (
              <LoadedReview
                key={loaded.id}
                access={access}
                clip={loaded}
                sources={{ ...found, ...timeLine.data }}
                threads={threads}
                choices={choices}
                invitation={invitation}
                {...(missing ? { missing } : {})}
                {...(below ? { below } : {})}
                onClipChanged={clip.reload}
              />
            )
          }
        </Loaded>
      )}
    </Loaded>
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

interface LoadedReviewProps extends Pick<ClipReviewProps, 'choices' | 'invitation' | 'missing' | 'below'> {
  access: ReviewAccess
  clip: ReviewedClip
  sources: Sources
  threads: Threads
  onClipChanged: () => void
}

function LoadedReview(props: LoadedReviewProps) {
  const { access, clip, sources, threads, choices, invitation, missing, below, onClipChanged } = props
  const { api, prId } = access
  const moId = clip.id
  // What a film is, is known once it has been ingested; until then anything else that changes keeps it where it stands.
  const kind = JSON.stringify([moId, clip.sampleRate, clip.timecode])
  const format = useMemo(() => toFrameFormat(clip), [kind])
  const film = useMemo(() => new Film(format.rate, clip.frameCount), [kind, clip.frameCount])
  const pictures = useMemo(
    () => (sources.film === undefined || isStill(sources) ? undefined : new FramePictures(sources.film, format.rate)),
    [sources.film, format],
  )
  useEffect(() => () => pictures?.close(), [pictures])
  const chosen = useSignal<number | undefined>(Number(getQuery('comment')) || undefined)
  const isDrawing = useSignal(false)
  const drawn = useSignal<Box | undefined>(undefined)
  useNews(access, moId, threads, onClipChanged)

  const place = useRef<HTMLDivElement>(null)
  /** On a small screen the comments stand below the picture, which is what they are about. */
  const bringIntoSight = () => place.current?.querySelector('.player-screen')?.scrollIntoView({ block: 'nearest' })
  const choose = (thread: Thread) => {
    bringIntoSight()
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
    threads.catchUp()
  }
  const setStatus = (status: string) => {
    const body = [{ op: 'add' as const, path: '/reviewStatus', value: status }]
    api.annotations.patchMediaObjectAnnotation({ prId, moId, body }).then(onClipChanged, tellError)
  }
  return (
    <div class="review">
      <div class="review-film" ref={place}>
        <Player
          film={film}
          format={format}
          sources={sources}
          pins={(threads.data ?? []).map(thread => ({
            id: thread.id,
            frame: thread.start,
            label: thread.isDeleted ? texts('deleted') : thread.description,
            onChoose: () => choose(thread),
          }))}
          shots={clip.shots}
          missing={missing ? missing(clip) : <MissingFilm access={access} clip={clip} />}
        >
          <MarkedPicture film={film} thread={linked} drawn={drawn} isDrawing={isDrawing.value} />
        </Player>
        <div class="review-foot">
          <h1>{clip.name}</h1>
          <ReviewStatus
            status={clip.reviewStatus}
            choices={choices}
            mayChange={access.maySetStatus}
            onStatus={setStatus}
          />
          <Downloads access={access} files={clip.mediaObjectInstances ?? []} />
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
            invitation={invitation}
            pictures={film.isShown.value ? pictures : undefined}
            chosen={chosen.value}
            isDrawing={isDrawing.value}
            hasMark={drawn.value !== undefined}
            hasFrames={hasFrames(clip)}
            hasPicture={sources.film !== undefined && !isSound(sources)}
            onDraw={wanted => {
              if (drawn.value) drawn.value = undefined
              else {
                film.pause()
                bringIntoSight()
              }
              isDrawing.value = wanted
            }}
            onChoose={choose}
            onSend={send}
            onChanged={() => threads.catchUp()}
          />
        )}
      </Loaded>
      {below && <div class="review-below">{below(film, clip, onClipChanged)}</div>}
    </div>
  )
}

interface MarkedPictureProps {
  film: Film
  thread: Thread | undefined
  drawn: Signal<Box | undefined>
  isDrawing: boolean
}

/** What was marked with the chosen comment, while its frame is shown, and what is being marked now. */
function MarkedPicture({ film, thread, drawn, isDrawing }: MarkedPictureProps) {
  const box = thread?.start === film.frame.value ? parseBox(thread.spatial ?? '') : undefined
  return <Drawing shown={box ? [box] : []} drawn={drawn} isDrawing={isDrawing} />
}

/** The answer comes once a search finds the comment. */
const atOnce = { waitForIndex: true }

/** After so long a search finds what was said just before. */
const indexMs = 1000

/** Reloads comments and clip when they change elsewhere. */
function useNews({ api, prId, shareId }: ReviewAccess, moId: number, threads: Threads, onClip: () => void): void {
  const lookSoon = useSoon(() => {
    threads.catchUp()
    onClip()
  }, indexMs)
  useEvents(
    api,
    { prId, shareId },
    event => {
      const { type, object, verb } = event
      if (object?.mediaObjectId !== moId && object?.id !== moId) return
      if (/^Media\.(update|instance\.)/.test(type)) onClip()
      else if (type === 'Annotation.create' || verb?.startsWith('Annotation.')) threads.catchUp(event)
    },
    lookSoon,
  )
}
