/**
 * Collections (editorial objects): what they are called, where each stands, and the entries attached to them in order.
 * Promises: a collection stands only where its `objectType` may stand, never below itself; a deleted collection leaves
 * no entry and no child behind.
 * Leaves to others: what is attached (annotations), who outside the production may look (sharing).
 */

export { collectionArchive } from './archive.ts'
export { listCollectionCustomFields } from './custom-field-store.ts'
export { collectionDocuments } from './documents.ts'
export { isOfAnotherShare } from './policy.ts'
export { listSeenEntries } from './read.ts'
export { addCollectionRoutes, type BeforeDeletion } from './routes.ts'
export { createCollection, getCollection, replaceCollectionCustomFields, updateCollection } from './service.ts'
export {
  findCollectionIdByTitle,
  findCollections,
  holdCollection,
  isBelow,
  listCollectionIds,
  listCollectionsAbove,
} from './store.ts'
export type { CollectionRow } from './tables.ts'
export { toEditorialObject } from './to-editorial-object.ts'
