import type { Context } from '../../platform/context.ts'
import { listUsersById } from '../accounts/index.ts'
import type { CommentHead } from '../annotations/index.ts'
import { findSharedUserNames } from '../sharing/index.ts'

/** Who is named as the author of a comment; nothing when it is not known, or not the caller's business. */
export type FindAuthor = (comment: CommentHead) => string | undefined

/** `origin` of a comment that came from a marker file; its `source` is then the author whom the file names. */
export const importOrigin = 'marker import'

/**
 * The authors of comments: by their user names, as in a mention. A visitor gets the names of those who came through
 * the same share, and nobody's of the team.
 */
export async function findAuthors(
  ctx: Context,
  productionId: number,
  comments: readonly CommentHead[],
): Promise<FindAuthor> {
  const isVisitor = ctx.actor.kind === 'visitor'
  const users = isVisitor ? [] : await listUsersById(ctx.db, listIds(comments.map(row => row.creator_id)))
  const userNames = new Map(users.map(user => [user.id, user.username]))
  const sharedUserIds = listIds(comments.map(row => row.created_by_shared_user_id))
  const sharedUserNames = await findSharedUserNames(ctx.db, productionId, sharedUserIds)
  return row => {
    const { origin, source } = row.details
    if (origin === importOrigin && source !== undefined) return isVisitor ? undefined : source
    const named =
      row.created_by_shared_user_id === null
        ? userNames.get(row.creator_id ?? 0)
        : (row.details.authorName ?? sharedUserNames.get(row.created_by_shared_user_id))
    // Who wrote it elsewhere may be no user here.
    return named ?? (isVisitor ? undefined : row.details.authorName)
  }
}

function listIds(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter(id => id !== null))]
}
