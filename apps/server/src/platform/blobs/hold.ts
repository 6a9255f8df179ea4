import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Database } from '../database/index.ts'

/** Numbers that no other advisory lock of the service has. */
const turnKey = 7_873_748
const holdKey = 7_873_749

/**
 * Whether blobs may be removed now: not while somebody holds them. What is removed in the transaction of `db` is over
 * before a hold begins.
 */
export async function mayRemoveBlobs(db: Database): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select pg_try_advisory_xact_lock_shared(${holdKey}) as may`.execute(db)
  return rows[0]!.may
}

/**
 * Keeps every blob where it is until the connection ends, in all processes of the service, once the removals that are
 * under way are over; false where somebody else does so already.
 */
export async function holdBlobs(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [turnKey])
  if (!rows[0]!.mine) return false
  await client.query('select pg_advisory_lock($1)', [holdKey])
  return true
}
