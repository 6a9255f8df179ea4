import type { Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import { EmptyState } from '../../design/lists/empty-state.tsx'
import { assign } from '../../platform/bind.ts'
import { lazy } from '../../platform/lazy.tsx'
import type { Film } from '../../player/film.ts'
import type { FrameFormat } from '../../player/frames.ts'
import type { ReviewAccess } from '../access.ts'
import { copyLinkTo } from '../commands/links.ts'
import type { Sketch } from '../drawing/sketch.ts'
import { texts } from '../messages.ts'
import type { FramePictures } from '../pictures/frame-pictures.ts'
import type { Attachments } from './attachments/attachments.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { type Comment, isResolved, type Thread } from './comments.ts'
import { Composer } from './composer.tsx'
import { FilterBar } from './filter-bar.tsx'
import { fits, type Order, sortThreads } from './filters.ts'
import { writePlace } from './frame-chip.tsx'
import type { Writing } from './writes/writing.ts'

// Pictures of comments come after that of the film.
const FramePicture = lazy(() => import('../pictures/frame-picture.tsx').then(part => part.FramePicture))

export interface CommentPanelProps {
  access: ReviewAccess
  moId: number
  film: Film
  format: FrameFormat
  threads: readonly Thread[]
  writing: Writing
  /** Small pictures of what is commented; absent until the film itself is shown. */
  pictures: FramePictures | undefined
  /** The thread whose frame and drawing are shown. */
  chosen: number | undefined
  /** The thread that is being answered. */
  answered: Signal<number | undefined>
  filter: Signal<string>
  order: Signal<Order>
  sketch: Sketch
  isInternal: Signal<boolean>
  attachments: Attachments
  /** Whether comments are about frames: not those on a picture or a document. */
  hasFrames: boolean
  /** Whether there is a picture to draw on. */
  hasPicture: boolean
  onDraw?: (() => void) | undefined
  onChoose: (thread: Thread) => void
  /** The page to which links to comments lead; this one where nothing is said. */
  address?: string | undefined
}

/** What was said about the clip, and a field to say more about the frame or the part that is marked. */
export function CommentPanel(props: CommentPanelProps) {
  const { access, moId, film, format, threads, writing, pictures, chosen, answered } = props
  const { filter, order, sketch, isInternal, attachments, hasFrames, hasPicture, onDraw, onChoose, address } = props
  const list = useRef<HTMLOListElement>(null)
  // One that is being answered stays, whatever the filter.
  const fitting = threads.filter(thread => thread.id === answered.value || fits(thread, filter.value, access))
  const shown = sortThreads(fitting, order.value)
  useEffect(() => {
    if (chosen !== undefined) list.current?.querySelector('[data-chosen="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen, shown.length > 0])
  const copyLink = ({ id }: Comment) => copyLinkTo({ comment: String(id) }, address)
  return (
    <section class="comments" aria-label={texts('comments')}>
      <h2 class="only-heard">
        {texts('commentCount', { count: threads.filter(({ isDeleted }) => !isDeleted).length })}
      </h2>
      <FilterBar
        threads={threads}
        access={access}
        filter={filter.value}
        onFilter={value => {
          filter.value = value
        }}
        order={order.value}
        onOrder={value => {
          order.value = value
        }}
      />
      <ol class="threads" ref={list}>
        {shown.map(thread => (
          <li key={thread.id} class="thread" data-chosen={thread.id === chosen} data-settled={isResolved(thread)}>
            <CommentItem
              comment={thread}
              access={access}
              head={
                <ThreadHead {...{ thread, format, hasFrames, onChoose, pictures }} isChosen={thread.id === chosen} />
              }
              onEdit={writing.edit}
              onRemove={writing.remove}
              onConfine={mayConfine(access, thread) ? isOn => writing.confine(thread, isOn) : undefined}
              onResolve={thread.id > 0 ? writing.resolve : undefined}
              onReply={
                access.mayComment && !thread.isDeleted && thread.id > 0 ? assign(answered, thread.id) : undefined
              }
              onCopyLink={thread.id > 0 ? () => copyLink(thread) : undefined}
            />
            {(thread.replies.length > 0 || answered.value === thread.id) && (
              <ul class="thread-replies">
                {thread.replies.map(reply => (
                  <li key={reply.id}>
                    <CommentItem comment={reply} access={access} onEdit={writing.edit} onRemove={writing.remove} />
                  </li>
                ))}
                {answered.value === thread.id && !thread.isDeleted && (
                  <li>
                    <CommentForm
                      label={texts('replyTo', { author: thread.author || texts('someone') })}
                      placeholder={texts('replyTo', { author: thread.author || texts('someone') })}
                      action={texts('reply')}
                      people={access.people}
                      draft={`reply.${thread.id}`}
                      isAwaited
                      signature={access.introduction?.fields}
                      onCancel={assign(answered, undefined)}
                      onSend={async remark => {
                        await writing.send(remark, thread)
                        answered.value = undefined
                      }}
                    />
                  </li>
                )}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {shown.length === 0 && (
        <EmptyState
          text={texts(threads.length === 0 ? 'none' : 'noneFits')}
          action={threads.length > 0 && <Button onClick={assign(filter, 'all')}>{texts('showAll')}</Button>}
        />
      )}
      {access.mayComment && (
        <Composer
          {...{ access, film, format, sketch, isInternal, attachments, hasFrames, hasPicture, onDraw, moId }}
          onSend={writing.send}
        />
      )}
    </section>
  )
}

/** Whether a thread may be made one for the team only: not where visitors have written in it. */
function mayConfine({ shareId }: ReviewAccess, thread: Thread): boolean {
  const isOfTeam = [thread, ...thread.replies].every(comment => comment.createdBySharedUserId === undefined)
  return shareId === undefined && isOfTeam && thread.id > 0
}

interface ThreadHeadProps {
  thread: Thread
  format: FrameFormat
  hasFrames: boolean
  isChosen: boolean
  pictures: FramePictures | undefined
  onChoose: (thread: Thread) => void
}

/** Where a comment is, whether it has a drawing, and the picture there. */
function ThreadHead({ thread, format, hasFrames, isChosen, pictures, onChoose }: ThreadHeadProps) {
  const hasDrawing = thread.strokes.length > 0
  const place = writePlace(thread, format)
  return (
    <div class="thread-head">
      {pictures && (
        <FramePicture
          pictures={pictures}
          frame={thread.start}
          strokes={thread.strokes}
          label={texts('picture', { timecode: place })}
        />
      )}
      {(hasFrames || hasDrawing) && (
        <Button
          kind="quiet"
          small
          class="thread-place"
          aria-current={isChosen ? 'true' : undefined}
          onClick={() => onChoose(thread)}
        >
          {hasFrames ? place : texts('showMark')}
        </Button>
      )}
      {hasDrawing && hasFrames && <span class="comment-origin">{texts('drawing')}</span>}
    </div>
  )
}
