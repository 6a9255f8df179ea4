/** Where comments are seen by those who come through shares: for the mails about them. */

import type { Context } from '../../../platform/context.ts'
import { type AnnotationRow, findAnnotations, isClipAttached } from '../../annotations/index.ts'
import { listCollectionIds } from '../../collections/index.ts'
import { findSharedUser } from '../shared-users/store.ts'
import { findShare, listOpenSharesOf } from '../shares/store.ts'
import type { ShareRow } from '../tables.ts'
import { toShareLink } from './share-mail.ts'

type Comment = Pick<
  AnnotationRow,
  'id' | 'production_id' | 'media_object_id' | 'related_to_id' | 'created_by_share_id' | 'is_internal'
>

/** The page of a comment in the share that it, or what it answers, was made in; nothing for one of the team. */
export async function findCommentLink(ctx: Context, comment: Comment): Promise<string | undefined> {
  const shareId = await findThreadShareId(ctx, comment)
  const share = shareId === null ? undefined : await findShare(ctx.db, comment.production_id, shareId)
  return share && toCommentLink(ctx, share, comment)
}

/**
 * The address of a shared user and the page on which they see a comment: in the share that it was made in, or for a
 * comment of the team in their newest share that contains the clip. Nothing for who cannot see it, or gave no address.
 */
export async function findVisitorOfComment(
  ctx: Context,
  comment: Comment,
  sharedUserId: number,
): Promise<{ email: string; link: string } | undefined> {
  if (comment.is_internal) return undefined
  const sharedUser = await findSharedUser(ctx.db, comment.production_id, sharedUserId)
  if (!sharedUser || sharedUser.email === '') return undefined
  const threadShareId = await findThreadShareId(ctx, comment)
  for (const share of await listOpenSharesOf(ctx.db, sharedUserId, ctx.platform.clock.now())) {
    if (threadShareId !== null && share.id !== threadShareId) continue
    const collectionIds = await listCollectionIds(ctx.db, share.editorial_object_id)
    if (!(await isClipAttached(ctx.db, comment.media_object_id, collectionIds))) continue
    return { email: sharedUser.email, link: toCommentLink(ctx, share, comment) }
  }
  return undefined
}

/** "A reply is visible to everyone who sees the comment it replies to." */
async function findThreadShareId(ctx: Context, comment: Comment): Promise<number | null> {
  if (comment.created_by_share_id !== null || comment.related_to_id === null) return comment.created_by_share_id
  const ids = [comment.related_to_id]
  const [root] = await findAnnotations(ctx, { productionId: comment.production_id, ids })
  return root?.created_by_share_id ?? null
}

function toCommentLink(ctx: Context, share: ShareRow, { id, media_object_id }: Comment): string {
  return toShareLink(ctx.platform, share, { clip: media_object_id, comment: id })
}
