/** Sessions of visitors, and which earlier ones they continue. What a visitor wrote belongs to these, never to a name. */

import { randomUUID } from 'node:crypto'
import type { SharedUser } from '@rushes/contract'
import type { Context, Transaction } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { hashToken } from '../../../platform/security/tokens.ts'
import { findUserById } from '../../accounts/index.ts'
import { hourMs, mayBeHere, openSession } from '../../authentication/index.ts'
import { toClaimedUser, toSharedUser, toShownName } from '../shares/to-share.ts'
import type { SharedUserRow, VisitorSessionRow } from '../tables.ts'
import * as store from './visitor-session-store.ts'

const rememberedMs = 90 * 24 * hourMs

type Continued = Pick<
  VisitorSessionRow,
  'author_id' | 'user_id' | 'shared_user_id' | 'username' | 'email' | 'recipient_id'
>

/** Who the visitor of a new session is; what is absent is as in the session that it continues. */
export type Identity = Partial<Omit<Continued, 'author_id' | 'recipient_id'>>

/** Opens a session: it ends after an hour of inactivity, or with its share, but not when the share expires. */
export async function openVisitorSession(
  ctx: Transaction,
  shareId: number,
  earlier: Continued | undefined,
  identity: Identity = {},
  recipientId: number | null = null,
): Promise<string> {
  const { author_id, recipient_id, ...known } = earlier ?? {
    author_id: randomUUID(),
    user_id: null,
    shared_user_id: null,
    username: null,
    email: null,
    recipient_id: recipientId,
  }
  const { user_id, shared_user_id, username, email } = { ...known, ...identity }
  const { token, row } = await openSession(ctx, {
    kind: 'share',
    user_id: null,
    share_id: shareId,
    shared_user_id,
    expires: null,
    idle_limit_ms: hourMs,
  })
  await store.insertVisitorSession(ctx.db, {
    session_id: row.id,
    token_hash: hashToken(token),
    share_id: shareId,
    author_id,
    user_id,
    shared_user_id,
    username,
    email,
    recipient_id,
    expires: row.created + rememberedMs,
  })
  return token
}

/**
 * The session of this share that was opened with a token in the last 90 days, unless its visitor logged out, or is a
 * user who may not be here any more.
 */
export async function findEarlierSession(
  ctx: Context,
  shareId: number,
  token: string | undefined,
): Promise<VisitorSessionRow | undefined> {
  if (token === undefined) return undefined
  const earlier = await store.findVisitorSessionByHash(ctx.db, shareId, hashToken(token), ctx.platform.clock.now())
  return earlier && (await isProofValid(ctx.db, earlier)) ? earlier : undefined
}

/** Whether the user whose token identified a session, where one did, may still be here. */
export async function isProofValid(db: Database, { user_id }: Pick<VisitorSessionRow, 'user_id'>): Promise<boolean> {
  if (user_id === null) return true
  const user = await findUserById(db, user_id)
  return user !== undefined && mayBeHere(user)
}

/** Makes the token of a session be continued by none: its visitor logged out. */
export async function forgetVisitor(ctx: Transaction, sessionId: number): Promise<void> {
  await store.deleteVisitorSession(ctx.db, sessionId)
}

/** The keys of what belongs to a session; the first is stored with what it creates. */
export function toAuthorKeys({ author_id, user_id }: Pick<VisitorSessionRow, 'author_id' | 'user_id'>): string[] {
  const keys = [`visitor ${author_id}`]
  return user_id === null ? keys : [toUserKey(user_id), ...keys]
}

/** The key of what a registered user creates as a visitor. */
export function toUserKey(userId: number): string {
  return `user ${userId}`
}

/** When a session began; its row is remembered for the same time from then on. */
export function toBegin({ expires }: Pick<VisitorSessionRow, 'expires'>): number {
  return expires - rememberedMs
}

/** The name that is shown on the comments of a session. */
export function toVisitorName(row: SharedUserRow, session: VisitorSessionRow | undefined): string {
  return isOwnIdentity(row, session) ? toShownName(row) : (session?.username ?? toShownName(row))
}

/** Whether the visitor of a session is this shared user, beyond claiming it. */
export function isOwnIdentity(row: SharedUserRow, session: VisitorSessionRow | undefined): boolean {
  return row.author_key !== null && session !== undefined && toAuthorKeys(session).includes(row.author_key)
}

/** A shared user as the visitor of a session sees it: a claim shows what the visitor gave, and the name on comments. */
export function toVisitorIdentity(
  row: SharedUserRow,
  session: VisitorSessionRow | undefined,
  lastSeen: number | null,
): SharedUser {
  if (isOwnIdentity(row, session)) return toSharedUser(row, lastSeen)
  return toClaimedUser(row, { username: session?.username ?? null, email: session?.email ?? null }, lastSeen)
}
