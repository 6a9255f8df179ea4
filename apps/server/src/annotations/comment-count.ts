import type { Context } from '../platform/context.ts'
import { commentFunnel } from './policy.ts'
import { countRows } from './store.ts'
import type { AnnotationRow } from './tables.ts'

/**
 * How many comments a clip has, replies among them: counted where it is asked for, so that whoever comments writes
 * nothing more. What was said through another share does not count for a visitor.
 */
export function countComments({ db, actor }: Context, clip: AnnotationRow): Promise<number> {
  return countRows(db, {
    mediaObjectId: clip.media_object_id,
    funnel: commentFunnel,
    seenThroughShare: actor.kind === 'visitor' ? actor.shareId : undefined,
  })
}
