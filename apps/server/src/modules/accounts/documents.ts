/** Users and accounts as search documents. What they hold is named here, member by member: no secret, no hash. */

import type { Context, Transaction } from '../../platform/context.ts'
import type { Database } from '../../platform/database/index.ts'
import { toResourceFields } from '../../platform/database/resource-columns.ts'
import {
  type FieldValue,
  type ListedSource,
  markChanged,
  markChangedBy,
  type SearchAnswer,
  type SearchDocument,
  searchDocuments,
  storedSizes,
} from '../search/index.ts'
import { toAccountNames } from './accounts/account-names.ts'
import { listAccountsById, selectAccountIds } from './accounts/account-store.ts'
import type { UserRow } from './tables.ts'
import { listAccountIds, listUsersById, selectUserIds } from './users/store.ts'
import { toUser } from './users/to-user.ts'

type Query = Readonly<Record<string, unknown>>

/** Has the search documents of users rewritten or removed once the transaction that changes them is committed. */
export function indexUsers(ctx: Transaction, ids: readonly number[]): void {
  markChanged(ctx, 'user', ids)
}

/** The same of accounts. */
export function indexAccounts(ctx: Transaction, ids: readonly number[]): void {
  markChanged(ctx, 'account', ids)
}

/** The same of the accounts of an owner, who is named in them. */
export async function indexAccountsOf(ctx: Transaction, ownerId: number): Promise<void> {
  await markChangedBy(ctx, 'account', selectAccountIds(ownerId))
}

export function searchUsers(ctx: Context, query: Query): Promise<SearchAnswer> {
  return searchDocuments(ctx, { kind: 'user', all: true }, query)
}

export function searchSubscriptions(ctx: Context, query: Query): Promise<SearchAnswer> {
  return searchDocuments(ctx, { kind: 'account', all: true }, query)
}

/** The documents of users as they stand now; deleted ones have none. */
export const userDocuments: ListedSource = {
  read: readUserDocuments,
  selectSizes: storedSizes('users', ['profile']),
  ids: selectUserIds(),
}

/** The documents of accounts as they stand now: what each has subscribed to. */
export const subscriptionDocuments: ListedSource = {
  read: readSubscriptionDocuments,
  selectSizes: storedSizes('account', ['settings']),
  ids: selectAccountIds(),
}

async function readUserDocuments(db: Database, ids: readonly number[]): Promise<SearchDocument[]> {
  const [users, accountIds] = await Promise.all([listUsersById(db, ids), listAccountIds(db, ids)])
  return users.filter(row => row.deleted === null).map(row => toUserDocument(row, accountIds.get(row.id) ?? []))
}

function toUserDocument(row: UserRow, accountIds: readonly number[]): SearchDocument {
  const { version, modifiedBy, ...fields } = toResourceFields(row)
  const { fullName, type } = toUser(row)
  const { firstName, lastName, city, country } = row.profile as Record<string, FieldValue | undefined>
  return {
    id: row.id,
    kind: 'user',
    fields: {
      ...fields,
      objectType: 'User',
      username: row.username,
      email: row.email,
      fullName,
      firstName,
      lastName,
      city,
      country,
      type,
      roles: row.system_rights,
      accounts: accountIds,
      locked: row.locked !== null,
      disabled: row.disabled !== null,
      lastSeen: row.last_seen,
    },
    stored: { version, modifiedBy },
    text: [row.email, fullName ?? ''],
  }
}

async function readSubscriptionDocuments(db: Database, ids: readonly number[]): Promise<SearchDocument[]> {
  const accounts = await listAccountsById(db, ids)
  return accounts.map(row => {
    const { version, modifiedBy, ...fields } = toResourceFields(row)
    const names = toAccountNames(row)
    // "The first non-empty value of the account's human name, account name, owner username"
    const label = row.human_name || row.name || row.owner_username
    return {
      id: row.id,
      kind: 'account',
      accountId: row.id,
      fields: {
        ...fields,
        ...names,
        objectType: 'Subscription',
        label,
        ownerId: row.owner_id,
        ownerUsername: row.owner_username,
        status: row.subscription_status,
        subscriptionStatus: row.subscription_status,
        twoFactorAuthenticationRequired: row.two_factor_authentication_required,
      },
      stored: { version, modifiedBy },
      text: Object.values(names).concat(row.owner_username),
    }
  })
}
