/**
 * What custom fields a production has on its annotations and on its collections, and what may be written to them.
 * Promises: what is written to a described field is cast, checked and stored in one form; a description that changes
 * takes no stored value away, and says which of them no longer fit.
 * Leaves to others: the values themselves (annotations, collections), and the vocabularies: whether a word or an id is in
 * the `thesaurus` that a field is bound to is not checked here.
 */
export type { ReadStoredFields } from './misfits.ts'
export { addCustomFieldRoutes } from './routes.ts'
export { toSearchFields } from './search-fields.ts'
export { settleCustomFields } from './write.ts'
