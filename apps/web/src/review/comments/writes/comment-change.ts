/** Changes of comments as data, which can be shown, sent, taken back and kept. Pure. */

import type { ClipAnnotationCreation } from '@rushes/contract'
import { type Comment, resolvedTag, type Thread, toComment } from '../comments.ts'

/** By whom a comment is shown to be before it is stored. */
export interface Author {
  readonly name: string
  readonly userId?: number | undefined
  readonly sharedUserId?: number | undefined
}

/** What can be rewritten of a comment. */
export interface Wording {
  readonly description: string
  readonly tags: readonly string[]
  readonly mentionIds: readonly number[]
}

export type CommentChange =
  | {
      readonly what: 'create'
      readonly body: ClipAnnotationCreation
      readonly author: Author
      /** When it was written, as epoch milliseconds. */
      readonly created: number
      /** The highest id of the comments that were there: by it one that was sent already is known. */
      readonly after: number
    }
  | { readonly what: 'rewrite'; readonly id: number; readonly from: Wording; readonly to: Wording }
  | { readonly what: 'settle'; readonly id: number; readonly isSettled: boolean }
  /** With its replies: for the team only, or for visitors of shares as well. */
  | { readonly what: 'confine'; readonly id: number; readonly isInternal: boolean }
  /** With all of its replies, or so that it stays without its content for the sake of others' replies. */
  | { readonly what: 'remove'; readonly id: number; readonly isWhole: boolean }

/** What takes a change back; nothing where that is not possible. */
export function toInverse(change: CommentChange): CommentChange | undefined {
  if (change.what === 'settle') return { ...change, isSettled: !change.isSettled }
  if (change.what === 'confine') return { ...change, isInternal: !change.isInternal }
  if (change.what === 'rewrite') return { ...change, from: change.to, to: change.from }
  return undefined
}

/** A change that is shown before it is read. */
export interface ShownChange {
  readonly change: CommentChange
  /** That of a comment that is created: below 0 until the service has given it one. */
  readonly id: number
  /** Whether it is not stored yet. */
  readonly isPending: boolean
}

export function showCommentChange(threads: readonly Thread[], shown: ShownChange): readonly Thread[] {
  const { change, id, isPending } = shown
  switch (change.what) {
    case 'create':
      return showCreated(threads, toCreated(change, id, isPending))
    case 'rewrite':
      return mapComments(threads, change.id, comment => ({ ...comment, ...change.to, isPending }))
    case 'settle':
      return mapComments(threads, change.id, comment => ({
        ...comment,
        tags: settleTags(comment.tags, change.isSettled),
        isPending,
      }))
    case 'confine': {
      const { isInternal } = change
      return threads.map(thread => {
        if (thread.id !== change.id) return thread
        return { ...thread, isInternal, isPending, replies: thread.replies.map(reply => ({ ...reply, isInternal })) }
      })
    }
    case 'remove':
      if (change.isWhole) return removeComment(threads, change.id)
      return mapComments(threads, change.id, comment => ({
        ...comment,
        description: '',
        tags: [],
        strokes: [],
        attachments: [],
        isDeleted: true,
      }))
  }
}

/** Tags that say that a comment is settled or open. */
export function settleTags(tags: readonly string[], isSettled: boolean): string[] {
  const others = tags.filter(tag => tag !== resolvedTag)
  return isSettled ? [...others, resolvedTag] : others
}

function toCreated({ body, author, created }: CommentChange & { what: 'create' }, id: number, isPending: boolean) {
  const { name, userId, sharedUserId } = author
  const creator = sharedUserId === undefined ? { creatorId: userId } : { createdBySharedUserId: sharedUserId }
  return { ...toComment({ ...body, ...creator, id, created, version: 0, authorName: name }), isPending }
}

/** Nothing where it was read meanwhile. */
function showCreated(threads: readonly Thread[], comment: Comment): readonly Thread[] {
  const isRead = threads.some(({ id, replies }) => id === comment.id || replies.some(reply => reply.id === comment.id))
  if (isRead) return threads
  if (comment.relatedToId !== undefined) {
    return threads.map(thread =>
      thread.id === comment.relatedToId ? { ...thread, replies: [...thread.replies, comment] } : thread,
    )
  }
  const at = threads.findIndex(({ start }) => start > comment.start)
  return threads.toSpliced(at < 0 ? threads.length : at, 0, { ...comment, replies: [] })
}

function mapComments(
  threads: readonly Thread[],
  id: number,
  change: <C extends Comment>(comment: C) => C,
): readonly Thread[] {
  return threads.map(thread => {
    if (thread.id === id) return change(thread)
    if (!thread.replies.some(reply => reply.id === id)) return thread
    return { ...thread, replies: thread.replies.map(reply => (reply.id === id ? change(reply) : reply)) }
  })
}

function removeComment(threads: readonly Thread[], id: number): readonly Thread[] {
  return threads
    .filter(thread => thread.id !== id)
    .map(thread => ({ ...thread, replies: thread.replies.filter(reply => reply.id !== id) }))
}
