import type { Insertable, Updateable } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import { toKey } from './policy.ts'
import type { UserRow, UserTable } from './tables.ts'

export function findUserById(db: Database, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).where('deleted', 'is', null).executeTakeFirst()
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

export async function setPasswordHash(db: Database, id: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

export async function touchUser(db: Database, id: number, now: number): Promise<void> {
  await db.updateTable('users').set({ last_seen: now }).where('id', '=', id).execute()
}
