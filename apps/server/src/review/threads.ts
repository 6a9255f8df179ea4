import type { Marker, Remark } from '@rushes/markers'
import type { AnnotationRow } from '../annotations/index.ts'
import type { FindAuthor } from './authors.ts'

/** A comment that is there, as a file would say it. */
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
 */
export function toThreads(comments: readonly AnnotationRow[], findAuthor: FindAuthor): StoredThread[] {
  const byThread = Map.groupBy(comments, row => row.related_to_id ?? row.id)
  const toRemark = (row: AnnotationRow) => ({
    id: row.id,
    text: row.details.description ?? '',
    author: findAuthor(row),
  })
  return comments
    .filter(row => row.related_to_id === null)
    .map(row => ({
      ...toRemark(row),
      frame: row.details.ignoreTimecode === true ? undefined : row.start_frame,
      created: row.created,
      replies: (byThread.get(row.id) ?? [])
        .filter(reply => reply.id !== row.id)
        .sort((a, b) => a.id - b.id)
        .map(toRemark),
    }))
}
