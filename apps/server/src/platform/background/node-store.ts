import { sql } from 'kysely'
import { connectTo, type Database } from '../database/index.ts'
import { databaseTime } from './lease.ts'
import { isOfRole, type Role, type ServiceRole } from './roles.ts'

/** Backups leave it out: a restored service has other nodes. */
export const nodeTable = 'service_node'
const forgottenMs = 24 * 3_600_000

/** Notes that a node is there, and forgets those that were not for a day. */
export async function noteNode(db: Database, instance: string, role: Role): Promise<void> {
  await sql`
    with forgotten as (delete from service_node where seen < ${databaseTime(-forgottenMs)} and instance <> ${instance})
    insert into service_node (instance, role, seen) values (${instance}, ${role}, ${databaseTime()})
    on conflict (instance) do update set seen = excluded.seen`.execute(db)
}

/** For how long no node was there that runs what is for this role, in milliseconds; undefined where none was for a day. */
export async function findSilence(db: Database, wanted: ServiceRole): Promise<number | undefined> {
  const { rows } = await sql<{ silence: number | null }>`
    select ${databaseTime()} - max(seen) as silence from service_node where role in ('all', ${wanted})`.execute(db)
  return rows[0]?.silence ?? undefined
}

/** How many nodes run what is for each role, of those that were there lately. Throws when the database cannot be asked. */
export async function countNodes(
  url: string,
  maxSilenceMs: number,
  timeoutMs: number,
): Promise<Record<ServiceRole, number>> {
  const client = await connectTo(url, { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }, () => {})
  try {
    const { rows } = await client.query<{ role: Role }>(
      `select role from service_node where seen > extract(epoch from clock_timestamp()) * 1000 - $1`,
      [maxSilenceMs],
    )
    const count = (wanted: ServiceRole) => rows.filter(({ role }) => isOfRole(role, wanted)).length
    return { api: count('api'), worker: count('worker'), background: count('background') }
  } finally {
    await client.end().catch(() => {})
  }
}
