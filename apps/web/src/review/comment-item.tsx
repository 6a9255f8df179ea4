import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../design/button.tsx'
import { ConfirmDialog } from '../design/dialog.tsx'
import { assign } from '../platform/bind.ts'
import { formatDate } from '../platform/translations.ts'
import { mayEdit, type ReviewAccess } from './access.ts'
import { CommentForm, type Remark } from './comment-form.tsx'
import { type Comment, isResolved } from './comments.ts'
import { texts } from './messages.ts'
import { readPieces, toTyped } from './remark.ts'

interface CommentItemProps {
  comment: Comment
  access: ReviewAccess
  /** Before the text: where it stands. */
  head?: ComponentChildren
  onEdit: (comment: Comment, remark: Remark) => Promise<void>
  onRemove: (comment: Comment) => void
  /** Opens the field for a reply; absent where none may be given. */
  onReply?: (() => void) | undefined
  /** Marks it as settled, or as open again; absent for replies. */
  onResolve?: ((comment: Comment, isSettled: boolean) => void) | undefined
}

/** One comment or reply, with what the reader may do with it. */
export function CommentItem({ comment, access, head, onEdit, onRemove, onReply, onResolve }: CommentItemProps) {
  const isEditing = useSignal(false)
  const isAsking = useSignal(false)
  const mayChange = mayEdit(access, comment) && !comment.isDeleted
  const author = comment.author === '' ? texts('someone') : comment.author
  return (
    <article class="comment" aria-label={author}>
      <header class="comment-head">
        {head}
        <strong>{author}</strong>
        <time class="field-hint">{formatDate(comment.created)}</time>
        {isResolved(comment) && <span class="tag">✓ {texts('resolved')}</span>}
      </header>
      {isEditing.value ? (
        <CommentForm
          label={texts('edit')}
          action={texts('save')}
          people={access.people}
          initial={toTyped(comment.description)}
          isAwaited
          onCancel={assign(isEditing, false)}
          onSend={async remark => {
            await onEdit(comment, remark)
            isEditing.value = false
          }}
        />
      ) : (
        <CommentText comment={comment} />
      )}
      <div class="comment-actions">
        {onReply && (
          <Button kind="plain" onClick={onReply}>
            {texts('reply')}
          </Button>
        )}
        {mayChange && !isEditing.value && (
          <>
            {onResolve && (
              <Button kind="plain" onClick={() => onResolve(comment, !isResolved(comment))}>
                {texts(isResolved(comment) ? 'reopen' : 'resolve')}
              </Button>
            )}
            <Button kind="plain" onClick={assign(isEditing, true)}>
              {texts('edit')}
            </Button>
          </>
        )}
        {(mayChange || access.mayEditAll) && !isEditing.value && (
          <Button kind="plain" onClick={assign(isAsking, true)}>
            {texts('remove')}
          </Button>
        )}
      </div>
      {isAsking.value && (
        <ConfirmDialog
          title={texts('remove')}
          question={texts(access.mayEditAll ? 'removeAllQuestion' : 'removeQuestion')}
          action={texts('remove')}
          onConfirm={() => onRemove(comment)}
          onClose={assign(isAsking, false)}
        />
      )}
    </article>
  )
}

function CommentText({ comment }: { comment: Comment }) {
  if (comment.isDeleted) return <p class="comment-text field-hint">{texts('deleted')}</p>
  return (
    <p class="comment-text">
      {readPieces(comment.description).map((piece, index) => {
        if ('text' in piece) return piece.text
        const word = 'tag' in piece ? `#${piece.tag}` : `@${piece.mention}`
        return (
          <span class="tag" key={`${index}${word}`}>
            {word}
          </span>
        )
      })}
    </p>
  )
}
