import type { AccountPermission } from '@rushes/contract'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { AccountRow, AccountTable } from '../tables.ts'

export function findAccount(db: Database, id: number): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Accounts with these ids and the names of their owners, in no order. */
export function listAccountsById(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('account')
    .innerJoin('users as owner', 'owner.id', 'account.owner_id')
    .selectAll('account')
    .select('owner.username as owner_username')
    .where('account.id', 'in', ids)
    .execute()
}

/** Ids of all accounts, or of those that a user owns, as a part of a larger statement. */
export function selectAccountIds(ownerId?: number): RawBuilder<{ id: number }> {
  return ownerId === undefined ? sql`select id from account` : sql`select id from account where owner_id = ${ownerId}`
}

/** Ids of the accounts that are closed to a user for want of a second factor, as a part of a larger statement. */
export function selectClosedAccountIds(userId: number): RawBuilder<{ id: number }> {
  return sql`select closed.id from account closed, users lacking
    where closed.two_factor_authentication_required and lacking.id = ${userId} and lacking.second_factor_since is null`
}

export function insertAccount(db: Database, row: Insertable<AccountTable>): Promise<AccountRow> {
  return db.insertInto('account').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The changed row; nothing when the version is no longer the expected one. */
export function updateAccountRow(
  db: Database,
  id: number,
  version: number,
  change: Updateable<AccountTable>,
): Promise<AccountRow | undefined> {
  return db
    .updateTable('account')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
}

/** The account, locked until the transaction ends. */
export function lockAccount(db: Database, id: number): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

const rightColumns = [
  'account.id',
  'account.human_name',
  'account.name',
  'account.owner_id',
  'account.subscription_status',
  'account.two_factor_authentication_required',
] as const

/** The accounts of a user: those that they own, and those where they take part. */
export function listAccountsOfUser(db: Database, userId: number) {
  return db
    .selectFrom('account')
    .innerJoin('users as owner', 'owner.id', 'account.owner_id')
    .leftJoin('account_participant as participant', join =>
      join.onRef('participant.account_id', '=', 'account.id').on('participant.user_id', '=', userId),
    )
    .innerJoin('users', join => join.on('users.id', '=', userId))
    .select([...rightColumns, 'owner.username as owner_username', 'participant.rights', 'users.second_factor_since'])
    .where(where => where.or([where('account.owner_id', '=', userId), where('participant.user_id', '=', userId)]))
    .orderBy('account.id')
    .execute()
}

/** One user's standing in an account; `rights` is null for someone who takes no part. */
export function findStanding(db: Database, accountId: number, userId: number) {
  return db
    .selectFrom('account')
    .leftJoin('account_participant as participant', join =>
      join.onRef('participant.account_id', '=', 'account.id').on('participant.user_id', '=', userId),
    )
    .leftJoin('users', join => join.on('users.id', '=', userId))
    .select([
      'account.owner_id',
      'participant.rights',
      'account.two_factor_authentication_required',
      'users.second_factor_since',
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
}

/** Everyone who takes part in an account, the owner first. */
export function listAccountUsers(db: Database, accountId: number) {
  return db
    .selectFrom('account')
    .innerJoin('users as owner', 'owner.id', 'account.owner_id')
    .innerJoin('users', join => join.onTrue())
    .leftJoin('account_participant as participant', join =>
      join.onRef('participant.account_id', '=', 'account.id').onRef('participant.user_id', '=', 'users.id'),
    )
    .select([
      ...rightColumns,
      'owner.username as owner_username',
      'participant.rights',
      'users.id as user_id',
      'users.username',
      'users.email',
      'users.profile',
      'users.last_seen',
      'users.second_factor_since',
    ])
    .where('account.id', '=', accountId)
    .where(where =>
      where.or([where('users.id', '=', where.ref('account.owner_id')), where('participant.user_id', 'is not', null)]),
    )
    .orderBy(order => order('users.id', '=', order.ref('account.owner_id')), 'desc')
    .orderBy('users.id')
    .execute()
}

/** Whether the participant is new. */
export async function insertParticipant(
  db: Database,
  accountId: number,
  userId: number,
  rights: AccountPermission[],
): Promise<boolean> {
  const inserted = await db
    .insertInto('account_participant')
    .values({ account_id: accountId, user_id: userId, rights })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateParticipantRights(
  db: Database,
  accountId: number,
  userId: number,
  rights: AccountPermission[],
): Promise<boolean> {
  const updated = await db
    .updateTable('account_participant')
    .set({ rights })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

export async function deleteParticipant(db: Database, accountId: number, userId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('account_participant')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
