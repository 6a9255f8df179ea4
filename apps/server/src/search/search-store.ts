import type { SolrDocument } from '@rushes/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { Condition } from './conditions.ts'
import type { Order } from './order.ts'
import './tables.ts'

/** All of the conditions, on `search_document d`. */
function where(conditions: readonly Condition[]) {
  return sql`from search_document d where ${sql.join([...conditions], sql` and `)}`
}

export async function countDocuments(db: Database, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ found: number }>`select count(*) as found ${where(conditions)}`.execute(db)
  return rows[0]!.found
}

export async function hasDocument(db: Database, conditions: readonly Condition[]): Promise<boolean> {
  const { rows } = await sql`select ${where(conditions)} limit 1`.execute(db)
  return rows.length > 0
}

/** Ids of one page, in order, with their scores where there are any. */
export async function readPage(
  db: Database,
  conditions: readonly Condition[],
  order: Order,
  score: RawBuilder<number> | undefined,
  page: { start: number; rows: number },
): Promise<{ id: number; score: number | null }[]> {
  const bodies = order.usesBody ? sql`join search_body b on b.id = d.id` : sql``
  const { rows } = await sql<{ id: number; score: number | null }>`
    select d.id, ${score ?? sql`null::float8`} as score
    from search_document d ${bodies} where ${sql.join([...conditions], sql` and `)}
    order by ${sql.join([...order.keys])} limit ${page.rows} offset ${page.start}`.execute(db)
  return rows
}

export async function readBodies(db: Database, ids: readonly number[]): Promise<Map<number, SolrDocument>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; body: SolrDocument }>`
    select id, body from search_body where id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(row => [row.id, row.body]))
}
