/**
 * Saved searches: what people search for again and again in a production, for themselves or for everyone in it.
 * Promises: nobody sees a search of somebody else that is not shared; a search that is kept could be run when it was saved.
 * Leaves to others: running one: clients send its parameters to a list.
 */

import { defineModule } from '../../platform/module.ts'
import { savedSearchArchive } from './archive.ts'
import { addSavedSearchRoutes } from './routes.ts'

export const savedSearches = defineModule({
  name: 'saved-searches',
  routes: addSavedSearchRoutes,
  archive: { parts: [savedSearchArchive], after: ['annotations'] },
})
