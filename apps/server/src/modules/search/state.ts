import { createDictionary, type Dictionary } from './documents/dictionary.ts'
import type { DocumentFailures } from './indexing/failures.ts'
import type { Memory } from './memory/memory.ts'

/** What the module has while the service runs. */
export interface SearchState {
  readonly dictionary: Dictionary
  readonly failures: DocumentFailures
  /** While it runs. */
  memory?: Memory
}

declare module '../../platform/module.ts' {
  interface Services {
    readonly search: SearchState
  }
}

export function createSearchState(): SearchState {
  return { dictionary: createDictionary(), failures: { refused: 0, retried: 0 } }
}
