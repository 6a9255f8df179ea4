import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Avatar } from '../../design/avatar.tsx'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { Menu, type MenuItem } from '../../design/menu.tsx'
import { assign } from '../../platform/bind.ts'
import { formatDate } from '../../platform/translations.ts'
import { mayEdit, type ReviewAccess } from '../access.ts'
import { texts } from '../messages.ts'
import { writeAge } from './age.ts'
import { CommentForm, type Remark } from './comment-form.tsx'
import { CommentText } from './comment-text.tsx'
import { type Comment, isResolved, toPerson } from './comments.ts'
import { toTyped } from './remark.ts'

interface CommentItemProps {
  comment: Comment
  access: ReviewAccess
  /** Before the text: the frames that it is about. */
  head?: ComponentChildren
  onEdit: (comment: Comment, remark: Remark) => Promise<void>
  onRemove: (comment: Comment) => void
  /** Opens the field for a reply; absent where none may be given. */
  onReply?: (() => void) | undefined
  /** Marks it as settled, or as open again; absent for replies. */
  onResolve?: ((comment: Comment, isSettled: boolean) => void) | undefined
  onCopyLink?: (() => void) | undefined
}

/** One comment or reply, with what the reader may do with it. */
export function CommentItem(props: CommentItemProps) {
  const { comment, access, head, onEdit, onRemove, onReply, onResolve, onCopyLink } = props
  const isEditing = useSignal(false)
  const isAsking = useSignal(false)
  const mayChange = mayEdit(access, comment) && !comment.isDeleted
  const mayRemove = mayChange || access.mayEditAll
  const author = comment.author === '' ? texts('someone') : comment.author
  const isSettled = isResolved(comment)
  const items: MenuItem[] = [
    ...(mayChange ? [{ text: texts('edit'), icon: 'pencil' as const, onChoose: assign(isEditing, true) }] : []),
    ...(mayRemove
      ? [{ text: texts('remove'), icon: 'trash' as const, kind: 'danger' as const, onChoose: assign(isAsking, true) }]
      : []),
  ]
  const menu = items.length > 0 && (
    <Menu label={texts('more', { author })} items={items} button={{ kind: 'icon', icon: 'ellipsis', small: true }} />
  )
  const hasActions = onReply !== undefined || onCopyLink !== undefined
  return (
    <article class="comment" aria-label={author}>
      <header class="comment-head">
        <Avatar name={author} id={toPerson(comment)} />
        <strong>{author}</strong>
        {comment.createdBySharedUserId !== undefined && access.me.sharedUserId === undefined && (
          <span class="comment-origin">{texts('share')}</span>
        )}
        <time title={formatDate(comment.created)}>{writeAge(comment.created)}</time>
        {!hasActions && !isEditing.value && menu}
        {onResolve && (mayChange || isSettled) && (
          <Button
            kind="icon"
            small
            class="comment-resolve"
            icon={isSettled ? 'circle-check' : 'circle'}
            aria-label={texts(mayChange ? (isSettled ? 'reopen' : 'resolve') : 'resolved')}
            disabled={!mayChange}
            data-settled={isSettled}
            onClick={() => onResolve(comment, !isSettled)}
          />
        )}
      </header>
      <div class="comment-body">
        {head}
        {isEditing.value ? (
          <CommentForm
            label={texts('edit')}
            action={texts('save')}
            people={access.people}
            draft={`edit.${comment.id}`}
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
        {isSettled && (
          <p class="comment-settled">
            {comment.resolvedBy === undefined
              ? texts('resolved')
              : texts('resolvedBy', { name: comment.resolvedBy, date: formatDate(comment.resolvedAt) })}
          </p>
        )}
        {!isEditing.value && hasActions && (
          <div class="comment-actions">
            {onReply && (
              <Button kind="quiet" small onClick={onReply}>
                {texts('reply')}
              </Button>
            )}
            {onCopyLink && (
              <Button kind="quiet" small onClick={onCopyLink}>
                {texts('copyLink')}
              </Button>
            )}
            {menu}
          </div>
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
