/** Why the index has to be rebuilt. */

import { sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import { type DocumentSources, selectListed } from '../../../documents/sources.ts'
import type { IndexState } from './store.ts'

/** To be raised whenever documents change their format: the service then rebuilds all of them when it starts. */
export const indexFormat = 5
/**
 * To be raised to `indexFormat` where older documents would show or give away what they must not: they are thrown away
 * at once, and the service is not ready before the new ones are written.
 */
const oldestUsableFormat = 0

export interface RebuildReason {
  readonly reason: string
  /** Whether what is there must not be shown any more. */
  readonly isAnew: boolean
}

/** Documents at either end of the index whose values and words are looked up. */
const sampleSize = 100

/** What is wrong with the index, as far as that is seen without reading all of it; undefined for nothing. */
export async function findRebuildReason(
  db: Database,
  sources: DocumentSources,
  state: IndexState,
): Promise<RebuildReason | undefined> {
  const { format, parts, partsLeft } = state
  if (format !== indexFormat) {
    return { reason: `format ${format}, not ${indexFormat}`, isAnew: format < oldestUsableFormat }
  }
  // Numbers that lead to nothing, or to another value by now, would show documents to those who must not see them.
  if (await hasTornDictionary(db)) return { reason: 'values without their numbers', isAnew: true }
  if (await hasLostBody(db)) return { reason: 'documents without what they show', isAnew: false }
  // A rebuild that has just begun has written nothing yet.
  const mayBeEmpty = partsLeft > 0 && partsLeft === parts
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
