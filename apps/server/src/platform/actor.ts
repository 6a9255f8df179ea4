import type { ProductionRight, SharePermission, SystemRight } from '@rushes/contract'

/** A signed-in user, with the rights that count for this request. */
export interface UserActor {
  kind: 'user'
  userId: number
  username: string
  systemRights: ReadonlySet<SystemRight>
  /** Rights in the production of the path; empty elsewhere. SUPPORT holds them all. */
  rights: ReadonlySet<ProductionRight>
  /** Of an API token: the rights of whatever kind that it is confined to; absent: none is taken away. */
  limitedTo?: ReadonlySet<string> | undefined
  sessionId: number
}

/** Someone who came through a share. */
export interface VisitorActor {
  kind: 'visitor'
  productionId: number
  shareId: number
  editorialObjectId: number
  permissions: ReadonlySet<SharePermission>
  /** Present once the visitor has identified. */
  sharedUser: { id: number; username: string } | undefined
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

/** The id of the acting user, when there is one. */
export function actingUserId(actor: Actor): number | undefined {
  return actor.kind === 'user' ? actor.userId : undefined
}
