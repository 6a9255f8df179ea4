import {
  type AccountPermission,
  accountRights,
  missingRight,
  notFound,
  profileNames,
  ServiceError,
  staleVersion,
  type User,
  type UserCreation,
  type UserReplacement,
} from '@rushes/contract'
import { type Context, inTransaction, type Platform, type Transaction } from '../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../platform/database/resource-columns.ts'
import { hashPassword } from '../platform/passwords.ts'
import { assertPrecondition } from '../platform/precondition.ts'
import { announceChanges } from '../search/index.ts'
import { findStanding, insertParticipant } from './account-store.ts'
import { indexAccountsOf, indexUsers } from './documents.ts'
import { assertEmail, assertPassword, assertUsername, toEffectiveRights, toKey } from './policy.ts'
import { findUserById, insertUser, isTaken, setLastSeen, updateUserRow } from './store.ts'
import type { UserRow } from './tables.ts'
import { toUser } from './to-user.ts'

export async function getUserRow(ctx: Context, id: number): Promise<UserRow> {
  const row = await findUserById(ctx.db, id)
  if (!row) throw notFound('User', id)
  return row
}

export async function getUser(ctx: Context, id: number): Promise<User> {
  return toUser(await getUserRow(ctx, id))
}

/** What the caller may do on an account; unknown accounts are not found. */
export async function getAccountRights(ctx: Context, accountId: number): Promise<AccountPermission[]> {
  const { actor } = ctx
  if (actor.kind !== 'user') return []
  const standing = await findStanding(ctx.db, accountId, actor.userId)
  if (!standing) throw notFound('Account', accountId)
  if (actor.systemRights.has('SUPPORT')) return [...accountRights]
  return toEffectiveRights(standing.rights ?? [], standing.owner_id === actor.userId)
}

/** Creates a user, and lets them take part in an account when one is named. */
export async function createUser(ctx: Context, request: UserCreation): Promise<User> {
  await assertMayCreateUser(ctx, request.accountId)
  assertUsername(request.username)
  assertEmail(request.email)
  assertPassword(request.password)
  const passwordHash = await hashPassword(request.password)
  return inTransaction(ctx, async ctx => {
    const row = await insertUser(ctx.db, { ...toUserColumns(ctx, request), password_hash: passwordHash })
    if (!row) throw new ServiceError('ConflictError', 'A user with this name or email address exists')
    if (request.accountId !== undefined) {
      const rights = toEffectiveRights(request.rights ?? ['ACCOUNT_VIEW'], false)
      await insertParticipant(ctx.db, request.accountId, row.id, rights)
    }
    publishUser(ctx, 'User.register', row)
    return toUser(row)
  })
}

async function assertMayCreateUser(ctx: Context, accountId: number | undefined): Promise<void> {
  if (accountId === undefined) {
    if (ctx.actor.kind === 'user' && !ctx.actor.systemRights.has('SUPPORT')) throw missingRight('SUPPORT')
    return
  }
  const rights = await getAccountRights(ctx, accountId)
  if (!rights.includes('ACCOUNT_MANAGE')) throw missingRight('ACCOUNT_MANAGE')
}

/** Columns of a new user, without the password. */
export function toUserColumns(ctx: Context, request: Pick<UserCreation, 'username' | 'email'>) {
  return {
    ...newResourceColumns(ctx),
    username: request.username.trim(),
    username_key: toKey(request.username),
    email: request.email.trim(),
    email_key: toKey(request.email),
    profile: JSON.stringify(pickProfile(request)),
    system_rights: [],
  }
}

function pickProfile(request: Partial<User>): Record<string, unknown> {
  return Object.fromEntries(profileNames.flatMap(name => (request[name] === undefined ? [] : [[name, request[name]]])))
}

/** Replaces what a user tells about themselves; the user name and the address when they are given. */
export async function updateUser(ctx: Context, id: number, request: UserReplacement): Promise<User> {
  const { username, email } = request
  if (username !== undefined) assertUsername(username)
  if (email !== undefined) assertEmail(email)
  return inTransaction(ctx, async ctx => {
    const stored = await getUserRow(ctx, id)
    const names = {
      username: username?.trim() ?? stored.username,
      username_key: toKey(username ?? stored.username),
      email: email?.trim() ?? stored.email,
      email_key: toKey(email ?? stored.email),
    }
    if (await isTaken(ctx.db, id, names.username_key, names.email_key)) {
      throw new ServiceError('ConflictError', 'Another user has this name or email address')
    }
    const change = { ...changedResourceColumns(ctx), ...names, profile: JSON.stringify(pickProfile(request)) }
    const row = await updateUserRow(ctx.db, id, request.version, change)
    if (!row) throw staleVersion('User', id, (await getUserRow(ctx, id)).version)
    publishUser(ctx, 'Activity', row, 'User.update')
    await indexAccountsOf(ctx, id)
    return toUser(row)
  })
}

/** Locks or disables a user, or takes that back; it holds from the next login on, and sessions stop at once. */
export async function updateUserState(
  ctx: Context,
  id: number,
  state: { locked?: boolean; disabled?: boolean },
): Promise<User> {
  const user = await inTransaction(ctx, async ctx => {
    const stored = await getUserRow(ctx, id)
    assertPrecondition(ctx, stored.version)
    const now = ctx.platform.clock.now()
    const toInstant = (wanted: boolean | undefined, since: number | null) =>
      wanted === undefined ? since : wanted ? (since ?? now) : null
    const row = await updateUserRow(ctx.db, id, stored.version, {
      ...changedResourceColumns(ctx),
      locked: toInstant(state.locked, stored.locked),
      disabled: toInstant(state.disabled, stored.disabled),
    })
    if (!row) throw staleVersion('User', id, (await getUserRow(ctx, id)).version)
    publishUser(ctx, 'Activity', row, 'User.updateState')
    return toUser(row)
  })
  ctx.platform.signals.emit('sessions')
  return user
}

/** Notes that a user was seen. */
export async function touchUser(platform: Platform, id: number, now: number): Promise<void> {
  await setLastSeen(platform.database, id, now)
  announceChanges(platform)
}

function publishUser(ctx: Transaction, type: 'User.register' | 'Activity', row: UserRow, verb?: string): void {
  indexUsers(ctx, [row.id])
  ctx.publish({
    type,
    ...(verb === undefined ? {} : { verb }),
    object: { objectType: 'User', id: row.id, username: row.username },
  })
}
