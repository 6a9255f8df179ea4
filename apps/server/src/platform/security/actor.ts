import type { ProductionRight, SharePermission, SystemRight } from '@rushes/contract'

/** A signed-in user, with the rights that count for this request. */
export interface UserActor {
  kind: 'user'
  userId: number
  username: string
  /** What others call the user; the user name where this is not known. */
  name?: string
  systemRights: ReadonlySet<SystemRight>
  /** Rights in the production of the path; empty elsewhere. SUPPORT holds them all. */
  rights: ReadonlySet<ProductionRight>
  /** Of an API token: the rights of whatever kind that it is confined to; absent: none is taken away. */
  limitedTo?: ReadonlySet<string> | undefined
  sessionId: number
  /** Whether the session is an API token: such a caller changes nothing that opens the service to a person. */
  isProgram?: boolean
}

/** Who a visitor claims to be, with the name that others see; of the rest what is proven or what the visitor gave. */
interface VisitorIdentity {
  id: number
  username: string
  email: string
  emailHash?: string
  firstName?: string
  lastName?: string
  fullName?: string
}

/** Someone who came through a share. */
export interface VisitorActor {
  kind: 'visitor'
  productionId: number
  shareId: number
  editorialObjectId: number
  permissions: ReadonlySet<SharePermission>
  /** Present once the visitor has identified. */
  sharedUser: VisitorIdentity | undefined
  /** The keys of what belongs to the visitor; the first is stored with what the visitor creates. */
  authorKeys: readonly string[]
  sessionId: number
}

/** Somebody between the two steps of a login: nobody yet, for anything but the second. */
export interface FirstStageActor {
  kind: 'first stage'
  userId: number
  sessionId: number
}

/** Nobody: an open endpoint. */
export interface AnonymousActor {
  kind: 'anonymous'
}

/** The service itself: workflow tasks, bootstrap. */
export interface ServiceActor {
  kind: 'service'
}

export type Actor = UserActor | VisitorActor | FirstStageActor | AnonymousActor | ServiceActor

/** The key that is stored with what a visitor creates. */
export function toAuthorKey(actor: Actor): string | null {
  return actor.kind === 'visitor' ? (actor.authorKeys[0] ?? null) : null
}

/** Whether a visitor created what carries this key. */
export function isAuthor(actor: VisitorActor, key: string | null): boolean {
  return key !== null && actor.authorKeys.includes(key)
}

/** The id of the acting user, when there is one. */
export function actingUserId(actor: Actor): number | undefined {
  return actor.kind === 'user' ? actor.userId : undefined
}
