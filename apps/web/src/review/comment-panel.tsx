import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Button } from '../design/button.tsx'
import { tellError } from '../design/toasts.tsx'
import { assign, bind } from '../platform/bind.ts'
import { leave } from '../platform/unsaved.ts'
import type { Film } from '../player/film.ts'
import { type FrameFormat, writeTimecode } from '../player/frames.ts'
import type { ReviewAccess } from './access.ts'
import { CommentFilter, fits } from './comment-filter.tsx'
import { CommentForm, type Remark } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { type Comment, isResolved, resolvedTag, type Thread } from './comments.ts'
import { FramePicture } from './frame-picture.tsx'
import type { FramePictures } from './frame-pictures.ts'
import { texts } from './messages.ts'
import { parseBox } from './spatial.ts'

interface CommentPanelProps {
  access: ReviewAccess
  moId: number
  film: Film
  format: FrameFormat
  threads: readonly Thread[]
  /** Shown instead of the comment field to those who may not write yet. */
  invitation: ComponentChildren
  /** Small pictures of what is commented; absent until the film itself is shown. */
  pictures: FramePictures | undefined
  /** The thread whose frame and mark are shown. */
  chosen: number | undefined
  isDrawing: boolean
  hasMark: boolean
  /** Whether comments are about frames: not those on a picture or a document. */
  hasFrames: boolean
  /** Whether there is a picture to mark something on. */
  hasPicture: boolean
  onDraw: (isDrawing: boolean) => void
  onChoose: (thread: Thread) => void
  /** Sends a comment on the frame that is shown, or a reply to one; shows it. */
  onSend: (remark: Remark, replyTo?: Comment) => Promise<void>
  /** After anything else was changed. */
  onChanged: () => void
}

/** What was said about the clip, and a field to say more about the frame that is shown. */
export function CommentPanel(props: CommentPanelProps) {
  const { access, film, format, threads, invitation, pictures, chosen, isDrawing, hasMark } = props
  const { hasFrames, hasPicture } = props
  const { onDraw, onChoose, onSend, onChanged } = props
  const filter = useSignal('all')
  const answered = useSignal<number | undefined>(undefined)
  const list = useRef<HTMLOListElement>(null)
  // One that is being answered stays, whatever the filter.
  const shown = threads.filter(thread => thread.id === answered.value || fits(thread, filter.value, access))
  /** Replies and edits that were begun are not lost unasked. */
  const leaveThreads = (go: () => void) => leave(go, list.current ?? undefined)
  const patch = async ({ id }: Comment, values: Record<string, unknown>) => {
    const body = Object.entries(values).map(([name, value]) => ({ op: 'add' as const, path: `/${name}`, value }))
    await access.api.annotations.patchAnnotation({ prId: access.prId, anId: id, body, ...atOnce })
    onChanged()
  }
  const edit = (comment: Comment, { description, tags, mentionIds }: Remark) =>
    patch(comment, { description, tags: isResolved(comment) ? [...tags, resolvedTag] : tags, mentionIds })
  const resolve = (comment: Comment, isSettled: boolean) => {
    const others = comment.tags.filter(tag => tag !== resolvedTag)
    patch(comment, { tags: isSettled ? [...others, resolvedTag] : others }).catch(tellError)
  }
  const remove = (comment: Comment) => {
    access.api.annotations
      .deleteAnnotation({ prId: access.prId, anId: comment.id, ...atOnce })
      .then(onChanged, tellError)
  }
  return (
    <section class="comments" aria-label={texts('comments')}>
      {access.mayComment ? (
        <>
          <CommentForm
            label={
              hasFrames ? texts('write', { timecode: writeTimecode(film.frame.value, format) }) : texts('writeAlone')
            }
            action={texts('send')}
            people={access.people}
            tools={
              hasPicture && (
                <Button kind="plain" aria-pressed={isDrawing} onClick={() => onDraw(!isDrawing)}>
                  {texts(hasMark ? 'unmark' : 'draw')}
                </Button>
              )
            }
            onBegin={() => film.pause()}
            onSend={remark => onSend(remark)}
          />
          {isDrawing && !hasMark && <p class="field-hint">{texts('drawHint')}</p>}
        </>
      ) : (
        invitation
      )}
      <div class="comments-head">
        <h2>{texts('commentCount', { count: threads.filter(({ isDeleted }) => !isDeleted).length })}</h2>
        <CommentFilter threads={threads} {...bind(filter)} />
      </div>
      {shown.length === 0 && <p class="field-hint">{texts(threads.length === 0 ? 'none' : 'noneFits')}</p>}
      <ol class="threads" ref={list}>
        {shown.map(thread => (
          <li key={thread.id} class="thread" data-chosen={thread.id === chosen} data-settled={isResolved(thread)}>
            {pictures && (
              <FramePicture
                pictures={pictures}
                frame={thread.start}
                box={parseBox(thread.spatial ?? '')}
                label={texts('picture', { timecode: writeTimecode(thread.start, format) })}
              />
            )}
            <CommentItem
              comment={thread}
              access={access}
              head={
                (hasFrames || thread.spatial !== undefined) && (
                  <Button kind="plain" class="thread-place" onClick={() => onChoose(thread)}>
                    {hasFrames ? writeTimecode(thread.start, format) : texts('showMark')}
                  </Button>
                )
              }
              onEdit={edit}
              onRemove={remove}
              onResolve={resolve}
              onReply={
                access.mayComment && !thread.isDeleted ? () => leaveThreads(assign(answered, thread.id)) : undefined
              }
            />
            {thread.replies.map(reply => (
              <div class="thread-reply" key={reply.id}>
                <CommentItem comment={reply} access={access} onEdit={edit} onRemove={remove} />
              </div>
            ))}
            {answered.value === thread.id && !thread.isDeleted && (
              <div class="thread-reply">
                <CommentForm
                  label={texts('replyTo', { author: thread.author || texts('someone') })}
                  action={texts('reply')}
                  people={access.people}
                  isAwaited
                  onCancel={assign(answered, undefined)}
                  onSend={async remark => {
                    await onSend(remark, thread)
                    answered.value = undefined
                  }}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The answer comes once a search finds what was changed. */
const atOnce = { query: { waitForIndex: true } }
