import { sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import type { DocumentKind } from '../../../documents/document.ts'
import { type DocumentSources, selectListed } from '../../../documents/sources.ts'
import '../tables.ts'

/** What the database tells of the index as a whole. */
export interface IndexState {
  readonly format: number
  /** Why the rebuild that goes on, or went last, was begun; null before the first. */
  readonly reason: string | null
  /** How many documents it was to write, and in how many parts; an index that is to be made is one, too. */
  readonly documents: number
  readonly parts: number
  /** Parts that are still to be done; 0 when no rebuild goes on. */
  readonly partsLeft: number
  /** Whether it had to throw away what was there. */
  readonly isAnew: boolean
}

const unknownState: IndexState = { format: 0, reason: null, documents: 0, parts: 0, partsLeft: 0, isAnew: false }

/** The state of the index; that of a new one where nothing is known. */
export async function readIndexState(db: Database): Promise<IndexState> {
  const { rows } = await sql<IndexState>`
    select format, reason, documents, parts, is_anew as "isAnew",
      (select count(*) from search_rebuild_part) + (select count(*) from search_missing_index) as "partsLeft"
    from search_index`.execute(db)
  return rows[0] ?? unknownState
}

/** Which turn of the dictionaries it is; what was remembered of another one means nothing. */
export async function readGeneration(db: Database): Promise<number> {
  const { rows } = await sql<{ generation: number }>`select generation from search_index`.execute(db)
  return rows[0]?.generation ?? 0
}

/** A rebuild to begin. */
export interface RebuildPlan {
  readonly format: number
  readonly reason: string
  /** Whether the documents that are there are thrown away: they would show what is not so. */
  readonly isAnew: boolean
  readonly startedMs: number
  /** Documents in one part. */
  readonly partSize: number
  /** So many documents or more, most of them missing, are written faster without indexes, which are made at the end. */
  readonly manyDocuments: number
}

/** Ids are whole numbers that JSON holds. */
const lastId = Number.MAX_SAFE_INTEGER

/**
 * Lists what a rebuild has to do, instead of what an earlier one has left; under the lock for changes. Answers how many
 * documents there will be.
 */
export async function insertPlan(db: Database, sources: DocumentSources, plan: RebuildPlan): Promise<number> {
  if (plan.isAnew) await sql`truncate search_document, search_body`.execute(db)
  await sql`delete from search_rebuild_part`.execute(db)
  const { rows } = await sql<{ parts: number; documents: number }>`
    with numbered as (
      select id, (row_number() over (order by id) - 1) / ${plan.partSize}::int as part
      from (${selectListed(sources)}) as resource
    ), ends as (
      select max(id) as last_id, count(*) as documents from numbered group by part
    ), inserted as (
      insert into search_rebuild_part (first_id, last_id)
      select coalesce(lag(last_id) over (order by last_id) + 1, ${-lastId}::bigint), last_id
      -- Behind the last one: what no resource stands behind.
      from (select last_id from ends union all select ${lastId}::bigint) as part
    )
    select count(*) + 1 as parts, coalesce(sum(documents), 0)::bigint as documents from ends`.execute(db)
  const { parts, documents } = rows[0]!
  const { format, reason, isAnew, startedMs } = plan
  const isBulk = documents >= plan.manyDocuments && !(await hasDocuments(db, documents / 4))
  const indexes = isBulk ? await dropIndexes(db) : 0
  await sql`
    insert into search_index (format, reason, documents, parts, is_anew, started)
    values (${format}, ${reason}, ${documents}, ${parts + indexes}, ${isAnew}, ${startedMs})
    on conflict (is_only) do update set format = excluded.format, generation = search_index.generation + 1,
      reason = excluded.reason, documents = excluded.documents, parts = excluded.parts, is_anew = excluded.is_anew,
      started = excluded.started`.execute(db)
  return documents
}

async function hasDocuments(db: Database, count: number): Promise<boolean> {
  const { rows } = await sql`select from search_document offset ${Math.floor(count)}::bigint limit 1`.execute(db)
  return rows.length > 0
}

/** How long searches may have to wait for those who read the documents for long, a dump among them. */
const mostLockMs = 1_000
const lockTimeout = '55P03'

/**
 * Drops the indexes of documents, but for the key, and notes how they are made; answers how many are missing now. Where
 * somebody reads the documents for long, the indexes stay.
 */
async function dropIndexes(db: Database): Promise<number> {
  await sql`savepoint indexes`.execute(db)
  try {
    await sql`set local lock_timeout = ${sql.lit(mostLockMs)}`.execute(db)
    const { rows } = await sql<{ name: string }>`
      insert into search_missing_index (name, definition)
      select indexname, indexdef from pg_indexes
      where schemaname = current_schema() and tablename = 'search_document' and indexname <> 'search_document_pkey'
      returning name`.execute(db)
    if (rows.length > 0) await sql`drop index ${sql.join(rows.map(({ name }) => sql.id(name)))}`.execute(db)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === lockTimeout)) throw error
    await sql`rollback to savepoint indexes`.execute(db)
  }
  const { rows: missing } = await sql`select from search_missing_index`.execute(db)
  return missing.length
}

/** Makes one missing index that nobody else is making, once all parts are written; answers whether there was one. */
export async function makeMissingIndex(db: Database): Promise<boolean> {
  const { rows } = await sql<{ definition: string }>`
    delete from search_missing_index where name = (
      select name from search_missing_index where not exists (select from search_rebuild_part)
      -- The inverted ones take longest.
      order by definition like '% gin %' desc, name desc limit 1 for update skip locked)
    returning definition`.execute(db)
  const [index] = rows
  if (!index) return false
  await sql`select set_config('statement_timeout', '0', true), set_config('maintenance_work_mem', '192MB', true)`.execute(
    db,
  )
  await sql.raw(index.definition).execute(db)
  return true
}

/** Ids from the one to the other, both among them. */
interface Part {
  readonly first: number
  readonly last: number
}

/** Takes the part with the newest resources off the list that nobody else has in hand; undefined when there is none. */
export async function takePart(db: Database): Promise<Part | undefined> {
  const { rows } = await sql<Part>`
    delete from search_rebuild_part where last_id = (
      select last_id from search_rebuild_part order by last_id desc limit 1 for update skip locked)
    returning first_id as first, last_id as last`.execute(db)
  return rows[0]
}

/** Puts back what of a part could not be written in time. */
export async function returnPart(db: Database, { first, last }: Part): Promise<void> {
  await sql`
    insert into search_rebuild_part (first_id, last_id) values (${first}::bigint, ${last}::bigint)`.execute(db)
}

/** The resources of a part, in the order of their ids. */
export async function listPart(
  db: Database,
  sources: DocumentSources,
  { first, last }: Part,
): Promise<{ kind: DocumentKind; id: number }[]> {
  const { rows } = await sql<{ kind: DocumentKind; id: number }>`
    select kind, id from (${selectListed(sources)}) as resource
    where id between ${first}::bigint and ${last}::bigint order by id`.execute(db)
  return rows
}

/** Removes the documents of a part that no resource stands behind. */
export async function deleteOrphans(db: Database, sources: DocumentSources, { first, last }: Part): Promise<void> {
  const isOfPart = sql`between ${first}::bigint and ${last}::bigint`
  await sql`
    delete from search_document d where id ${isOfPart} and not exists (
        select from (${selectListed(sources)}) as resource where resource.id = d.id and resource.id ${isOfPart})`.execute(
    db,
  )
}
