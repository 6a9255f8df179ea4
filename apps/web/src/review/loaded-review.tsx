import { computed, useSignal } from '@preact/signals'
import type { ReviewStatusChoice } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Loaded } from '../design/loaded.tsx'
import { toHue, toInitials } from '../design/people.ts'
import { Tabs } from '../design/tabs.tsx'
import { useCommands } from '../platform/commands.ts'
import { useEvents } from '../platform/live.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { useSoon } from '../platform/soon.ts'
import { Captions } from '../player/captions.ts'
import { Film } from '../player/film.ts'
import { toFrameFormat } from '../player/frames.ts'
import { Player } from '../player/player.tsx'
import { isSound, isStill } from '../player/screen.tsx'
import type { Sources } from '../player/sources.ts'
import type { ReviewAccess } from './access.ts'
import { CommentPanel } from './comments/comment-panel.tsx'
import { isResolved, type Thread, toPerson } from './comments/comments.ts'
import { fits, type Order } from './comments/filters.ts'
import type { Threads } from './comments/threads.ts'
import { createWriting } from './comments/writing.ts'
import { DrawTools } from './drawing/draw-tools.tsx'
import { Drawing } from './drawing/drawing.tsx'
import { Sketch } from './drawing/sketch.ts'
import { MissingFilm } from './files/missing-film.tsx'
import type { ReviewedClip } from './load-clip.ts'
import { texts } from './messages.ts'
import { hasFrames } from './no-film.ts'
import { FramePictures } from './pictures/frame-pictures.ts'
import { createReviewKeys, listReviewCommands } from './review-keys.ts'

/** A panel beside the comments. */
export interface Panel {
  readonly name: string
  readonly text: string
  readonly content: (film: Film, clip: ReviewedClip, reload: () => void) => ComponentChildren
}

interface LoadedReviewProps {
  access: ReviewAccess
  clip: ReviewedClip
  sources: Sources
  threads: Threads
  choices: readonly ReviewStatusChoice[]
  invitation?: ComponentChildren
  panels: readonly Panel[]
  missing?: (clip: ReviewedClip) => ComponentChildren
  onClipChanged: () => void
  onStatus: ((status: string) => void) | undefined
  onQuality: (id: number) => void
}

/** The stage and the panels of a clip that is there. */
export function LoadedReview(props: LoadedReviewProps) {
  const { access, clip, sources, threads, choices, invitation, panels, missing, onClipChanged, onStatus, onQuality } =
    props
  const { api, prId } = access
  const moId = clip.id
  // What a film is, is known once it has been ingested; until then anything else that changes leaves it where it is.
  const kind = JSON.stringify([moId, clip.sampleRate, clip.timecode])
  const format = useMemo(() => toFrameFormat(clip), [kind])
  const film = useMemo(() => createFilm(format.rate, clip.frameCount), [kind, clip.frameCount])
  const captions = useMemo(() => new Captions(api, { prId, moId }, format), [api, prId, moId, format])
  const pictures = useMemo(
    () => (sources.film === undefined || isStill(sources) ? undefined : new FramePictures(sources.film, format.rate)),
    [sources.film, format],
  )
  useEffect(() => () => pictures?.close(), [pictures])
  useEffect(() => {
    if (!hasFrames(clip)) return undefined
    const stopper = new AbortController()
    // Without them there is still the film.
    captions.find(stopper.signal).catch(() => {})
    return () => stopper.abort()
  }, [captions])
  const chosen = useSignal<number | undefined>(Number(getQuery('comment')) || undefined)
  const answered = useSignal<number | undefined>(undefined)
  const filter = useSignal('all')
  const order = useSignal<Order>('time')
  const sketch = useMemo(() => new Sketch(), [moId])
  useNews(access, moId, threads, onClipChanged)
  const root = useRef<HTMLDivElement>(null)
  const hasPicture = sources.film !== undefined && !isSound(sources)

  const show = (panel: string) => setQuery({ panel: panel === 'comments' ? undefined : panel })
  const choose = (thread: Thread) => {
    film.pause()
    chosen.value = thread.id
    setQuery({ comment: String(thread.id), panel: undefined })
    if (thread.range) film.playSpan({ inFrame: thread.range.start, outFrame: thread.range.end })
    else film.seek(thread.start)
  }
  const linked = threads.data?.find(({ id }) => id === chosen.value)
  // A link to a comment opens its frame, once.
  const awaited = useRef(chosen.value)
  useEffect(() => {
    if (linked && linked.id === awaited.current) film.seek(linked.start)
  }, [linked?.id, film])
  const draw = () => {
    if (sketch.isOpen.value) sketch.close()
    else {
      film.pause()
      sketch.open()
    }
  }
  const writing = useMemo(
    () =>
      createWriting({
        api,
        prId,
        moId,
        film,
        sketch,
        onCreated: id => {
          chosen.value = id
        },
        onChanged: () => threads.catchUp(),
      }),
    [api, prId, moId, film, sketch, threads.catchUp],
  )
  const fitting = (threads.data ?? []).filter(thread => fits(thread, filter.value, access))
  const latest = useRef({ choose, draw, fitting, linked, onStatus, choices, writing })
  latest.current = { choose, draw, fitting, linked, onStatus, choices, writing }
  const keys = useMemo(
    () => createReviewKeys({ access, film, captions, hasPicture, root, answered, chosen, now: () => latest.current }),
    [access, film, captions, hasPicture],
  )
  useCommands(listReviewCommands(keys, access.mayComment))
  const here = getQuery('panel') ?? 'comments'
  const count = threads.data?.filter(({ isDeleted }) => !isDeleted).length ?? 0
  const comments = (
    <Loaded resource={threads}>
      {data => (
        <CommentPanel
          {...{ access, moId, film, format, writing, invitation, answered, filter, order, sketch, hasPicture }}
          threads={data}
          pictures={film.isShown.value ? pictures : undefined}
          chosen={chosen.value}
          hasFrames={hasFrames(clip) && clip.frameCount > 0}
          onDraw={draw}
          onChoose={choose}
        />
      )}
    </Loaded>
  )
  return (
    <div class="review" ref={root}>
      <Player
        film={film}
        format={format}
        sources={sources}
        chosen={chosen.value}
        captions={captions}
        onQuality={onQuality}
        pins={(threads.data ?? []).map(thread => ({
          id: thread.id,
          frame: thread.start,
          end: thread.range?.end,
          label: thread.isDeleted ? texts('deleted') : thread.description,
          initials: toInitials(thread.author || texts('someone')),
          hue: toHue(toPerson(thread)),
          isSettled: isResolved(thread),
          onChoose: () => choose(thread),
        }))}
        shots={clip.shots}
        keys={keys}
        missing={missing ? missing(clip) : <MissingFilm access={access} clip={clip} />}
        tools={<DrawTools sketch={sketch} />}
      >
        <ShownDrawing film={film} thread={linked} sketch={hasPicture && access.mayComment ? sketch : undefined} />
        {sources.isOriginal === true && <span class="review-note">{texts('isOriginal')}</span>}
      </Player>
      <div class="review-panel">
        {panels.length === 0 ? (
          comments
        ) : (
          <Tabs
            label={texts('panels')}
            tabs={[
              ['comments', texts('commentsTab', { count })],
              ...panels.map(({ name, text }) => [name, text] as const),
            ]}
            here={panels.some(({ name }) => name === here) ? here : 'comments'}
            onTab={show}
          >
            {panels.find(({ name }) => name === here)?.content(film, clip, onClipChanged) ?? comments}
          </Tabs>
        )}
      </div>
      <Announcement threads={threads.data} access={access} />
    </div>
  )
}

/** At the frame that the address names. */
function createFilm(rate: Film['rate'], frameCount: number): Film {
  const film = new Film(rate, frameCount)
  const frame = Number(getQuery('t'))
  if (frame > 0) film.seek(frame)
  return film
}

interface ShownDrawingProps {
  film: Film
  thread: Thread | undefined
  sketch: Sketch | undefined
}

/** What was drawn with the chosen comment, while its frames are shown, and what is being drawn now. */
function ShownDrawing({ film, thread, sketch }: ShownDrawingProps) {
  const isThere = useMemo(
    () =>
      computed(() => {
        if (!thread) return false
        const { start, range } = thread
        return film.frame.value >= start && film.frame.value < (range?.end ?? start + 1)
      }),
    [film, thread],
  )
  return <Drawing ratio={film.ratio.value} shown={isThere.value && thread ? thread.strokes : []} sketch={sketch} />
}

/** Says once, to those who hear the page, that somebody else has commented. */
function Announcement({ threads, access }: { threads: readonly Thread[] | undefined; access: ReviewAccess }) {
  const known = useRef<ReadonlySet<number> | undefined>(undefined)
  const said = useSignal('')
  useEffect(() => {
    if (!threads) return
    const all = threads.flatMap(thread => [thread, ...thread.replies])
    const fresh = all.filter(comment => known.current && !known.current.has(comment.id) && !fitsMe(comment, access))
    known.current = new Set(all.map(({ id }) => id))
    const newest = fresh.at(-1)
    if (newest) said.value = texts('newComment', { author: newest.author || texts('someone') })
  }, [threads])
  return (
    <p class="only-heard" role="status">
      {said.value}
    </p>
  )
}

function fitsMe(comment: Parameters<typeof toPerson>[0], { me }: ReviewAccess): boolean {
  return me.sharedUserId === undefined
    ? comment.creatorId === me.userId
    : comment.createdBySharedUserId === me.sharedUserId
}

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
