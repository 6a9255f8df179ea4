import { SelectField } from '../design/field.tsx'
import type { ReviewAccess } from './access.ts'
import { type Comment, isResolved, type Thread } from './comments.ts'
import { texts } from './messages.ts'
import { readPieces } from './remark.ts'

interface CommentFilterProps {
  threads: readonly Thread[]
  value: string
  onValue: (value: string) => void
}

/** Which comments are shown: all, those still open, one's own, or those with a tag. */
export function CommentFilter({ threads, value, onValue }: CommentFilterProps) {
  const tags = [...new Set(threads.flatMap(listTags))].sort()
  return (
    <SelectField
      label={texts('filter')}
      value={value}
      options={[
        ['all', texts('all')],
        ['open', texts('open')],
        ['resolved', texts('resolved')],
        ['mine', texts('mine')],
        ...tags.map(tag => [`#${tag}`, texts('tagged', { tag })] as const),
      ]}
      onValue={onValue}
    />
  )
}

/** Whether a thread is shown under a value of the filter; one whose comment is deleted, for the sake of its replies. */
export function fits(thread: Thread, filter: string, access: ReviewAccess): boolean {
  if (filter === 'all') return true
  if (filter.startsWith('#')) return listTags(thread).includes(filter.slice(1))
  return thread.isDeleted ? thread.replies.some(reply => isLike(reply, filter, access)) : isLike(thread, filter, access)
}

function isLike(comment: Comment, filter: string, { me }: ReviewAccess): boolean {
  if (filter === 'open') return !isResolved(comment)
  if (filter === 'resolved') return isResolved(comment)
  return me.sharedUserId === undefined
    ? comment.creatorId === me.userId
    : comment.createdBySharedUserId === me.sharedUserId
}

function listTags({ description, replies }: Thread): string[] {
  return [description, ...replies.map(reply => reply.description)]
    .flatMap(readPieces)
    .flatMap(piece => ('tag' in piece ? [piece.tag] : []))
}
