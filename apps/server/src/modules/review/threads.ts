import type { Marker, Remark } from '@rushes/markers'
import type { CommentHead } from '../annotations/index.ts'
import type { FindAuthor } from './authors.ts'

/** A comment that is there, as a file would say it; its text is read apart. */
export interface StoredRemark extends Remark {
  readonly id: number
}

/** A comment with its replies, as a marker. */
export interface StoredThread extends Marker {
  readonly id: number
  readonly replies: readonly StoredRemark[]
}

/**
 * The threads of a clip in the order of their frames; "Clients group by `relatedToId`". A reply belongs where the
 * comment is that it answers, wherever its own frame lies. `ignoreTimecode` means the whole clip rather than a frame.
 * The first reply to a deleted comment takes its place. A comment behind the end of a clip of `frameCount` frames (made
 * before its file came) is on the last frame; 0 for a clip whose length is not known.
 */
export function toThreads(
  comments: readonly CommentHead[],
  findAuthor: FindAuthor,
  frameCount: number,
): StoredThread[] {
  const lastFrame = frameCount > 0 ? frameCount - 1 : Number.MAX_SAFE_INTEGER
  const byThread = Map.groupBy(comments, row => row.related_to_id ?? row.id)
  const toRemark = (row: CommentHead) => ({
    id: row.id,
    text: '',
    author: findAuthor(row),
  })
  return comments
    .filter(row => row.related_to_id === null)
    .flatMap(row => {
      const replies = (byThread.get(row.id) ?? []).filter(reply => reply.id !== row.id).sort((a, b) => a.id - b.id)
      const [first, ...others] = row.deleted === null ? [row, ...replies] : replies
      if (!first) return []
      const frame = row.details.ignoreTimecode === true ? undefined : Math.min(row.start_frame, lastFrame)
      const { rangeEnd = 0 } = row.details
      const end = Math.min(rangeEnd, lastFrame + 1)
      const range = frame !== undefined && Number.isSafeInteger(end) && end > frame + 1 ? { end } : {}
      return { ...toRemark(first), frame, ...range, created: first.created, replies: others.map(toRemark) }
    })
}

/** The same threads with their texts. */
export function withTexts(threads: readonly StoredThread[], texts: ReadonlyMap<number, string>): StoredThread[] {
  const toWhole = <Remark extends StoredRemark>(remark: Remark) => ({ ...remark, text: texts.get(remark.id) ?? '' })
  return threads.map(thread => ({ ...toWhole(thread), replies: thread.replies.map(toWhole) }))
}
