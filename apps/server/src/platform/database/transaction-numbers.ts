import type { DatabaseLog } from './log.ts'
import { connectTo } from './opening/hosts.ts'

/** Transaction numbers that one statement uses up: about a second. */
const stepLength = 100_000n

/** The statement that uses up transaction numbers of the server until its next is this one, or a later one. */
export function passTransactions(next: number | bigint): string {
  return `do $$ begin
    while pg_current_xact_id()::text::bigint < ${BigInt(next)} - 1 loop commit; end loop;
  end $$`
}

/**
 * Brings the server's transaction numbers beyond those of the event log. A dump that is loaded on another server keeps
 * the numbers of the old one: until the new one has passed them, readers of the log would wait and new events would be
 * in the wrong order.
 */
export async function passLoggedTransactions(url: string, log: DatabaseLog): Promise<void> {
  const client = await connectTo(url, { application_name: 'rushes event log' }, error =>
    log.warn({ reason: error.message }, 'connection lost'),
  )
  try {
    const { rows } = await client.query<{ newest: string; next: string }>(
      `select coalesce(max(transaction::text::bigint), 0)::text as newest,
         pg_snapshot_xmax(pg_current_snapshot())::text as next
       from (select transaction from event order by event.transaction desc limit 1) as event`,
    )
    const end = BigInt(rows[0]!.newest) + 1n
    let next = BigInt(rows[0]!.next)
    if (next >= end) return
    log.warn({ from: String(next), to: String(end) }, 'event log is ahead of the server, passing its transactions')
    await client.query('set synchronous_commit = off')
    while (next < end) {
      next = next + stepLength < end ? next + stepLength : end
      await client.query(passTransactions(next))
    }
  } finally {
    await client.end()
  }
}
