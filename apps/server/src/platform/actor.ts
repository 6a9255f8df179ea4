import type { ProductionRight, SharePermission, SystemRight } from '@rushes/contract'

/** A signed-in user, with the rights that count for this request. */
export interface UserActor {
  kind: 'user'
  userId: number
  username: string
  systemRights: ReadonlySet<SystemRight>
  /** Rights in the production of the path; empty elsewhere. SUPPORT holds them all. */
  rights: ReadonlySet<ProductionRight>
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

/** Nobody: an open endpoint. */
export interface AnonymousActor {
  kind: 'anonymous'
}

/** The service itself: workflow tasks, bootstrap. */
export interface ServiceActor {
  kind: 'service'
}

export type Actor = UserActor | VisitorActor | AnonymousActor | ServiceActor

/** The id of the acting user, when there is one. */
export function actingUserId(actor: Actor): number | undefined {
  return actor.kind === 'user' ? actor.userId : undefined
}
