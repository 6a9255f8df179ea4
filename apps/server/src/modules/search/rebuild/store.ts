import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { DocumentKind } from '../documents/document.ts'
import { type DocumentSources, selectListed } from '../documents/sources.ts'
import { type IdRange, type RebuildTask, type SearchEngine, SearchUnavailableError } from '../engine.ts'
import '../engines/postgresql/tables.ts'

/** What the database holds about the index as a whole. */
export interface IndexState {
  /** Whose documents it is about. */
  readonly engine: string
  readonly format: number
  /** Which rebuild it is. */
  readonly generation: number
  /** Why the rebuild that goes on, or went last, was begun; null before the first. */
  readonly reason: string | null
  /** How many documents it was to write, and in how many parts; an index that is to be made is one, too. */
  readonly documents: number
  readonly parts: number
  /** Parts that are still to be done; 0 when no rebuild goes on. */
  readonly partsLeft: number
  /** Whether it had to throw away what was there. */
  readonly isAnew: boolean
  /** Where the engine keeps its documents in collections: the one that answers, if one does. */
  readonly collection: string | null
}

const unknownState: IndexState = {
  engine: 'postgresql',
  format: 0,
  generation: 0,
  reason: null,
  documents: 0,
  parts: 0,
  partsLeft: 0,
  isAnew: false,
  collection: null,
}

/** The state of the index; that of a new one where nothing is known. */
export async function readIndexState(db: Database): Promise<IndexState> {
  const { rows } = await sql<IndexState>`
    select engine, format, generation, reason, documents, parts, is_anew as "isAnew", collection,
      (select count(*) from search_rebuild_part) + (next_collection is not null)::int
        -- Those of the tables.
        + case when engine = 'postgresql' then (select count(*) from search_missing_index) else 0 end as "partsLeft"
    from search_index`.execute(db)
  return rows[0] ?? unknownState
}

/** The refusal to search documents of another engine, or those of a rebuild before all of them are written. */
export function refuseSearch(name: string, { engine, parts, partsLeft }: IndexState): SearchUnavailableError {
  if (engine !== name) return new SearchUnavailableError('The search index is not made yet')
  const percent = Math.floor(100 * (1 - partsLeft / Math.max(parts, 1)))
  return new SearchUnavailableError(`The search index is being made: ${percent} % is written`)
}

/** Which turn of the dictionaries it is; what was remembered of another one means nothing. */
export async function readGeneration(db: Database): Promise<number> {
  const { rows } = await sql<{ generation: number }>`select generation from search_index`.execute(db)
  return rows[0]?.generation ?? 0
}

/** A rebuild to begin. */
export interface RebuildPlan extends Omit<RebuildTask, 'documents'> {
  readonly format: number
  readonly reason: string
  readonly startedMs: number
  /** Documents in one part. */
  readonly partSize: number
}

/** Ids are whole numbers that JSON holds. */
const lastId = Number.MAX_SAFE_INTEGER

/**
 * Lists what a rebuild has to do, instead of what an earlier one has left; under the lock for changes. Answers how many
 * documents there will be.
 */
export async function insertPlan(
  db: Database,
  sources: DocumentSources,
  engine: SearchEngine,
  plan: RebuildPlan,
): Promise<number> {
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
      -- After the last one: documents without a resource.
      from (select last_id from ends union all select ${lastId}::bigint) as part
    )
    select count(*) + 1 as parts, coalesce(sum(documents), 0)::bigint as documents from ends`.execute(db)
  const { parts, documents } = rows[0]!
  const { format, reason, isAnew, startedMs, manyDocuments } = plan
  await sql`
    insert into search_index (engine, format, reason, documents, parts, is_anew, started)
    values (${engine.name}, ${format}, ${reason}, ${documents}, ${parts}, ${isAnew}, ${startedMs})
    on conflict (is_only) do update set engine = excluded.engine, format = excluded.format,
      generation = search_index.generation + 1,
      reason = excluded.reason, documents = excluded.documents, parts = excluded.parts, is_anew = excluded.is_anew,
      started = excluded.started, next_collection = null,
      collection = case when not excluded.is_anew then search_index.collection end`.execute(db)
  const lastSteps = await engine.upkeep.prepare(db, { isAnew, documents, manyDocuments })
  await sql`update search_index set parts = parts + ${lastSteps}::int`.execute(db)
  return documents
}

/**
 * Takes the part with the newest resources off the list that nobody else has in hand; undefined when there is none, or when
 * the rebuild is that of another engine.
 */
export async function takePart(db: Database, engine: string): Promise<IdRange | undefined> {
  const { rows } = await sql<IdRange>`
    delete from search_rebuild_part where last_id = (
      select last_id from search_rebuild_part where exists (select from search_index where engine = ${engine})
      order by last_id desc limit 1 for update skip locked)
    returning first_id as first, last_id as last`.execute(db)
  return rows[0]
}

/** Puts back what of a part could not be written in time. */
export async function returnPart(db: Database, { first, last }: IdRange): Promise<void> {
  await sql`
    insert into search_rebuild_part (first_id, last_id) values (${first}::bigint, ${last}::bigint)`.execute(db)
}

/** The resources of a part, in the order of their ids. */
export async function listPart(
  db: Database,
  sources: DocumentSources,
  { first, last }: IdRange,
): Promise<{ kind: DocumentKind; id: number }[]> {
  const { rows } = await sql<{ kind: DocumentKind; id: number }>`
    select kind, id from (${selectListed(sources)}) as resource
    where id between ${first}::bigint and ${last}::bigint order by id`.execute(db)
  return rows
}
