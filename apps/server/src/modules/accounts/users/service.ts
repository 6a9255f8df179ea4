import {
  type AccountPermission,
  accountRights,
  missingPerson,
  missingRight,
  notFound,
  profileNames,
  ServiceError,
  staleVersion,
  type User,
  type UserCreation,
  type UserReplacement,
} from '@rushes/contract'
import { type Context, inTransaction, type Platform, type Transaction } from '../../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../../platform/database/resource-columns.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { announceChanges } from '../../search/index.ts'
import { publishTeam } from '../accounts/account-rights.ts'
import { findStanding, insertParticipant } from '../accounts/account-store.ts'
import { factorIsMissing } from '../accounts/second-factor-rule.ts'
import { indexAccountsOf, indexUsers } from '../documents.ts'
import { assertEmail, assertPassword, assertUsername, toEffectiveRights, toKey } from '../policy.ts'
import type { UserRow } from '../tables.ts'
import { getUserRow } from './get-user.ts'
import { insertUser, isTaken, setLastSeen, updateUserColumns, updateUserRow } from './store.ts'
import { toUser } from './to-user.ts'

/**
 * What the caller may do on an account; unknown accounts are not found, and ForbiddenError where a second factor is
 * demanded and missing.
 */
export async function getAccountRights(ctx: Context, accountId: number): Promise<AccountPermission[]> {
  const { actor } = ctx
  if (actor.kind !== 'user') return []
  const standing = await findStanding(ctx.db, accountId, actor.userId)
  if (!standing) throw notFound('Account', accountId)
  const isWithin = (right: AccountPermission) => actor.limitedTo?.has(right) ?? true
  if (actor.systemRights.has('SUPPORT')) return accountRights.filter(isWithin)
  const rights = toEffectiveRights(standing.rights ?? [], standing.owner_id === actor.userId).filter(isWithin)
  const lacksFactor = standing.two_factor_authentication_required && standing.second_factor_since === null
  if (rights.length > 0 && lacksFactor) throw factorIsMissing(accountId)
  return rights
}

/** Creates a user, and lets them take part in an account when one is named. */
export async function createUser(ctx: Context, request: UserCreation, welcome: Welcome): Promise<User> {
  await assertMayCreateUser(ctx, request.accountId)
  assertUsername(request.username)
  assertEmail(request.email)
  assertPassword(request.password, '/password', request)
  const passwordHash = await ctx.platform.passwords.hash(request.password)
  return inTransaction(ctx, async ctx => {
    const email_verified = isVouchedFor(ctx)
    const columns = { ...toUserColumns(ctx, request), password_hash: passwordHash, email_verified }
    const row = await registerUser(ctx, columns)
    const { accountId } = request
    if (accountId !== undefined) {
      const rights = toEffectiveRights(request.rights ?? ['ACCOUNT_VIEW'], false)
      const isNew = await insertParticipant(ctx.db, accountId, row.id, rights)
      if (isNew) await publishTeam(ctx, 'AccountTeam.add', accountId, { userId: row.id, rights })
    }
    if (email_verified || accountId !== undefined) await welcome(ctx, row, email_verified ? undefined : accountId)
    return toUser(row)
  })
}

/** Writes a new user and emits the event. Throws ConflictError when the name or the address is taken. */
export async function registerUser(ctx: Transaction, columns: Parameters<typeof insertUser>[1]): Promise<UserRow> {
  const row = await insertUser(ctx.db, columns)
  if (!row) throw new ServiceError('ConflictError', 'A user with this name or email address exists')
  publishUser(ctx, 'User.register', row)
  await recordAudit(ctx, { action: 'user.create', succeeded: true, userId: row.id, detail: { username: row.username } })
  return row
}

/** Whether somebody else than the user stands for the address that is written now. */
function isVouchedFor({ actor }: Context, isAlready = false): boolean {
  return isAlready || actor.kind !== 'user' || actor.systemRights.has('SUPPORT')
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

/** The owner of the address can reset the password: a program may not change it. */
function assertMayChangeAddress({ actor }: Context, stored: UserRow, email = stored.email): void {
  const isProgram = actor.kind === 'user' && actor.isProgram === true
  if (isProgram && toKey(email) !== stored.email_key) throw missingPerson()
}

/** Replaces what a user tells about themselves; the user name and the address when they are given. */
export async function updateUser(ctx: Context, id: number, request: UserReplacement): Promise<User> {
  const { username, email } = request
  if (username !== undefined) assertUsername(username)
  if (email !== undefined) assertEmail(email)
  return inTransaction(ctx, async ctx => {
    const stored = await getUserRow(ctx, id)
    assertMayChangeAddress(ctx, stored, email)
    const names = {
      username: username?.trim() ?? stored.username,
      username_key: toKey(username ?? stored.username),
      email: email?.trim() ?? stored.email,
      email_key: toKey(email ?? stored.email),
    }
    if (await isTaken(ctx.db, id, names.username_key, names.email_key)) {
      throw new ServiceError('ConflictError', 'Another user has this name or email address')
    }
    const change = {
      ...changedResourceColumns(ctx),
      ...names,
      email_verified: isVouchedFor(ctx, names.email_key === stored.email_key && stored.email_verified),
      profile: JSON.stringify(pickProfile(request)),
    }
    const row = await updateUserRow(ctx.db, id, request.version, change)
    if (!row) throw staleVersion('User', id, (await getUserRow(ctx, id)).version)
    publishUser(ctx, 'Activity', row, 'User.update')
    await indexAccountsOf(ctx, id)
    // What is remembered of sessions names their user.
    ctx.afterCommit(() => ctx.platform.signals.emit('sessions'))
    return toUser(row)
  })
}

/** Takes a new user into what their address was invited to. */
type Welcome = (ctx: Transaction, user: UserRow, accountId?: number) => Promise<void>

declare module '../../../platform/module.ts' {
  interface Services {
    /** Forgets the failed logins of a user, so that they may try again at once. */
    readonly releaseLock: (ctx: Transaction, user: UserRow) => Promise<void>
  }
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
    await recordAudit(ctx, { action: 'user.state', succeeded: true, userId: id, detail: state })
    if (state.locked === false) await ctx.platform.services.releaseLock(ctx, row)
    return toUser(row)
  })
  ctx.platform.signals.emit('sessions')
  return user
}

/** Notes that users were seen. */
export async function touchUsers(platform: Platform, ids: readonly number[], now: number): Promise<void> {
  await setLastSeen(platform.database, ids, now)
  announceChanges(platform)
}

/** Whether a user signs in with a second factor, from the next login on. */
export async function noteSecondFactor(ctx: Transaction, id: number, since: number | null): Promise<void> {
  const row = await updateUserColumns(ctx.db, id, { ...changedResourceColumns(ctx), second_factor_since: since })
  if (!row) throw notFound('User', id)
  publishUser(ctx, 'User.authenticationTypeUpdate', row)
  ctx.afterCommit(() => ctx.platform.signals.emit('sessions'))
}

/** Joins a user to what an identity provider calls them. */
export async function linkIdentity(
  ctx: Transaction,
  id: number,
  identity: { issuer: string; subject: string },
): Promise<UserRow> {
  const { issuer, subject } = identity
  const change = { ...changedResourceColumns(ctx), identity_provider: issuer, identity_subject: subject }
  const row = await updateUserColumns(ctx.db, id, change)
  if (!row) throw notFound('User', id)
  publishUser(ctx, 'User.authenticationTypeUpdate', row)
  return row
}

function publishUser(
  ctx: Transaction,
  type: 'User.register' | 'User.authenticationTypeUpdate' | 'Activity',
  row: UserRow,
  verb?: string,
): void {
  indexUsers(ctx, [row.id])
  ctx.publish({
    type,
    ...(verb === undefined ? {} : { verb }),
    object: { objectType: 'User', id: row.id, username: row.username },
  })
}
