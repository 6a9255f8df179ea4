import type { Database } from '../../../database/index.ts'
import './tables.ts'

export async function isStopped(db: Database, address: string): Promise<boolean> {
  const query = db.selectFrom('mail_stop').select('address').where('address', '=', address)
  return (await query.executeTakeFirst()) !== undefined
}

export async function insertStop(db: Database, address: string, created: number): Promise<void> {
  const query = db.insertInto('mail_stop').values({ address, created })
  await query.onConflict(conflict => conflict.doNothing()).execute()
}

export async function deleteStop(db: Database, address: string): Promise<void> {
  await db.deleteFrom('mail_stop').where('address', '=', address).execute()
}
