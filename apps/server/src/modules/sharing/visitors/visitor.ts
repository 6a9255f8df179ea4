/** What lies inside a share: the questions that the gate and the modules below ask of a visitor. */

import { notFound, type ShareAccess } from '@rushes/contract'
import type { Context, Platform, VisitorActor } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import { listAttachedClipIds } from '../../annotations/index.ts'
import type { Session } from '../../authentication/index.ts'
import { isBelow, listCollectionIds } from '../../collections/index.ts'
import { findShareOfToken } from '../recipients/share-of-token.ts'
import { findSharedUser, touchSharedUser } from '../shared-users/store.ts'
import { findShareById } from '../shares/store.ts'
import type { SharedUserRow, VisitorSessionRow } from '../tables.ts'
import { findPlacement } from './inside.ts'
import { isProofValid, toAuthorKeys, toVisitorIdentity, toVisitorName } from './visitor-session.ts'
import { findVisitorSession } from './visitor-session-store.ts'

/**
 * The visitor of a session, with the permissions that the share gives now; nothing once the share is deleted, or the
 * user who identified by their token may not be here any more.
 */
export async function findVisitor(platform: Platform, session: Session['row']): Promise<VisitorActor | undefined> {
  const db = platform.database
  const share = session.share_id === null ? undefined : await findShareById(db, session.share_id)
  if (!share) return undefined
  const visit = await findVisitorSession(db, session.id)
  if (visit && !(await isProofValid(db, visit))) return undefined
  const sharedUser =
    session.shared_user_id === null ? undefined : await findSharedUser(db, share.production_id, session.shared_user_id)
  if (sharedUser) await noteSeen(platform, share.id, sharedUser.id, session)
  return {
    kind: 'visitor',
    productionId: share.production_id,
    shareId: share.id,
    editorialObjectId: share.editorial_object_id,
    permissions: new Set(share.permissions),
    sharedUser: sharedUser && toIdentity(sharedUser, visit),
    authorKeys: visit ? toAuthorKeys(visit) : [],
    sessionId: session.id,
  }
}

function toIdentity(row: SharedUserRow, visit: VisitorSessionRow | undefined): VisitorActor['sharedUser'] {
  const { email, emailHash, firstName, lastName, fullName } = toVisitorIdentity(row, visit, null)
  const username = toVisitorName(row, visit)
  return { id: row.id, username, email, ...withoutNulls({ emailHash, firstName, lastName, fullName }) }
}

declare module '../../../platform/module.ts' {
  interface Services {
    /** When each session was last noted as seen: most requests need no statement for it. */
    readonly seenVisitors: WeakMap<Session['row'], number>
  }
}

async function noteSeen(
  { database, services }: Platform,
  shareId: number,
  sharedUserId: number,
  session: Session['row'],
): Promise<void> {
  if (services.seenVisitors.get(session) === session.last_seen) return
  await touchSharedUser(database, shareId, sharedUserId, session.last_seen)
  services.seenVisitors.set(session, session.last_seen)
}

/** Whether a token is that of a share in this production, or of a recipient of one: NotFoundError when it is in another one. */
export async function assertShareToken(db: Database, token: string, productionId: number): Promise<boolean> {
  const share = (await findShareOfToken(db, token))?.share
  if (!share) return false
  if (share.production_id !== productionId) throw notFound('Production', productionId)
  return true
}

/** Refuses what lies outside the share as if it did not exist. */
export async function assertInsideShare(
  db: Database,
  visitor: VisitorActor,
  scope: ShareAccess['scope'],
  params: Record<string, unknown>,
): Promise<void> {
  switch (scope) {
    case 'clip': {
      const id = Number(params.moId ?? params.id)
      if (!(await isClipInside(db, visitor, id))) throw notFound('MediaObject', id)
      return
    }
    case 'collection': {
      const id = Number(params.eoId ?? params.id)
      if (!(await isBelow(db, id, visitor.editorialObjectId))) throw notFound('EditorialObject', id)
      return
    }
    case 'annotation': {
      const id = Number(params.anId ?? params.id)
      if (!(await isAnnotationInside(db, visitor, id))) throw notFound('Annotation', id)
      return
    }
    case 'share': {
      const id = Number(params.id)
      if (id !== visitor.shareId) throw notFound('ShareObject', id)
      return
    }
    case 'list':
      return
  }
}

async function isClipInside(db: Database, visitor: VisitorActor, id: number): Promise<boolean> {
  return (await findPlacement(db, visitor.productionId, { clipIds: [id] })).hasClip(visitor, id)
}

async function isAnnotationInside(db: Database, visitor: VisitorActor, id: number): Promise<boolean> {
  return (await findPlacement(db, visitor.productionId, { annotationIds: [id] })).hasAnnotation(visitor, id)
}

/** The collections of the caller's share, the shared one first; none for anyone else. */
export async function listVisitorCollectionIds(ctx: Context): Promise<number[]> {
  const { actor } = ctx
  return actor.kind === 'visitor' ? listCollectionIds(ctx.db, actor.editorialObjectId) : []
}

/** The clips of the caller's share, for the modules below that narrow their lists. */
export async function listVisitorClipIds(ctx: Context): Promise<number[]> {
  return listAttachedClipIds(ctx.db, await listVisitorCollectionIds(ctx))
}
