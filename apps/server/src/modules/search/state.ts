import type { Transaction } from '../../platform/context.ts'
import type { DocumentKind } from './documents/document.ts'
import type { SearchEngine } from './engine.ts'
import type { Memory } from './engines/postgresql/columns/index.ts'
import { createPostgresqlEngine } from './engines/postgresql/engine.ts'
import { createSolrEngine } from './engines/solr/engine.ts'
import type { DocumentFailures } from './indexing/failures.ts'

/** What the module has while the service runs. */
export interface SearchState {
  readonly engine: SearchEngine
  readonly failures: DocumentFailures
  /** What the open transactions have changed, by their database. */
  readonly pendingChanges: WeakMap<Transaction['db'], Map<number, DocumentKind>>
  /** While it runs. */
  memory?: Memory
}

declare module '../../platform/module.ts' {
  interface Services {
    readonly search: SearchState
  }
}

/** `searchUrl` is that of a collection of Solr; absent: the tables of the database. */
export function createSearchState(searchUrl: string | undefined): SearchState {
  return {
    engine: searchUrl === undefined ? createPostgresqlEngine() : createSolrEngine(searchUrl),
    failures: { refused: 0, retried: 0 },
    pendingChanges: new WeakMap(),
  }
}
