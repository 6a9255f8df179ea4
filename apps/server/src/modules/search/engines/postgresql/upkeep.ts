/** What of the tables may be lost, and how all of them are written again. */

import { sql } from 'kysely'
import type { Database } from '../../../../platform/database/index.ts'
import { type DocumentSources, selectListed } from '../../documents/sources.ts'
import type { IdRange, IndexFault, IndexUpkeep, RebuildTask } from '../../engine.ts'
import './tables.ts'

/** Documents at either end of the index whose values and words are looked up. */
const sampleSize = 100

export const postgresqlUpkeep: IndexUpkeep = {
  findFault,
  prepare,
  takeLastStep: makeMissingIndex,
  countKinds,
  removeOrphans,
  findLeftovers: async () => async () => {},
  // What is committed is kept.
  settle: async () => 0,
}

async function findFault(db: Database, sources: DocumentSources, mayBeEmpty: boolean): Promise<IndexFault | undefined> {
  // Numbers that lead to nothing, or to another value by now, would show documents to those who must not see them.
  if (await hasTornDictionary(db)) return { reason: 'values without their numbers', isAnew: true }
  if (await hasLostBody(db)) return { reason: 'documents without what they show', isAnew: false }
  if (!mayBeEmpty && (await isWronglyEmpty(db, sources))) return { reason: 'no documents', isAnew: false }
  return undefined
}

async function hasTornDictionary(db: Database): Promise<boolean> {
  const { rows } = await sql<{ torn: boolean }>`
    with sample as materialized (
      (select ords, words from search_document order by id limit ${sampleSize})
      union all (select ords, words from search_document order by id desc limit ${sampleSize})
    )
    select not exists (select from search_slot)
      or exists (select from sample cross join unnest(ords) as o (ord)
        where not exists (select from search_value v where v.ord = o.ord))
      or exists (select from sample cross join unnest(words) as w
        where w.lexeme not like '=%'
          and not exists (select from search_word known where known.word = w.lexeme collate "C")) as torn`.execute(db)
  return rows[0]!.torn
}

/** Both tables are read by their keys, side by side. */
async function hasLostBody(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from search_document d where not exists (select from search_body b where b.id = d.id) limit 1`.execute(db)
  return rows.length > 0
}

async function isWronglyEmpty(db: Database, sources: DocumentSources): Promise<boolean> {
  const { rows } = await sql`
    select where not exists (select from search_document)
      and exists (select from (${selectListed(sources)}) as resource)`.execute(db)
  return rows.length > 0
}

async function prepare(db: Database, { isAnew, documents, manyDocuments }: RebuildTask): Promise<number> {
  if (isAnew) await sql`truncate search_document, search_body`.execute(db)
  const isBulk = documents >= manyDocuments && !(await hasDocuments(db, documents / 4))
  if (isBulk) await dropIndexes(db)
  // Some may be missing since a rebuild that was given up.
  const { rows: missing } = await sql`select from search_missing_index`.execute(db)
  return missing.length
}

async function hasDocuments(db: Database, count: number): Promise<boolean> {
  const { rows } = await sql`select from search_document offset ${Math.floor(count)}::bigint limit 1`.execute(db)
  return rows.length > 0
}

/** How long searches may have to wait for those who read the documents for long, a dump among them. */
const mostLockMs = 1_000
const lockTimeout = '55P03'

/**
 * Drops the indexes of documents, but for the key, and notes how they are made. Where somebody reads the documents for
 * long, the indexes stay.
 */
async function dropIndexes(db: Database): Promise<void> {
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
}

/** Makes one missing index that nobody else is making, once all parts are written; answers whether there was one. */
async function makeMissingIndex(db: Database): Promise<boolean> {
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

async function countKinds(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*) as count from search_document group by kind`.execute(db)
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

async function removeOrphans(db: Database, sources: DocumentSources, { first, last }: IdRange): Promise<void> {
  const isOfPart = sql`between ${first}::bigint and ${last}::bigint`
  await sql`
    delete from search_document d where id ${isOfPart} and not exists (
        select from (${selectListed(sources)}) as resource where resource.id = d.id and resource.id ${isOfPart})`.execute(
    db,
  )
}
