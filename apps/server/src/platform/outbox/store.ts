import { type Insertable, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import type { OutboxRow, OutboxTable } from './tables.ts'

export async function insertLetter(db: Database, row: Insertable<OutboxTable>): Promise<void> {
  await db.insertInto('outbox').values(row).execute()
}

/** How many an address was to get since, those that were dropped left out. */
export async function countLetters(db: Database, carrier: string, address: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('carrier', '=', carrier)
    .where('address', '=', address)
    .where('created', '>', since)
    .where('status', '!=', 'DROPPED')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Takes what is due, oldest first: until `leaseEnds` nobody else takes it, and each taking is an attempt. */
export async function claimDue(
  db: Database,
  carrier: string,
  { now, leaseEnds, limit }: { now: number; leaseEnds: number; limit: number },
): Promise<OutboxRow[]> {
  const due = sql<number>`
    select id from outbox where carrier = ${carrier} and status = 'PENDING' and next_attempt <= ${now}
    order by next_attempt, id limit ${limit} for update skip locked`
  return db
    .updateTable('outbox')
    .set({ attempts: sql<number>`attempts + 1`, next_attempt: leaseEnds })
    .where(sql<boolean>`id in (${due})`)
    .returningAll()
    .execute()
}

/** Notes what became of an attempt, unless somebody else has taken it meanwhile. */
export async function settleLetter(
  db: Database,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  change: Pick<OutboxRow, 'status' | 'next_attempt' | 'completed' | 'error'>,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...change, ...(change.status === 'PENDING' ? {} : { content: null }) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'PENDING')
    .execute()
}

/** Forgets what was completed before, some at a time. */
export async function deleteCompletedBefore(db: Database, before: number): Promise<void> {
  await sql`
    delete from outbox
    where id in (select id from outbox where completed < ${before} limit 10000)`.execute(db)
}
