import type { Database } from '../../../platform/database/index.ts'
import type { SpeechSecretRow } from '../tables.ts'

export function listSecretRows(db: Database, accountId: number): Promise<SpeechSecretRow[]> {
  return db.selectFrom('speech_secret').selectAll().where('account_id', '=', accountId).orderBy('name').execute()
}

export function findSecretRow(db: Database, accountId: number, name: string): Promise<SpeechSecretRow | undefined> {
  return db
    .selectFrom('speech_secret')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Writes a secret instead of an earlier one of its name, whose time of creation it keeps. */
export function upsertSecretRow(db: Database, row: SpeechSecretRow): Promise<SpeechSecretRow> {
  const { origin, value, last_updated } = row
  return db
    .insertInto('speech_secret')
    .values(row)
    .onConflict(conflict => conflict.columns(['account_id', 'name']).doUpdateSet({ origin, value, last_updated }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether there was one. */
export async function deleteSecretRow(db: Database, accountId: number, name: string): Promise<boolean> {
  const row = await db
    .deleteFrom('speech_secret')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}
