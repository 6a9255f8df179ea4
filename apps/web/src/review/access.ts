import type { Client } from '@rushes/client'
import type { ComponentChildren } from 'preact'
import type { Comment } from './comments/comments.ts'
import type { Person } from './comments/text/remark.ts'

/** As whom the caller writes. */
export interface Writer {
  /** By what the caller's writes are known while they wait: `StoredWrite.owner`. */
  readonly owner: string
  /**
   * As what the caller's comments are marked; neither for who has not identified. Who claims to be a visitor that was
   * here before, may change what was written `since`.
   */
  readonly me: {
    readonly name: string
    readonly userId?: number | undefined
    readonly sharedUserId?: number | undefined
    readonly since?: number | undefined
  }
}

/** How a visitor says who they are while they write. */
interface Introduction {
  /** Fields beside the text. */
  readonly fields: ComponentChildren
  /** As whom they write from then on. Throws what is wrong with the fields, or what the service refuses with. */
  introduce(): Promise<Writer>
  /** Asks in a window, before something that has no text; `then` is called once they have said it. */
  ask(then: () => void): void
}

/** Who looks at a clip, through which client, and what they may do there. */
export interface ReviewAccess extends Writer {
  readonly api: Client
  readonly prId: number
  readonly mayComment: boolean
  /** Edit and delete what others have said. */
  readonly mayEditAll: boolean
  readonly maySetStatus: boolean
  /** Which files may be had: what is made for viewing, and the originals. */
  readonly mayDownload: { readonly proxies: boolean; readonly originals: boolean }
  /** Whom the caller can mention. */
  readonly people: readonly Person[]
  /** Whether files may be attached to comments: they are uploaded as clips. */
  readonly mayAttach: boolean
  /** The page of another clip; nothing where the caller cannot see it. */
  readonly toClipAddress: (moId: number) => string | undefined
  /** Of a visitor who has not said who they are: what they write is sent once they have. */
  readonly introduction?: Introduction | undefined
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
