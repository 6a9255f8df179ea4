/**
 * Search: documents derived from the resources of other modules, and the result lists made from them.
 * Promises: what was committed is found by the next search, unless the index lags by more than a second; a search never
 * shows, counts or facets a document outside its scope; the caller's text never becomes SQL; no search runs longer than
 * its deadline.
 * Leaves to others: what a document holds, who may search where.
 */

import { join } from 'node:path'
import type { Platform } from '../../platform/context.ts'
import { defineModule, type Module } from '../../platform/module.ts'
import type { EngineComparison } from './comparison/scratch.ts'
import type { DocumentSources } from './documents/sources.ts'
import { startMemory } from './engines/postgresql/columns/index.ts'
import { startIndexing, waitForIndex } from './indexing/indexer.ts'
import { createSearchState } from './state.ts'

export type { Utterance } from './answer/hits.ts'
export type { Presentation } from './answer/show.ts'
export type { ComparisonOptions, EngineComparison } from './comparison/scratch.ts'
export type { DocumentKind, FieldValue, Restriction, SearchDocument, SearchScope } from './documents/document.ts'
export type { DocumentSources, ListedSource } from './documents/sources.ts'
export { SearchUnavailableError } from './engine.ts'
export { reportMemory, startMemory } from './engines/postgresql/columns/index.ts'
export { derivedTables } from './engines/postgresql/tables.ts'
export { setUpCollection } from './engines/solr/collections/setup.ts'
export { announceChanges, markChanged, markChangedBy, toChangeInsertion } from './indexing/changes.ts'
export { type IndexReport, reportIndex, startIndexing, waitForIndex } from './indexing/indexer.ts'
export { storedSizes } from './indexing/write-resources.ts'
export { rebuildIndex } from './rebuild/rebuild.ts'
export { type SearchAnswer, searchDocuments } from './search.ts'
export { readSearchStatus, type SearchStatus } from './status.ts'

/** Compares the engines; loaded when it is asked for, with what draws by chance. */
export async function compareOnScratch(
  ...given: Parameters<typeof import('./comparison/scratch.ts').compareOnScratch>
): Promise<EngineComparison> {
  const { compareOnScratch } = await import('./comparison/scratch.ts')
  return compareOnScratch(...given)
}

declare module '../../platform/module.ts' {
  interface Module {
    /** Where the search documents of the module come from, which may hold what other modules provide. */
    readonly searchDocuments?: DocumentSources | ((modules: readonly Module[]) => DocumentSources)
  }
}

/** Where the documents of all modules come from. */
export function collectSources(modules: readonly Module[]): DocumentSources {
  const sources = modules.map(({ searchDocuments }) =>
    typeof searchDocuments === 'function' ? searchDocuments(modules) : searchDocuments,
  )
  return Object.assign({}, ...sources)
}

function startMemoryAsSet(platform: Platform): () => Promise<void> {
  const { databaseUrl, config } = platform
  // The copy is one of the tables.
  if (config.searchUrl !== undefined) return async () => {}
  const snapshotPath = join(config.dataDir, 'search', 'memory.snapshot')
  return startMemory(platform, { databaseUrl, mostBytes: config.searchMemoryMib * 2 ** 20, snapshotPath })
}

export const search = defineModule({
  name: 'search',
  services: platform => ({
    search: createSearchState(platform.config.searchUrl),
    waitForIndex: (timeoutMs: number) => waitForIndex(platform, timeoutMs),
  }),
  background: [
    {
      name: 'search index',
      role: 'background',
      start: platform => startIndexing(platform, collectSources(platform.modules)),
    },
    { name: 'search memory', role: 'api', start: startMemoryAsSet },
  ],
})
