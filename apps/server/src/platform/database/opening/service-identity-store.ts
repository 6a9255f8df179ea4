import { type Generated, sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Database } from '../database.ts'
import { connectTo } from './hosts.ts'

declare module '../tables.ts' {
  interface Tables {
    service_identity: {
      is_only: Generated<boolean>
      id: Generated<string>
      store_marked: Generated<boolean>
      key_fingerprint: string | null
    }
  }
}

/** Backups leave it out: a restored service has a store of its own. */
export const identityTable = 'service_identity'

/** Which service a database is of, and whether a store was marked as the one with its media. */
export interface ServiceIdentity {
  readonly id: string
  readonly storeMarked: boolean
}

/** The identity of the service, created on its first start. */
export async function getOrCreateIdentity(db: Database): Promise<ServiceIdentity> {
  await sql`insert into service_identity default values on conflict do nothing`.execute(db)
  const { rows } = await sql<ServiceIdentity>`
    select id::text as id, store_marked as "storeMarked" from service_identity`.execute(db)
  return rows[0]!
}

export async function noteStoreMarked(db: Database): Promise<void> {
  await sql`update service_identity set store_marked = true where not store_marked`.execute(db)
}

/** The fingerprint of the service's key, held until the transaction ends; undefined before its first start. */
export async function lockKeyFingerprint(db: Database): Promise<string | undefined> {
  await sql`insert into service_identity default values on conflict do nothing`.execute(db)
  const { rows } = await sql<{ fingerprint: string | null }>`
    select key_fingerprint as fingerprint from service_identity for update`.execute(db)
  return rows[0]?.fingerprint ?? undefined
}

export async function storeKeyFingerprint(db: Database, fingerprint: string): Promise<void> {
  await sql`update service_identity set key_fingerprint = ${fingerprint}`.execute(db)
}

/** The fingerprint of the service's key, read without the schema of this release; undefined where none is stored yet. */
export async function findKeyFingerprint(client: Pick<ClientBase, 'query'>): Promise<string | undefined> {
  const table = await client.query<{ name: string | null }>(`select to_regclass('service_identity')::text as name`)
  if (table.rows[0]?.name == null) return undefined
  const { rows } = await client.query<{ fingerprint: string | null }>(
    `select to_jsonb(service_identity) ->> 'key_fingerprint' as fingerprint from service_identity`,
  )
  return rows[0]?.fingerprint ?? undefined
}

/** The same of the database at an address. Throws when it cannot be asked. */
export async function readKeyFingerprint(url: string, timeoutMs: number): Promise<string | undefined> {
  const client = await connectTo(url, { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }, () => {})
  try {
    return await findKeyFingerprint(client)
  } finally {
    await client.end().catch(() => {})
  }
}
