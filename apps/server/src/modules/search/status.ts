/** How the search index is, for those who run a service: what writes it, what waits, and whether it has everything. */

import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import { type DocumentSources, selectListed } from './documents/sources.ts'
import { createSolrClient } from './engines/solr/client.ts'
import { type CollectionState, readCollection } from './engines/solr/collections/setup.ts'
import { type RebuildReport, readRebuildReport } from './rebuild/rebuilder.ts'
import { readIndexState } from './rebuild/store.ts'
import { createSearchState } from './state.ts'

export interface SearchStatus {
  readonly engine: string
  /** Whose documents there are: another engine rebuilds them. */
  readonly writtenBy: string
  /** Where the engine is Solr; absent: there is no such collection. */
  readonly collection?: CollectionState | undefined
  readonly rebuild: RebuildReport
  /** Changes whose documents are not written yet, how many of them are part of a bulk, and how many have failed and are tried again. */
  readonly waiting: { readonly changes: number; readonly ofBulks: number; readonly failed: number }
  /** By kind, how many resources have a document, and how many documents there are. */
  readonly kinds: readonly { readonly kind: string; readonly resources: number; readonly documents: number }[]
}

/** Reads it from the database and the engine. Throws a `SearchUnavailableError` where that does not answer. */
export async function readSearchStatus(
  db: Database,
  sources: DocumentSources,
  searchUrl: string | undefined,
): Promise<SearchStatus> {
  const { engine } = createSearchState(searchUrl)
  const collection = searchUrl === undefined ? undefined : await readCollection(createSolrClient(searchUrl))
  const documents = await engine.upkeep.countKinds(db)
  const { rows: resources } = await sql<{ kind: string; count: number }>`
    select kind, count(*) as count from (${selectListed(sources)}) as resource group by kind`.execute(db)
  const { rows: waiting } = await sql<SearchStatus['waiting']>`
    select count(*) as changes, count(*) filter (where is_bulk) as "ofBulks", count(*) filter (where attempts > 0) as failed
    from search_change`.execute(db)
  const counts = new Map(resources.map(({ kind, count }) => [kind, count]))
  const kinds = [...new Set([...counts.keys(), ...documents.keys()])].sort()
  return {
    engine: engine.name,
    writtenBy: (await readIndexState(db)).engine,
    ...(searchUrl !== undefined && { collection }),
    rebuild: await readRebuildReport(db, engine.name),
    waiting: waiting[0]!,
    kinds: kinds.map(kind => ({ kind, resources: counts.get(kind) ?? 0, documents: documents.get(kind) ?? 0 })),
  }
}
