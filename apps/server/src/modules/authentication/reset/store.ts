import { type Insertable, type Selectable, sql } from 'kysely'
import type { RetainedRows } from '../../../platform/background/retention/retention.ts'
import type { Database } from '../../../platform/database/index.ts'

interface PasswordResetTable {
  user_id: number
  token_hash: Buffer
  /** The address that the link went to. */
  email_key: string
  created: number
  expires: number
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    password_reset: PasswordResetTable
  }
}

/** The one link of a user: another one ends the link before. */
export async function replaceReset(db: Database, row: Insertable<PasswordResetTable>): Promise<void> {
  const { user_id, ...change } = row
  await db
    .insertInto('password_reset')
    .values(row)
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

export function findReset(db: Database, tokenHash: Buffer): Promise<Selectable<PasswordResetTable> | undefined> {
  return db.selectFrom('password_reset').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Takes a link away: of two who come with it, one gets it. */
export function takeReset(db: Database, tokenHash: Buffer): Promise<Selectable<PasswordResetTable> | undefined> {
  return db.deleteFrom('password_reset').where('token_hash', '=', tokenHash).returningAll().executeTakeFirst()
}

/** Ends the link of a user, whose password was changed in another way. */
export async function deleteResetOfUser(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('password_reset').where('user_id', '=', userId).execute()
}

/** Links that open nothing any more. */
export const retainedResets: RetainedRows = {
  records: 'passwordResets',
  table: 'password_reset',
  key: 'user_id',
  wasOver: instant => sql<boolean>`expires <= ${instant}::bigint`,
}
