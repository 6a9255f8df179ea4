import { accountRights } from '@rushes/contract'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import { toChangeInsertion } from '../../search/index.ts'
import { toKey } from '../policy.ts'
import type { UserRow, UserTable } from '../tables.ts'

export function findUserById(db: Database, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).where('deleted', 'is', null).executeTakeFirst()
}

/** The user, whose password, state and second factor stay as they are until the transaction ends. */
export function holdUser(db: Database, id: number): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/** Users with these ids, in no order. */
export async function listUsersById(db: Database, ids: readonly number[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('users').selectAll().where('id', 'in', ids).execute()
}

/** The user who signs in with this name or address. */
export function findUserByLogin(db: Database, login: string): Promise<UserRow | undefined> {
  const key = toKey(login)
  return db
    .selectFrom('users')
    .selectAll()
    .where(key.includes('@') ? 'email_key' : 'username_key', '=', key)
    .where('deleted', 'is', null)
    .executeTakeFirst()
}

export function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', toKey(email))
    .where('deleted', 'is', null)
    .executeTakeFirst()
}

export async function hasAnyUser(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The new row; nothing when the user name or the address is taken. */
export function insertUser(db: Database, row: Insertable<UserTable>): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** The changed row; nothing when the version is no longer the expected one. */
export function updateUserRow(
  db: Database,
  id: number,
  version: number,
  change: Updateable<UserTable>,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
}

/** Changes columns whatever the version, which is raised. */
export function updateUserColumns(
  db: Database,
  id: number,
  change: Updateable<UserTable>,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** The user whom an identity provider calls so. */
export function findUserByIdentity(db: Database, issuer: string, subject: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('identity_provider', '=', issuer)
    .where('identity_subject', '=', subject)
    .where('deleted', 'is', null)
    .executeTakeFirst()
}

/** Whether another user has this name or address. */
export async function isTaken(db: Database, exceptId: number, usernameKey: string, emailKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '!=', exceptId)
    .where(where => where.or([where('username_key', '=', usernameKey), where('email_key', '=', emailKey)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the hash of a password; with `former` only where it is still that one. */
export async function setPasswordHash(db: Database, id: number, passwordHash: string, former?: string): Promise<void> {
  let query = db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id)
  if (former !== undefined) query = query.where('password_hash', '=', former)
  await query.execute()
}

/** Writes when users were last seen, and that their search documents are to follow. */
export async function setLastSeen(db: Database, ids: readonly number[], now: number): Promise<void> {
  const touched = sql<{ id: number }>`select id from touched`
  await sql`
    with touched as (update users set last_seen = ${now} where id = any(${ids}::bigint[]) returning id)
    ${toChangeInsertion('user', touched)}`.execute(db)
}

/** The accounts of users, those that they own and those where they take part. */
export async function listAccountIds(db: Database, userIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ user_id: number; account_id: number }>`
    select owner_id as user_id, id as account_id from account where owner_id = any(${userIds}::bigint[])
    union
    select user_id, account_id from account_participant where user_id = any(${userIds}::bigint[])
    order by account_id`.execute(db)
  const accountIds = new Map<number, number[]>()
  for (const row of rows) accountIds.set(row.user_id, [...(accountIds.get(row.user_id) ?? []), row.account_id])
  return accountIds
}

/** The rights that a user holds on any account. */
export async function listHeldRights(db: Database, userId: number): Promise<string[]> {
  const { rows } = await sql<{ right: string }>`
    select unnest(rights) as right from account_participant where user_id = ${userId}
    union select unnest(${[...accountRights]}::text[]) from account where owner_id = ${userId}`.execute(db)
  return rows.map(row => row.right)
}

/** Ids of all users who are not deleted, as a part of a larger statement. */
export function selectUserIds(): RawBuilder<{ id: number }> {
  return sql`select id from users where deleted is null`
}
