import {
  type Account,
  type AccountBranding,
  type AccountCreation,
  type AccountReplacement,
  brandingNames,
  brokenRule,
  missingRight,
  notFound,
  staleVersion,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import {
  changedResourceColumns,
  newResourceColumns,
  toResourceFields,
} from '../../../platform/database/resource-columns.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import { indexAccounts, indexUsers } from '../documents.ts'
import { toDisplayName } from '../policy.ts'
import type { AccountRow } from '../tables.ts'
import { getUserRow } from '../users/get-user.ts'
import { findUserById } from '../users/store.ts'
import { toAccountNames } from './account-names.ts'
import { findAccount, insertAccount, lockAccount, updateAccountRow } from './account-store.ts'
import { forgetFactorRule } from './second-factor-rule.ts'
import { assertBranding, assertSettings } from './settings-policy.ts'

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
    const subscriptionStatus = request.subscriptionStatus ?? stored.subscription_status
    assertMayChange(ctx, stored, { ownerId, subscriptionStatus })
    if (ownerId !== stored.owner_id) await getUserRow(ctx, ownerId)
    const row = await updateAccountRow(ctx.db, id, request.version, {
      ...changedResourceColumns(ctx),
      ...toNames(request),
      owner_id: ownerId,
      subscription_status: subscriptionStatus,
      two_factor_authentication_required:
        request.twoFactorAuthenticationRequired ?? stored.two_factor_authentication_required,
    })
    if (!row) throw staleVersion('Account', id, (await getAccountRow(ctx, id)).version)
    forgetFactorRule(ctx, id)
    if (ownerId !== stored.owner_id) {
      indexUsers(ctx, [stored.owner_id, ownerId])
      ctx.publish({ type: 'Account.changeOwnership', accountId: id, object: { objectType: 'Account', id, ownerId } })
      const detail = { ownerId, formerOwnerId: stored.owner_id }
      await recordAudit(ctx, { action: 'rights.change', succeeded: true, userId: ownerId, accountId: id, detail })
    }
    publishAccount(ctx, id, 'Account.update')
    return toAccount(ctx, row)
  })
}

/** Who manages an account may neither take it over nor change what it has subscribed to. */
function assertMayChange(
  { actor }: Context,
  stored: AccountRow,
  wanted: { ownerId: number; subscriptionStatus: string },
): void {
  if (actor.kind !== 'user' || actor.systemRights.has('SUPPORT')) return
  const isOwner = actor.userId === stored.owner_id
  if (wanted.ownerId !== stored.owner_id && !isOwner) throw missingRight('to be the owner')
  if (wanted.subscriptionStatus !== stored.subscription_status) throw missingRight('SUPPORT')
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
  assertSettings(settings)
  const row = await changeAccount(ctx, id, 'Account.updateSettings', () => ({ settings: JSON.stringify(settings) }))
  return row.settings
}

export async function getAccountSetting(ctx: Context, id: number, key: string): Promise<unknown> {
  const settings = await getAccountSettings(ctx, id)
  if (!Object.hasOwn(settings, key)) throw notFound('Setting', key)
  return settings[key]
}

export async function updateAccountSetting(ctx: Context, id: number, key: string, value: unknown): Promise<unknown> {
  assertSettings({ [key]: value })
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
  assertBranding(kept)
  await changeAccount(ctx, id, 'Account.updateBranding', () => ({ branding: JSON.stringify(kept) }))
  return { ...kept, accountId: id }
}

async function toAccount(ctx: Context, row: AccountRow): Promise<Account> {
  const owner = await findUserById(ctx.db, row.owner_id)
  return {
    ...toResourceFields(row),
    ...toAccountNames(row),
    displayName: toDisplayName({ ...row, owner_username: owner?.username }),
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
