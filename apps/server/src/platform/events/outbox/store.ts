import { type Insertable, sql } from 'kysely'
import { databaseTime, isDue, isFreeFor, leaseMs } from '../../background/lease.ts'
import type { RetainedRows } from '../../background/retention/retention.ts'
import type { Database } from '../../database/index.ts'
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

/** When letters are claimed, by whom, and how long they wait after their first, second, … attempt at most. */
export interface LetterClaim {
  readonly now: number
  readonly holder: string
  readonly limit: number
  readonly maxDelaysMs: readonly number[]
}

/** Leases what is due, oldest first; each claim is an attempt. */
export async function claimDue(
  db: Database,
  carrier: string,
  { now, holder, limit, maxDelaysMs }: LetterClaim,
): Promise<OutboxRow[]> {
  const maxWait = sql<number>`coalesce((${maxDelaysMs}::bigint[])[attempts], 0)`
  const due = sql<number>`
    select id from outbox
    where carrier = ${carrier} and status = 'PENDING' and ${isDue('next_attempt', now, maxWait)} and ${isFreeFor(holder)}
    order by next_attempt, id limit ${limit} for update skip locked`
  return db
    .updateTable('outbox')
    .set({ attempts: sql<number>`attempts + 1`, leased_until: databaseTime(leaseMs), lease_holder: holder })
    .where(sql<boolean>`id in (${due})`)
    .returningAll()
    .execute()
}

/** Renews the lease of a letter; false when it is lost. */
export async function renewLetterLease(db: Database, { id, attempts }: OutboxRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ leased_until: databaseTime(leaseMs) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the leases of all other processes on what one carrier takes. */
export async function endOtherLeases(db: Database, carrier: string, holder: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ leased_until: 0, lease_holder: null })
    .where('carrier', '=', carrier)
    .where('status', '=', 'PENDING')
    .where('leased_until', '>', 0)
    .where('lease_holder', 'is distinct from', holder)
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
    .set({
      ...change,
      leased_until: 0,
      lease_holder: null,
      ...(change.status === 'PENDING' ? {} : { content: null }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'PENDING')
    .execute()
}

/** Letters that are over. */
export const retainedLetters: RetainedRows = {
  records: 'outbox',
  table: 'outbox',
  key: 'id',
  wasOver: instant => sql<boolean>`completed < ${instant}::bigint`,
}

/** How many wait, or were given up since, by their carriers. */
export async function countByCarrier(
  db: Database,
  which: { status: 'PENDING' } | { status: 'FAILED'; since: number },
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('outbox')
    .select(eb => ['carrier', eb.fn.countAll<number>().as('count')])
    .where('status', '=', which.status)
    .$if('since' in which, query => query.where('completed', '>', 'since' in which ? which.since : 0))
    .groupBy('carrier')
    .execute()
  return Object.fromEntries(rows.map(({ carrier, count }) => [carrier, Number(count)]))
}
