import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../../design/fields/button.tsx'
import { ConfirmDialog } from '../../design/floating/dialog.tsx'
import { Menu, type MenuItem } from '../../design/floating/menu.tsx'
import { Icon } from '../../design/icons.tsx'
import { Avatar } from '../../design/people/avatar.tsx'
import { assign } from '../../platform/bind.ts'
import { formatDate } from '../../platform/translations.ts'
import { waitingWrites } from '../../platform/writes/write.ts'
import { mayEdit, type ReviewAccess } from '../access.ts'
import { texts } from '../messages.ts'
import { writeAge } from './age.ts'
import { AttachmentLinks } from './attachments/attachment-list.tsx'
import { CommentForm, type Remark } from './comment-form.tsx'
import { type Comment, isResolved, toPerson } from './comments.ts'
import { CommentText } from './text/comment-text.tsx'
import { toTyped } from './text/remark.ts'
import { discardComment } from './writes/comment-writer.ts'

interface CommentItemProps {
  comment: Comment
  access: ReviewAccess
  /** Before the text: the frames that it is about. */
  head?: ComponentChildren
  onEdit: (comment: Comment, remark: Remark) => void
  onRemove: (comment: Comment) => void
  /** Opens the field for a reply; absent where none may be given. */
  onReply?: (() => void) | undefined
  /** Marks it as settled, or as open again; absent for replies. */
  onResolve?: ((comment: Comment, isSettled: boolean) => void) | undefined
  /** Makes it one for the team only, or for everybody; absent where it cannot be. */
  onConfine?: ((isInternal: boolean) => void) | undefined
  onCopyLink?: (() => void) | undefined
}

/** One comment or reply, with what the reader may do with it. */
export function CommentItem(props: CommentItemProps) {
  const { comment, access, head, onEdit, onRemove, onReply, onResolve, onConfine, onCopyLink } = props
  /** The comment as it was when its editing began: what others write of it since is not overwritten unseen. */
  const edited = useSignal<Comment | undefined>(undefined)
  const isAsking = useSignal(false)
  /** Until it is stored there is nothing to change. */
  const isNew = comment.id < 0
  const mayChange = mayEdit(access, comment) && !comment.isDeleted && !isNew
  const mayRemove = mayChange || (access.mayEditAll && !isNew)
  const author = comment.author === '' ? texts('someone') : comment.author
  const isSettled = isResolved(comment)
  const items: MenuItem[] = [
    ...(mayChange ? [{ text: texts('edit'), icon: 'pencil' as const, onChoose: assign(edited, comment) }] : []),
    ...(mayChange && onConfine
      ? [
          {
            text: texts(comment.isInternal ? 'unconfine' : 'confine'),
            icon: comment.isInternal ? ('users' as const) : ('lock' as const),
            onChoose: () => onConfine(!comment.isInternal),
          },
        ]
      : []),
    ...(mayRemove
      ? [{ text: texts('remove'), icon: 'trash' as const, kind: 'danger' as const, onChoose: assign(isAsking, true) }]
      : []),
  ]
  const menu = items.length > 0 && (
    <Menu label={texts('more', { author })} items={items} button={{ kind: 'icon', icon: 'ellipsis', small: true }} />
  )
  const hasActions = onReply !== undefined || onCopyLink !== undefined
  return (
    <article class="comment" aria-label={author} aria-busy={comment.isPending === true || undefined}>
      <header class="comment-head">
        <Avatar name={author} id={toPerson(comment)} />
        <strong>{author}</strong>
        {comment.createdBySharedUserId !== undefined && access.me.sharedUserId === undefined && (
          <span class="comment-origin">{texts('share')}</span>
        )}
        {comment.isInternal && (
          <span class="comment-origin comment-internal">
            <Icon name="lock" size={12} />
            {texts('internal')}
          </span>
        )}
        <time title={formatDate(comment.created)}>{writeAge(comment.created)}</time>
        {!hasActions && edited.value === undefined && menu}
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
        {edited.value ? (
          <CommentForm
            label={texts('edit')}
            action={texts('save')}
            people={access.people}
            draft={`edit.${comment.id}`}
            initial={toTyped(edited.value.description)}
            isAwaited
            onCancel={assign(edited, undefined)}
            onSend={async remark => {
              if (edited.value) onEdit(edited.value, remark)
              edited.value = undefined
            }}
          />
        ) : (
          <CommentText comment={comment} />
        )}
        <AttachmentLinks attachments={comment.attachments} access={access} />
        {isSettled && (
          <p class="comment-settled">
            {comment.resolvedBy === undefined
              ? texts('resolved')
              : texts('resolvedBy', { name: comment.resolvedBy, date: formatDate(comment.resolvedAt) })}
          </p>
        )}
        {comment.isPending && <PendingState id={comment.id} />}
        {edited.value === undefined && hasActions && (
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

/** That what is shown is not stored yet; a comment that is not there yet can be given up. */
function PendingState({ id }: { id: number }) {
  // On its way it is for a moment: nothing moves for that.
  if (waitingWrites.value === undefined) return null
  return (
    <p class="comment-pending">
      <Icon name="cloud-off" size={14} />
      {texts('waiting')}
      {id < 0 && (
        <Button kind="quiet" small onClick={() => discardComment(id)}>
          {texts('discard')}
        </Button>
      )}
    </p>
  )
}
