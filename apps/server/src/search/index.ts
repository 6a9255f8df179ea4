/**
 * Search: documents derived from the resources of other modules, and the result lists made from them.
 * Promises: what was committed is found by the next search, unless the index lags by more than a second; a search never
 * shows, counts or facets a document outside its scope; the caller's text never becomes SQL; no search runs longer than
 * its deadline.
 * Leaves to others: what a document holds, who may search where.
 */
export { announceChanges, markChanged, markChangedBy, toChangeInsertion } from './changes.ts'
export type { DocumentKind, FieldValue, Restriction, SearchDocument, SearchScope } from './document.ts'
export type { Utterance } from './hits.ts'
export { type IndexReport, reportIndex, startIndexing, waitForIndex } from './indexer.ts'
export { reportMemory, startMemory } from './memory/memory.ts'
export { rebuildIndex } from './rebuild.ts'
export { type SearchAnswer, searchDocuments } from './search.ts'
export type { Presentation } from './show.ts'
export type { DocumentSources, ListedSource } from './sources.ts'
export { derivedTables } from './tables.ts'
export { storedSizes } from './write-resources.ts'
