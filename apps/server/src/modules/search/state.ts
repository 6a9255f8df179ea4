import type { Transaction } from '../../platform/context.ts'
import type { DocumentKind } from './documents/document.ts'
import type { SearchEngine } from './engine.ts'
import type { Memory } from './engines/postgresql/columns/index.ts'
import { createDictionary, type Dictionary } from './engines/postgresql/documents/dictionary.ts'
import { postgresqlEngine } from './engines/postgresql/engine.ts'
import type { DocumentFailures } from './indexing/failures.ts'

/** What the module has while the service runs. */
export interface SearchState {
  readonly engine: SearchEngine
  readonly dictionary: Dictionary
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

export function createSearchState(): SearchState {
  return {
    engine: postgresqlEngine,
    dictionary: createDictionary(),
    failures: { refused: 0, retried: 0 },
    pendingChanges: new WeakMap(),
  }
}
