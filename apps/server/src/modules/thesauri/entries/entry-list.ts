import type { ThesaurusEntryRequest } from '@rushes/contract'

/** Entries that are to be written; they may be more than are held at a time. */
export interface EntryList {
  /** From the first one, each time that it is called. */
  readonly batches: () => Iterable<readonly ThesaurusEntryRequest[]> | AsyncIterable<readonly ThesaurusEntryRequest[]>
  /** The place of an entry in the request, as a JSON Pointer. */
  readonly toPath: (index: number) => string
}

/** Entries that are written together. */
const batchSize = 1000

/** Entries that are held already. */
export function toEntryList(requests: readonly ThesaurusEntryRequest[], toPath: EntryList['toPath']): EntryList {
  return {
    *batches() {
      for (let start = 0; start < requests.length; start += batchSize) yield requests.slice(start, start + batchSize)
    },
    toPath,
  }
}
