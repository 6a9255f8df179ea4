import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import type { Condition } from './conditions.ts'
import type { Place } from './cursor.ts'
import { type Order, toOrderBy } from './order.ts'
import '../tables.ts'

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

/** A found document: its score where there is one, and, where it was asked for, what the order compares of it. */
export interface PlacedDocument {
  readonly id: number
  readonly score: number | null
  readonly place: Place | null
}

/** One page, in order. */
export async function readPage(
  db: Database,
  conditions: readonly Condition[],
  order: Order,
  score: RawBuilder<number> | undefined,
  page: { start: number; rows: number; withPlaces: boolean },
): Promise<PlacedDocument[]> {
  const bodies = order.usesBody ? sql`join search_body b on b.id = d.id` : sql``
  // Made for every document that is found, so only where it is needed.
  const place = page.withPlaces ? sql`jsonb_build_array(${sql.join(order.keys.map(({ value }) => value))})` : sql`null`
  const { rows } = await sql<PlacedDocument>`
    select d.id, ${score ?? sql`null::float8`} as score, ${place} as place
    from search_document d ${bodies} where ${sql.join([...conditions], sql` and `)}
    order by ${toOrderBy(order)} limit ${page.rows} offset ${page.start}`.execute(db)
  return rows
}

/** The text of what a document shows. */
export function selectBody(id: RawBuilder<number>): RawBuilder<{ text: string }> {
  return sql`select body::text from search_body where id = ${id}`
}
