import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import { findColumn } from '../../../documents/schema.ts'
import { findFieldSlot, mostSlots } from '../documents/slot-store.ts'
import type { Condition } from '../query/conditions.ts'
import { type Order, toOrderBy } from '../query/order.ts'

/** A group of found documents: their value in the field, how many there are, and some of them. */
export interface FoundGroup {
  readonly value: string | null
  readonly found: number
  readonly documents: readonly { readonly id: number; readonly score: number | null }[]
}

/** How found documents are put together. */
export interface Grouping {
  readonly field: string
  /** The order of the groups: each stands where the first of its documents would. */
  readonly order: Order
  /** The order within a group. */
  readonly within: Order
  readonly page: { readonly start: number; readonly rows: number }
  /** Those of each group; `most` of all groups together. */
  readonly documents: { readonly start: number; readonly rows: number; readonly most: number }
}

/** A page of groups by a field of which no document has several values; undefined where they would show too many. */
export async function readGroups(
  db: Database,
  matches: readonly Condition[],
  { field, order, within, page, documents }: Grouping,
  score: RawBuilder<number> | undefined,
): Promise<FoundGroup[] | undefined> {
  const { key, name } = await findKey(db, field)
  const bodies = order.usesBody || within.usesBody ? sql`join search_body b on b.id = d.id` : sql``
  const end = documents.start + documents.rows
  const { rows } = await sql<Omit<FoundGroup, 'documents'> & { documents: FoundGroup['documents'] | null }>`
    with ranked as (
      select d.id, ${score ?? sql`null::float8`} as score, ${key} as key,
        row_number() over (order by ${toOrderBy(order)}) as place,
        row_number() over (partition by ${key} order by ${toOrderBy(within)}) as turn
      from search_document d ${bodies} where ${sql.join([...matches], sql` and `)}
    ), g as (
      select key, min(place) as place, count(*) as found from ranked group by key
      order by 2 limit ${page.rows} offset ${page.start}
    ), shown as (
      select sum(greatest(1, least(found - ${documents.start}, ${documents.rows}))) as total from g
    )
    select ${name} as value, g.found, case when (select total from shown) <= ${documents.most} then (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'score', r.score) order by r.turn), '[]') from ranked r
      where r.key is not distinct from g.key and r.turn > ${documents.start} and r.turn <= ${end}
    ) end as documents
    from g order by g.place`.execute(db)
  const isBearable = (group: (typeof rows)[number]): group is FoundGroup => group.documents !== null
  return rows.every(isBearable) ? rows : undefined
}

/** How many groups there are in all. */
export async function countGroups(db: Database, matches: readonly Condition[], field: string): Promise<number> {
  const { key } = await findKey(db, field)
  const { rows } = await sql<{ groups: number }>`
    select count(*) as groups from (
      select distinct ${key} from search_document d where ${sql.join([...matches], sql` and `)}
    ) as keys`.execute(db)
  return rows[0]!.groups
}

/** Whether a document has several values in a field. */
export async function hasLists(db: Database, conditions: readonly Condition[], field: string): Promise<boolean> {
  if (findColumn(field) !== undefined || !(await findFieldSlot(db, field))?.isList) return false
  const { rows } = await sql`
    select from search_document d join search_body b on b.id = d.id
    where ${sql.join([...conditions], sql` and `)} and jsonb_typeof(b.body -> ${field}) = 'array' limit 1`.execute(db)
  return rows.length > 0
}

/** Of each document `d`, which has one value at most, what it is put together by, and of each group `g` its value. */
async function findKey(db: Database, field: string): Promise<{ key: RawBuilder<unknown>; name: RawBuilder<string> }> {
  const column = findColumn(field)
  if (column !== undefined) return { key: sql.ref(`d.${column}`), name: sql`g.key::text` }
  const found = await findFieldSlot(db, field)
  // No document has a value yet: they are one group without a value.
  if (!found) return { key: sql`null::int`, name: sql`null::text` }
  const name = sql<string>`(select v.value from search_value v where v.ord = g.key)`
  if (found.slot <= mostSlots) return { key: sql`nullif(d.slots[${sql.raw(String(found.slot))}], 0)`, name }
  const key = sql`(select v.ord from search_value v where v.ord = any(d.ords) and v.field = ${field} limit 1)`
  return { key, name }
}
