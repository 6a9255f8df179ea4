/**
 * Collections (editorial objects): what they are called, where each stands, and the entries attached to them in order.
 * Promises: a collection stands only where its `objectType` may stand, never below itself; a deleted collection leaves
 * no entry and no child behind.
 * Leaves to others: what is attached (annotations), who outside the production may look (sharing).
 */

import { defineModule } from '../../platform/module.ts'
import { collectionArchive } from './archive.ts'
import { listCollectionCustomFields } from './custom-field-store.ts'
import { collectionDocuments } from './documents.ts'
import { addCollectionRoutes } from './routes.ts'
import { replaceCollectionCustomFields } from './service.ts'

export { listSeenEntries } from './read.ts'
export { createCollection, getCollection, updateCollection } from './service.ts'
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

export const collections = defineModule({
  name: 'collections',
  services: () => ({ collectionFields: { read: listCollectionCustomFields, write: replaceCollectionCustomFields } }),
  routes: addCollectionRoutes,
  searchDocuments: { collection: collectionDocuments },
  archive: { parts: [collectionArchive], after: ['custom-fields'] },
})
