import {
  type Account,
  type AccountBranding,
  type AccountCreation,
  type AccountInvitation,
  type AccountReplacement,
  type AccountRight,
  brandingNames,
  brokenRule,
  notFound,
  ServiceError,
  staleVersion,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../platform/context.ts'
import { changedResourceColumns, newResourceColumns, toResourceFields } from '../platform/database/resource-columns.ts'
import { withoutNulls } from '../platform/without-nulls.ts'
import { toAccountNames } from './account-names.ts'
import {
  deleteParticipant,
  findAccount,
  insertAccount,
  insertParticipant,
  listAccountsOfUser,
  listAccountUsers,
  lockAccount,
  updateAccountRow,
  updateParticipantRights,
} from './account-store.ts'
import { indexAccounts, indexUsers } from './documents.ts'
import { toEffectiveRights } from './policy.ts'
import { getUserRow } from './service.ts'
import { findUserByEmail, findUserById } from './store.ts'
import type { AccountRow } from './tables.ts'

export async function createAccount(ctx: Context, request: AccountCreation): Promise<Account> {
  const ownerId = request.ownerId ?? (ctx.actor.kind === 'user' ? ctx.actor.userId : undefined)
  if (ownerId === undefined) throw brokenRule('/ownerId', 'is needed')
  return inTransaction(ctx, async ctx => {
    await getUserRow(ctx, ownerId)
    const row = await insertAccount(ctx.db, {
      ...newResourceColumns(ctx),
      ...toNames(request),
      owner_id: ownerId,
      settings: '{}',
      branding: '{}',
      subscription_status: request.subscriptionStatus ?? 'active',
      two_factor_authentication_required: request.twoFactorAuthenticationRequired ?? false,
    })
    indexUsers(ctx, [ownerId])
    publishAccount(ctx, row.id, 'Account.create')
    return toAccount(ctx, row)
  })
}

function toNames(request: AccountCreation | AccountReplacement) {
  return {
    human_name: request.humanName ?? request.accountHumanName ?? null,
    name: request.name ?? request.accountName ?? null,
  }
}

async function getAccountRow(ctx: Context, id: number): Promise<AccountRow> {
  const row = await findAccount(ctx.db, id)
  if (!row) throw notFound('Account', id)
  return row
}

export async function getAccount(ctx: Context, id: number): Promise<Account> {
  return toAccount(ctx, await getAccountRow(ctx, id))
}

export async function updateAccount(ctx: Context, id: number, request: AccountReplacement): Promise<Account> {
  return inTransaction(ctx, async ctx => {
    const stored = await getAccountRow(ctx, id)
    const ownerId = request.ownerId ?? stored.owner_id
    if (ownerId !== stored.owner_id) await getUserRow(ctx, ownerId)
    const row = await updateAccountRow(ctx.db, id, request.version, {
      ...changedResourceColumns(ctx),
      ...toNames(request),
      owner_id: ownerId,
      two_factor_authentication_required:
        request.twoFactorAuthenticationRequired ?? stored.two_factor_authentication_required,
    })
    if (!row) throw staleVersion('Account', id, (await getAccountRow(ctx, id)).version)
    if (ownerId !== stored.owner_id) {
      indexUsers(ctx, [stored.owner_id, ownerId])
      ctx.publish({ type: 'Account.changeOwnership', accountId: id, object: { objectType: 'Account', id, ownerId } })
    }
    publishAccount(ctx, id, 'Account.update')
    return toAccount(ctx, row)
  })
}

export async function getAccountSettings(ctx: Context, id: number): Promise<Record<string, unknown>> {
  return (await getAccountRow(ctx, id)).settings
}

/** Changes an account's free-form columns under a lock: two who set different keys at once both succeed. */
async function changeAccount(
  ctx: Context,
  id: number,
  verb: string,
  change: (row: AccountRow) => Partial<Record<'settings' | 'branding', string>>,
): Promise<AccountRow> {
  return inTransaction(ctx, async ctx => {
    const stored = await lockAccount(ctx.db, id)
    if (!stored) throw notFound('Account', id)
    const changed = { ...changedResourceColumns(ctx), ...change(stored) }
    const row = await updateAccountRow(ctx.db, id, stored.version, changed)
    if (!row) throw staleVersion('Account', id, stored.version)
    publishAccount(ctx, id, verb)
    return row
  })
}

export async function updateAccountSettings(ctx: Context, id: number, settings: Record<string, unknown>) {
  const row = await changeAccount(ctx, id, 'Account.updateSettings', () => ({ settings: JSON.stringify(settings) }))
  return row.settings
}

export async function getAccountSetting(ctx: Context, id: number, key: string): Promise<unknown> {
  const settings = await getAccountSettings(ctx, id)
  if (!Object.hasOwn(settings, key)) throw notFound('Setting', key)
  return settings[key]
}

export async function updateAccountSetting(ctx: Context, id: number, key: string, value: unknown): Promise<unknown> {
  const row = await changeAccount(ctx, id, 'Account.updateSettings', stored => ({
    settings: JSON.stringify({ ...stored.settings, [key]: value }),
  }))
  return row.settings[key]
}

export async function getBranding(ctx: Context, id: number): Promise<AccountBranding> {
  return { ...(await getAccountRow(ctx, id)).branding, accountId: id }
}

export async function updateBranding(ctx: Context, id: number, branding: AccountBranding): Promise<AccountBranding> {
  const kept = Object.fromEntries(
    brandingNames.flatMap(name => (branding[name] === undefined ? [] : [[name, branding[name]]])),
  )
  await changeAccount(ctx, id, 'Account.updateBranding', () => ({ branding: JSON.stringify(kept) }))
  return { ...kept, accountId: id }
}

type RightRow = Awaited<ReturnType<typeof listAccountsOfUser>>[number]

function toAccountRight(row: RightRow, userId: number): AccountRight {
  return {
    id: row.id,
    userId,
    accountInvitationState: 'ACCEPTED',
    ...toAccountNames(row),
    ownerId: row.owner_id,
    ownerUsername: row.owner_username,
    subscriptionStatus: row.subscription_status as NonNullable<AccountRight['subscriptionStatus']>,
    twoFactorAuthenticationRequired: row.two_factor_authentication_required,
    rights: toEffectiveRights(row.rights ?? [], row.owner_id === userId),
  }
}

export async function listAccountRights(ctx: Context, userId: number): Promise<AccountRight[]> {
  await getUserRow(ctx, userId)
  const rows = await listAccountsOfUser(ctx.db, userId)
  return rows.map(row => toAccountRight(row, userId))
}

export async function listParticipants(ctx: Context, accountId: number): Promise<AccountRight[]> {
  const rows = await listAccountUsers(ctx.db, accountId)
  return rows.map(row => toAccountRight(row, row.user_id))
}

export async function addParticipant(
  ctx: Context,
  accountId: number,
  request: AccountInvitation,
): Promise<AccountRight> {
  return inTransaction(ctx, async ctx => {
    const user = await findInvited(ctx, request)
    const rights = toEffectiveRights(request.rights ?? ['ACCOUNT_VIEW'], false)
    if (!(await insertParticipant(ctx.db, accountId, user.id, rights))) {
      throw new ServiceError('ConflictError', `${user.username} takes part in this account already`)
    }
    publishTeam(ctx, 'AccountTeam.add', accountId, user.id)
    return getParticipant(ctx, accountId, user.id)
  })
}

async function findInvited(ctx: Context, request: AccountInvitation) {
  if (request.userId !== undefined) return getUserRow(ctx, request.userId)
  if (request.email === undefined) throw brokenRule('/userId', 'or `email` is needed')
  const user = await findUserByEmail(ctx.db, request.email)
  if (!user) throw notFound('User', request.email)
  return user
}

async function getParticipant(ctx: Context, accountId: number, userId: number): Promise<AccountRight> {
  const found = (await listAccountRights(ctx, userId)).find(right => right.id === accountId)
  if (!found) throw notFound('Participant', userId)
  return found
}

export async function updateParticipant(
  ctx: Context,
  accountId: number,
  userId: number,
  request: AccountInvitation,
): Promise<AccountRight> {
  return inTransaction(ctx, async ctx => {
    const rights = toEffectiveRights(request.rights ?? [], false)
    if (!(await updateParticipantRights(ctx.db, accountId, userId, rights))) throw notFound('Participant', userId)
    publishTeam(ctx, 'AccountTeam.add', accountId, userId)
    return getParticipant(ctx, accountId, userId)
  })
}

export async function removeParticipant(ctx: Context, accountId: number, userId: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    if (!(await deleteParticipant(ctx.db, accountId, userId))) throw notFound('Participant', userId)
    publishTeam(ctx, 'AccountTeam.remove', accountId, userId)
  })
}

async function toAccount(ctx: Context, row: AccountRow): Promise<Account> {
  const owner = await findUserById(ctx.db, row.owner_id)
  return {
    ...toResourceFields(row),
    ...toAccountNames(row),
    ...withoutNulls({ ownerUsername: owner?.username }),
    objectType: 'Account',
    ownerId: row.owner_id,
    subscriptionStatus: row.subscription_status as NonNullable<Account['subscriptionStatus']>,
    twoFactorAuthenticationRequired: row.two_factor_authentication_required,
  }
}

function publishAccount(ctx: Transaction, id: number, verb: string): void {
  indexAccounts(ctx, [id])
  ctx.publish({ type: 'Activity', verb, accountId: id, object: { objectType: 'Account', id } })
}

function publishTeam(
  ctx: Transaction,
  type: 'AccountTeam.add' | 'AccountTeam.remove',
  accountId: number,
  userId: number,
) {
  indexUsers(ctx, [userId])
  ctx.publish({ type, accountId, object: { objectType: 'User', id: userId } })
}
