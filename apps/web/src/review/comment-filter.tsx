import { SelectField } from '../design/field.tsx'
import type { ReviewAccess } from './access.ts'
import { isResolved, type Thread } from './comments.ts'
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

/** Whether a thread is shown under a value of the filter. */
export function fits(thread: Thread, filter: string, { me }: ReviewAccess): boolean {
  if (filter === 'all') return true
  if (filter === 'open') return !isResolved(thread)
  if (filter === 'resolved') return isResolved(thread)
  if (filter.startsWith('#')) return listTags(thread).includes(filter.slice(1))
  return me.sharedUserId === undefined
    ? thread.creatorId === me.userId
    : thread.createdBySharedUserId === me.sharedUserId
}

function listTags({ description, replies }: Thread): string[] {
  return [description, ...replies.map(reply => reply.description)]
    .flatMap(readPieces)
    .flatMap(piece => ('tag' in piece ? [piece.tag] : []))
}
