import { sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import type { DocumentKind } from '../../../documents/document.ts'
import type { Plan } from '../../../query/plan.ts'
import { type Condition, toCondition } from '../query/conditions.ts'
import type { Meanings } from '../query/lookups.ts'
import type { MemoryRow, Ordinal } from './memory-index.ts'

/** The kinds of documents that are held in memory: what happened is too much, and seldom asked for. */
export const heldKinds: readonly DocumentKind[] = ['annotation', 'collection', 'media', 'thesaurus', 'user', 'account']
// As the index `search_document_written` has it, word for word: it is used for nothing else.
const isHeld = sql`d.kind in ('annotation', 'collection', 'media', 'thesaurus', 'user', 'account')`

/** Where the tables stand. */
export interface Moment {
  /** The oldest transaction that went on then: what it and later ones write has to be read again. */
  readonly horizon: string
  /** Another one means that nothing that was known of the dictionaries holds. */
  readonly generation: number
}

export async function readMoment(db: Database): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      coalesce((select generation from search_index), 0) as generation`.execute(db)
  return rows[0]!
}

/** Another one for every database there ever was: numbers of transactions mean something in it alone. */
export async function readDatabaseName(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select concat_ws('/', system_identifier, timeline_id,
      (select oid from pg_database where datname = current_database())) as name
    from pg_control_system(), pg_control_checkpoint()`.execute(db)
  return rows[0]!.name
}

/** Whether there are so many documents that memory is worth it, and no rebuild is running. */
export async function hasManyDocuments(db: Database, many: number): Promise<boolean> {
  // By the index that has these kinds alone: there may be many more documents of what happened.
  const { rows } = await sql`
    select from search_document d where ${isHeld} and d.written >= '0'::xid8
      and not exists (select from search_rebuild_part) and not exists (select from search_missing_index)
    offset ${many} limit 1`.execute(db)
  return rows.length > 0
}

const columns = sql`d.id, d.kind, d.production_id, d.account_id, d.media_object_id, d.start_frame, d.end_frame, d.created,
  d.last_updated, d.ords::text as ords, d.words::text as words, d.word_count`

/** Documents behind an id, in the order of their ids. */
export async function readRows(db: Database, afterId: number, most: number): Promise<MemoryRow[]> {
  const { rows } = await sql<MemoryRow>`
    select ${columns} from search_document d where ${isHeld} and d.id > ${afterId}::bigint
    order by d.id limit ${most}`.execute(db)
  return rows
}

/** Ids of the documents behind an id, in order. */
export async function readHeldIds(db: Database, afterId: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(id::text, ',' order by id) as ids from (
      select id from search_document d where ${isHeld} and d.id > ${afterId}::bigint order by d.id limit ${most}) as held`.execute(
    db,
  )
  const ids = rows[0]?.ids
  return ids ? ids.split(',').map(Number) : []
}

/** Documents that were written since a moment, behind an id. */
export async function readChangedRows(
  db: Database,
  { horizon }: Moment,
  afterId: number,
  most: number,
): Promise<MemoryRow[]> {
  const { rows } = await sql<MemoryRow>`
    with changed as materialized (
      select id from search_document d where ${isHeld} and d.written >= ${horizon}::xid8 and d.id > ${afterId}::bigint
      order by id limit ${most}
    )
    select ${columns} from changed join search_document d on d.id = changed.id order by d.id`.execute(db)
  return rows
}

/** Ids of documents that were removed since a moment; some may have been written again. */
export async function readRemovedIds(db: Database, { horizon }: Moment): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from search_removal where written >= ${horizon}::xid8`.execute(db)
  return rows.map(({ id }) => id)
}

/** Forgets removals that no reader needs any more; a reader that has not polled since then starts over. */
export async function deleteOldRemovals(db: Database, keptSeconds: number): Promise<void> {
  await sql`delete from search_removal where removed < now() - make_interval(secs => ${keptSeconds})`.execute(db)
}

/** These entries of the dictionary of values. */
export async function readOrdinals(db: Database, ords: readonly number[]): Promise<Ordinal[]> {
  if (ords.length === 0) return []
  const { rows } = await sql<Ordinal>`
    select v.ord, v.field, v.number is not null as "isNumber", array(
      select t.ord from search_value t
      where t.field = v.field and t.value = v.value and (t.number is null) = (v.number is null)) as twins
    from search_value v where v.ord = any(${ords}::int[])`.execute(db)
  return rows
}

/** Ids of the documents of a scope that a plan means. */
export async function readMatchingIds(
  db: Database,
  scope: Condition,
  plan: Plan,
  meanings: Meanings,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from search_document d where ${scope} and ${toCondition(plan, meanings)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A value of the dictionary. */
export interface NamedValue {
  readonly ord: number
  readonly value: string
  readonly number: number | null
}

export async function readNames(db: Database, ords: readonly number[]): Promise<NamedValue[]> {
  if (ords.length === 0) return []
  const { rows } = await sql<NamedValue>`
    select ord, value, number from search_value where ord = any(${ords}::int[])`.execute(db)
  return rows
}

/** The same of those that begin with a text, in the order of the values, a page of them. */
export async function readNamesInOrder(
  db: Database,
  ords: readonly number[],
  page: { prefix: string | undefined; limit: number | undefined; offset: number },
): Promise<NamedValue[]> {
  const { rows } = await sql<NamedValue>`
    select ord, value, number from search_value
    where ord = any(${ords}::int[]) and starts_with(value, ${page.prefix ?? ''})
    order by value limit ${page.limit ?? null}::bigint offset ${page.offset}::bigint`.execute(db)
  return rows
}
