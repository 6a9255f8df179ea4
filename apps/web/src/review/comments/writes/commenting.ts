import { effect, type Signal, signal, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Film } from '../../../player/film.ts'
import type { ReviewAccess } from '../../access.ts'
import { Sketch } from '../../drawing/sketch.ts'
import { Attachments } from '../attachments/attachments.ts'
import { keepAudience, keepDrawing, readAudience, readDrawing } from '../drafts.ts'
import type { Order } from '../filters.ts'
import type { Threads } from '../threads.ts'
import { createWriting, type Writing } from './writing.ts'

interface CommentingOptions {
  readonly access: ReviewAccess
  readonly moId: number
  readonly film: Film
  /** Whether the frames of the film are the pages of a document. */
  readonly isPaged: boolean
  readonly threads: Threads
  /** The comment that the address names. */
  readonly linkedId?: number | undefined
}

/** What somebody does with the comments of a clip: which one is shown, what is being said. */
interface Commenting {
  readonly chosen: Signal<number | undefined>
  readonly answered: Signal<number | undefined>
  readonly filter: Signal<string>
  readonly order: Signal<Order>
  readonly sketch: Sketch
  /** Whether what is said is for the team only. */
  readonly isInternal: Signal<boolean>
  readonly attachments: Attachments
  readonly writing: Writing
}

export function useCommenting(options: CommentingOptions): Commenting {
  const { access, moId, film, isPaged, threads, linkedId } = options
  const chosen = useSignal(linkedId)
  const answered = useSignal<number | undefined>(undefined)
  const filter = useSignal('all')
  const order = useSignal<Order>('time')
  const shownFilm = useRef(film)
  shownFilm.current = film
  const draft = toDraftName(access, moId)
  const sketch = useMemo(() => new Sketch(() => shownFilm.current.place, readDrawing(draft)), [draft])
  useEffect(
    () => effect(() => keepDrawing(draft, { frame: sketch.frame.value, strokes: sketch.strokes.value })),
    [draft, sketch],
  )
  const isInternal = useMemo(() => signal(readAudience(draft)), [draft])
  useEffect(() => effect(() => keepAudience(draft, isInternal.value)), [draft, isInternal])
  // The tools are for the frame of the drawing alone.
  useEffect(
    () =>
      effect(() => {
        if (!sketch.isEmpty.value && film.place !== sketch.frame.value) sketch.close()
      }),
    [film, sketch],
  )
  const attachments = useMemo(() => new Attachments(access), [moId])
  const known = useRef(threads.data ?? [])
  known.current = threads.data ?? []
  const writing = useMemo(
    () =>
      createWriting({
        access,
        moId,
        film,
        sketch,
        isPaged,
        isInternal,
        attachments,
        listThreads: () => known.current,
        onCreated: (id, before) => {
          if (before === undefined || chosen.value === before) chosen.value = id
        },
        onChanged: () => threads.catchUp(),
      }),
    [access, moId, film, sketch, isPaged, isInternal, attachments, threads.catchUp],
  )
  return { chosen, answered, filter, order, sketch, isInternal, attachments, writing }
}

/** Under what name a comment on a clip is kept until it is sent. */
export function toDraftName({ prId }: Pick<ReviewAccess, 'prId'>, moId: number): string {
  return `${prId}.${moId}`
}
