/** Which comments are shown, and in what order. Pure. */

import type { ReviewAccess } from '../access.ts'
import { type Comment, isResolved, type Thread } from './comments.ts'
import { readPieces } from './text/remark.ts'

export const orders = ['time', 'newest', 'oldest'] as const
export type Order = (typeof orders)[number]

/** Whether a thread is shown under a value of the filter; one whose comment is deleted, for the sake of its replies. */
export function fits(thread: Thread, filter: string, access: ReviewAccess): boolean {
  if (filter === 'all') return true
  if (filter.startsWith('#')) return listTagsOf(thread).includes(filter.slice(1))
  return thread.isDeleted ? thread.replies.some(reply => isLike(reply, filter, access)) : isLike(thread, filter, access)
}

function isLike(comment: Comment, filter: string, { me }: ReviewAccess): boolean {
  if (filter === 'open') return !isResolved(comment)
  if (filter === 'resolved') return isResolved(comment)
  if (filter === 'internal') return comment.isInternal
  return me.sharedUserId === undefined
    ? comment.creatorId === me.userId
    : comment.createdBySharedUserId === me.sharedUserId
}

function listTagsOf({ description, replies }: Thread): string[] {
  return [description, ...replies.map(reply => reply.description)]
    .flatMap(readPieces)
    .flatMap(piece => ('tag' in piece ? [piece.tag] : []))
}

export function listTags(threads: readonly Thread[]): string[] {
  return [...new Set(threads.flatMap(listTagsOf))].sort()
}

/** Threads are listed by their frames. */
export function sortThreads(threads: readonly Thread[], order: Order): readonly Thread[] {
  if (order === 'time') return threads
  return threads.toSorted((a, b) => (order === 'newest' ? b.created - a.created : a.created - b.created))
}

/** The thread before or after a frame; from one that is chosen, the next one of the list also at the same frame. */
export function findNext(
  threads: readonly Thread[],
  from: { readonly frame: number; readonly chosen: number | undefined },
  by: 1 | -1,
): Thread | undefined {
  const sorted = threads.toSorted((a, b) => a.start - b.start)
  const at = sorted.findIndex(({ id, start }) => id === from.chosen && start === from.frame)
  if (at >= 0) return sorted[at + by]
  return by > 0 ? sorted.find(({ start }) => start > from.frame) : sorted.findLast(({ start }) => start < from.frame)
}
