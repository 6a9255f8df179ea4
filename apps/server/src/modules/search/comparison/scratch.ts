/** Both engines with documents by chance: in tables that only one session sees, and in a collection of Solr of their own. */

import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import { SearchUnavailableError } from '../engine.ts'
import { derivedTables } from '../engines/postgresql/tables.ts'
import { createSolrClient } from '../engines/solr/client.ts'
import { createCollection, readCluster, removeCollection } from '../engines/solr/collections/setup.ts'
import { createSearchState } from '../state.ts'
import { type Comparison, compareEngines, type Side } from './compare.ts'
import { drawSearches, weights } from './draw.ts'
import { drawDocuments } from './draw-documents.ts'

export interface ComparisonOptions {
  readonly searches: number
  /** The same one draws the same documents and searches. */
  readonly seed: number
}

export type EngineComparison = Comparison & { readonly seed: number; readonly weights: typeof weights }

/**
 * Compares what the tables and the Solr of `searchUrl` find, in a collection of as many shards as that of the service. What
 * the service holds is neither read nor changed. Throws a `SearchUnavailableError` where Solr does not answer.
 */
export async function compareOnScratch(
  database: Database,
  searchUrl: string,
  { searches, seed }: ComparisonOptions,
): Promise<EngineComparison> {
  const client = createSolrClient(searchUrl)
  const { current } = await readCluster(client)
  if (!current) throw new SearchUnavailableError(`Search is not set up: there is no collection ${client.collection}`)
  const collection = await createCollection(client, current)
  try {
    return await onScratch(database, undefined, null, tables =>
      onScratch(database, searchUrl, collection, async solr => {
        const documents = drawDocuments(seed)
        for (const { engine, db } of [tables, solr]) {
          await db.transaction().execute(async tx => {
            await engine.apply(tx, { documents, gone: [] })
            await engine.publish(tx)
          })
        }
        return { seed, weights, ...(await compareEngines(tables, solr, drawSearches(seed, searches), documents)) }
      }),
    )
  } finally {
    await removeCollection(client, collection)
  }
}

/** An engine in a session of its own, whose tables speak of no other documents. */
function onScratch<T>(
  database: Database,
  searchUrl: string | undefined,
  collection: string | null,
  work: (side: Side & { readonly db: Database }) => Promise<T>,
): Promise<T> {
  return database.connection().execute(async db => {
    // They stand before those of the service, and go with the session.
    for (const table of derivedTables) {
      await sql`create temporary table ${sql.table(table)} (like ${sql.table(table)} including all)`.execute(db)
    }
    const search = createSearchState(searchUrl)
    const { engine } = search
    await sql`insert into search_index (format, engine, collection) values (0, ${engine.name}, ${collection})`.execute(
      db,
    )
    return work({ engine, db, place: { db, platform: { services: { search } } } })
  })
}
