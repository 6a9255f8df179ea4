/**
 * Search: documents derived from the resources of other rooms, and the result lists made from them.
 * Promises: a document written in a transaction is found by the next search after its commit (`waitForIndex` waits for
 * nothing); a search never shows, counts or facets a document outside its scope; the caller's text never becomes SQL;
 * no search runs longer than its deadline.
 * Leaves to others: what a document holds, who may search where.
 */
export type { DocumentKind, FieldValue, Restriction, SearchDocument, SearchScope } from './document.ts'
export { putDocuments, removeDocuments } from './documents.ts'
export { searchDocuments } from './search.ts'
