import type { Client } from '@rushes/client'
import type { Comment } from './comments.ts'
import type { Person } from './remark.ts'

/** Who looks at a clip, through which client, and what they may do there. */
export interface ReviewAccess {
  readonly api: Client
  readonly prId: number
  readonly mayComment: boolean
  /** Edit and delete what others have said. */
  readonly mayEditAll: boolean
  readonly maySetStatus: boolean
  /** Which files may be had: what is made for viewing, and the originals. */
  readonly mayDownload: { readonly proxies: boolean; readonly originals: boolean }
  /**
   * As what the caller's comments are marked; neither for who has not identified. Who claims to be a visitor that was
   * here before, may change what was written `since`.
   */
  readonly me: {
    readonly userId?: number | undefined
    readonly sharedUserId?: number | undefined
    readonly since?: number | undefined
  }
  /** Whom the caller can mention. */
  readonly people: readonly Person[]
  /** The share through which a visitor came. */
  readonly shareId?: number | undefined
}

/** "REVIEW_EDIT_ALL, or REVIEW_EDIT when `creatorId` equals the caller's user id". */
export function mayEdit({ mayComment, mayEditAll, me }: ReviewAccess, comment: Comment): boolean {
  if (mayEditAll) return true
  const isOwn =
    me.sharedUserId === undefined
      ? me.userId !== undefined && comment.creatorId === me.userId && comment.createdBySharedUserId === undefined
      : comment.createdBySharedUserId === me.sharedUserId && comment.created >= (me.since ?? 0)
  return mayComment && isOwn
}
