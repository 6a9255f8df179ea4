import { useSignal } from '@preact/signals'
import { Button } from '../design/button.tsx'
import { SelectField } from '../design/field.tsx'
import { tellError } from '../design/toasts.tsx'
import type { Film } from '../player/film.ts'
import { type FrameFormat, writeTimecode } from '../player/frames.ts'
import type { ReviewAccess } from './access.ts'
import { CommentForm, type Remark } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { Comment, Thread } from './comments.ts'
import { texts } from './messages.ts'
import { readPieces } from './remark.ts'

interface CommentPanelProps {
  access: ReviewAccess
  moId: number
  film: Film
  format: FrameFormat
  threads: readonly Thread[]
  /** The thread whose frame and mark are shown. */
  chosen: number | undefined
  isDrawing: boolean
  hasMark: boolean
  onDraw: (isDrawing: boolean) => void
  onChoose: (thread: Thread) => void
  /** Sends a comment on the frame that is shown, or a reply to one; shows it. */
  onSend: (remark: Remark, replyTo?: Comment) => Promise<void>
  /** After anything else was changed. */
  onChanged: () => void
}

/** What was said about the clip, and a field to say more about the frame that is shown. */
export function CommentPanel(props: CommentPanelProps) {
  const { access, film, format, threads, chosen, isDrawing, hasMark, onDraw, onChoose, onSend, onChanged } = props
  const filter = useSignal('all')
  const answered = useSignal<number | undefined>(undefined)
  const tags = [...new Set(threads.flatMap(listTags))].sort()
  const shown = threads.filter(thread => fits(thread, filter.value, access))
  const edit = async (comment: Comment, { description, tags: newTags, mentionIds }: Remark) => {
    const values = { description, tags: newTags, mentionIds }
    const body = Object.entries(values).map(([name, value]) => ({ op: 'add' as const, path: `/${name}`, value }))
    await access.api.annotations.patchAnnotation({ prId: access.prId, anId: comment.id, body, ...atOnce })
    onChanged()
  }
  const remove = (comment: Comment) => {
    access.api.annotations
      .deleteAnnotation({ prId: access.prId, anId: comment.id, ...atOnce })
      .then(onChanged, tellError)
  }
  return (
    <section class="comments" aria-label={texts('comments')}>
      {access.mayComment && (
        <div class="comments-new">
          <CommentForm
            label={texts('write', { timecode: writeTimecode(film.frame.value, format) })}
            action={texts('send')}
            people={access.people}
            onBegin={() => film.pause()}
            onSend={remark => onSend(remark)}
          />
          <div class="actions">
            <Button kind="plain" aria-pressed={isDrawing} onClick={() => onDraw(!isDrawing)}>
              {texts(hasMark ? 'unmark' : 'draw')}
            </Button>
          </div>
          {isDrawing && !hasMark && <p class="field-hint">{texts('drawHint')}</p>}
        </div>
      )}
      <SelectField
        label={texts('filter')}
        value={filter.value}
        options={[
          ['all', texts('all')],
          ['mine', texts('mine')],
          ...tags.map(tag => [`#${tag}`, texts('tagged', { tag })] as const),
        ]}
        onValue={value => {
          filter.value = value
        }}
      />
      {shown.length === 0 && <p class="field-hint">{texts('none')}</p>}
      <ol class="threads">
        {shown.map(thread => (
          <li key={thread.id} class="thread" data-chosen={thread.id === chosen}>
            <CommentItem
              comment={thread}
              access={access}
              head={
                <Button kind="plain" class="thread-place" onClick={() => onChoose(thread)}>
                  {writeTimecode(thread.start, format)}
                </Button>
              }
              onEdit={edit}
              onRemove={remove}
              onReply={
                access.mayComment
                  ? () => {
                      answered.value = thread.id
                    }
                  : undefined
              }
            />
            {thread.replies.map(reply => (
              <div class="thread-reply" key={reply.id}>
                <CommentItem comment={reply} access={access} onEdit={edit} onRemove={remove} />
              </div>
            ))}
            {answered.value === thread.id && (
              <div class="thread-reply">
                <CommentForm
                  label={texts('replyTo', { author: thread.author || texts('someone') })}
                  action={texts('reply')}
                  people={access.people}
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

function listTags({ description, replies }: Thread): string[] {
  return [description, ...replies.map(reply => reply.description)]
    .flatMap(readPieces)
    .flatMap(piece => ('tag' in piece ? [piece.tag] : []))
}

function fits(thread: Thread, filter: string, { me }: ReviewAccess): boolean {
  if (filter === 'all') return true
  if (filter.startsWith('#')) return listTags(thread).includes(filter.slice(1))
  return me.sharedUserId === undefined
    ? thread.creatorId === me.userId
    : thread.createdBySharedUserId === me.sharedUserId
}
