import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { SecondFactorRow } from '../tables.ts'

export function findFactor(db: Database, userId: number): Promise<SecondFactorRow | undefined> {
  return db.selectFrom('second_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Keeps a secret that is still to be confirmed, instead of one that never was; whether it could. */
export async function insertFactor(db: Database, userId: number, secretSealed: Buffer, now: number): Promise<boolean> {
  const inserted = await db
    .insertInto('second_factor')
    .values({ user_id: userId, secret_sealed: secretSealed, created: now, confirmed: null, last_step: null })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_sealed: secretSealed, created: now, last_step: null })
        .where('second_factor.confirmed', 'is', null),
    )
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Uses up a time step of this very secret: of two who come with codes of the same step, or of one before it, none or one gets it. */
export async function takeStep(db: Database, factor: SecondFactorRow, step: number): Promise<boolean> {
  const updated = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', factor.user_id)
    .where('secret_sealed', '=', factor.secret_sealed)
    .where(where => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Makes the secret count; whether this call did it. */
export async function confirmFactor(db: Database, factor: SecondFactorRow, now: number): Promise<boolean> {
  const updated = await db
    .updateTable('second_factor')
    .set({ confirmed: now })
    .where('user_id', '=', factor.user_id)
    .where('secret_sealed', '=', factor.secret_sealed)
    .where('confirmed', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Takes the factor away, its recovery codes with it; whether there was one that counted. */
export async function deleteFactor(db: Database, userId: number): Promise<SecondFactorRow | undefined> {
  return db.deleteFrom('second_factor').where('user_id', '=', userId).returningAll().executeTakeFirst()
}

export async function insertRecoveryCodes(db: Database, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await db
    .insertInto('recovery_code')
    .values(hashes.map(hash => ({ user_id: userId, code_hash: hash })))
    .execute()
}

/** Puts other recovery codes instead of those of this very secret; whether it counts still. */
export async function replaceRecoveryCodes(
  db: Database,
  factor: SecondFactorRow,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const held = await db
    .selectFrom('second_factor')
    .select('user_id')
    .where('user_id', '=', factor.user_id)
    .where('secret_sealed', '=', factor.secret_sealed)
    .where('confirmed', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return false
  await db.deleteFrom('recovery_code').where('user_id', '=', factor.user_id).execute()
  await insertRecoveryCodes(db, factor.user_id, hashes)
  return true
}

/** Uses up a recovery code; whether it was there. */
export async function takeRecoveryCode(db: Database, userId: number, hash: Buffer): Promise<boolean> {
  const deleted = await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.count
}
