import { useSignal } from '@preact/signals'
import type { ReviewStatusChoice } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Loaded } from '../design/lists/loaded.tsx'
import { Tabs } from '../design/tabs.tsx'
import { useCommands } from '../platform/keys/commands.ts'
import { lazy } from '../platform/lazy.tsx'
import { getQuery, setQuery } from '../platform/router.tsx'
import { onFirstSign } from '../platform/writes/first-sign.ts'
import { Captions } from '../player/captions.ts'
import { Film } from '../player/film.ts'
import { type FrameFormat, toFrameFormat } from '../player/frames.ts'
import { Player } from '../player/player.tsx'
import { isSound, isStill } from '../player/screen.tsx'
import type { Sources } from '../player/sources.ts'
import type { ReviewAccess } from './access.ts'
import { LinkMenu, useLinkCommands } from './commands/link-menu.tsx'
import { goToLinked, readLinkedSubtitles, toCommentQuery } from './commands/links.ts'
import { listReviewCommands } from './commands/review-keys.ts'
import { CommentPanel } from './comments/comment-panel.tsx'
import type { Thread, toPerson } from './comments/comments.ts'
import { fits } from './comments/filters.ts'
import { type Threads, toPins } from './comments/threads.ts'
import { loadCommentSender } from './comments/writes/comment-writer.ts'
import { useCommenting } from './comments/writes/commenting.ts'
import { loadDrawn, ShownDrawing } from './drawing/shown-drawing.tsx'
import { MissingFilm } from './files/missing-film.tsx'
import type { ReviewedClip } from './load-clip.ts'
import { texts } from './messages.ts'
import { useNews } from './news.ts'
import { findPages, hasFrames } from './no-film.ts'
import { useFramePictures } from './pictures/use-frame-pictures.ts'

/** What draws is loaded before there may be no connection any more. */
const loadTools = () => import('./drawing/draw-tools.tsx')
const DrawTools = lazy(() => loadTools().then(part => part.DrawTools))
const ShownCaptions = lazy(() => import('../subtitles/picture/shown-captions.tsx').then(part => part.ShownCaptions))
const Pages = lazy(() => import('./pages/pages.tsx').then(part => part.Pages))

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
  panels: readonly Panel[]
  missing?: (clip: ReviewedClip) => ComponentChildren
  onClipChanged: () => void
  onStatus: ((status: string) => void) | undefined
  onQuality: (id: number) => void
}

/** The stage and the panels of a clip that is there. */
export function LoadedReview(props: LoadedReviewProps) {
  const { access, clip, sources, threads, choices, panels, missing, onClipChanged, onStatus, onQuality } = props
  const { api, prId } = access
  const moId = clip.id
  // What a film is, is known once it has been ingested; until then anything else that changes leaves it where it is.
  const kind = JSON.stringify([moId, clip.sampleRate, clip.timecode, clip.pictures?.toMilliseconds(clip.frameCount)])
  const pdf = access.mayDownload.originals ? findPages(clip) : undefined
  const isPaged = pdf !== undefined
  const format = useMemo(
    () => ({ ...toFrameFormat(clip), writePage: isPaged ? writePage : undefined }),
    [kind, isPaged],
  )
  // How many pages a document has is known once it has been opened.
  const frameCount = isPaged ? Number.MAX_SAFE_INTEGER : clip.frameCount
  const film = useMemo(() => createFilm(format, frameCount), [kind, frameCount])
  const captions = useMemo(() => new Captions(api, { prId, moId }), [api, prId, moId])
  // Those of comments come after that of the film itself.
  const isIllustrated = film.isShown.value && !isStill(sources) && (threads.data ?? []).length > 0
  const pictures = useFramePictures(isIllustrated ? sources.film : undefined, format)
  useEffect(() => {
    if (!hasFrames(clip)) return undefined
    const stopper = new AbortController()
    // Without them there is still the film.
    captions.find(stopper.signal, readLinkedSubtitles()).catch(() => {})
    return () => stopper.abort()
  }, [captions, hasFrames(clip)])
  const linkedId = Number(getQuery('comment')) || undefined
  const commenting = useCommenting({ access, moId, film, isPaged, threads, linkedId })
  const { chosen, answered, filter, sketch, writing } = commenting
  useEffect(() => {
    const forComments = access.mayComment ? [loadTools, loadCommentSender] : []
    return onFirstSign(() => Promise.all([loadDrawn, ...forComments].map(load => load())))
  }, [access.mayComment])
  useNews(access, moId, threads, onClipChanged)
  const root = useRef<HTMLDivElement>(null)
  const hasPicture = sources.film !== undefined && !isSound(sources)

  const show = (panel: string) => setQuery({ panel: panel === 'comments' ? undefined : panel })
  const choose = (thread: Thread) => {
    film.pause()
    chosen.value = thread.id
    // Nobody else can open what is not stored yet.
    if (thread.id > 0) setQuery(toCommentQuery(thread.id))
    if (thread.range) film.playSpan({ inFrame: thread.range.start, outFrame: thread.range.end })
    else film.seek(thread.start)
  }
  // What is linked to may be an answer.
  const linked = threads.data?.find(({ id, replies }) =>
    [id, ...replies.map(reply => reply.id)].includes(chosen.value ?? 0),
  )
  // A link to a comment opens its frame, once.
  const awaited = useRef(chosen.value)
  useEffect(() => {
    if (linked && awaited.current !== undefined && chosen.peek() === awaited.current) film.seek(linked.start)
  }, [linked?.id, film])
  const draw = () => {
    if (sketch.isOpen.value) sketch.close()
    else {
      film.pause()
      if (!sketch.isEmpty.value) film.seek(sketch.frame.value)
      sketch.open()
    }
  }
  const fitting = (threads.data ?? []).filter(thread => fits(thread, filter.value, access))
  const latest = useRef({ choose, draw, fitting, linked, onStatus, choices, writing })
  latest.current = { choose, draw, fitting, linked, onStatus, choices, writing }
  useCommands(
    listReviewCommands({ access, film, captions, hasPicture, root, answered, chosen, now: () => latest.current }),
  )
  const links = { film, captions }
  useLinkCommands(links, isPaged || (hasFrames(clip) && clip.frameCount > 0))
  const here = getQuery('panel') ?? 'comments'
  const count = threads.data?.filter(({ isDeleted }) => !isDeleted).length ?? 0
  const comments = (
    <Loaded resource={threads}>
      {data => (
        <CommentPanel
          {...{ access, moId, film, format, hasPicture }}
          {...commenting}
          threads={data}
          pictures={pictures}
          chosen={linked?.id ?? chosen.value}
          hasFrames={isPaged || (hasFrames(clip) && clip.frameCount > 0)}
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
        chosen={linked?.id ?? chosen.value}
        captions={captions}
        onQuality={onQuality}
        pins={toPins(threads.data ?? [], choose)}
        shots={clip.shots}
        missing={
          pdf ? (
            <Pages access={access} file={pdf} film={film} />
          ) : missing ? (
            missing(clip)
          ) : (
            <MissingFilm access={access} clip={clip} />
          )
        }
        tools={sketch.isOpen.value && <DrawTools sketch={sketch} />}
        links={<LinkMenu {...links} />}
      >
        {captions.isOn.value && <ShownCaptions film={film} captions={captions} />}
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

function writePage(frame: number): string {
  return texts('page', { number: frame + 1 })
}

/** At the frame or with the range that the address names. */
function createFilm({ rate, pictures }: FrameFormat, frameCount: number): Film {
  const film = new Film(rate, frameCount, pictures)
  goToLinked(film)
  return film
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
