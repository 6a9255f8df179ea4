/**
 * File resources: small files beside the clips, of a production or of an account for all of its productions.
 * Promises: a file is kept whole or not at all, and its bytes never change; its name never becomes a path; its bytes
 * count in the quota of its production.
 * Leaves to others: what a file is good for (watermarks: ingest; subtitles to import: subtitles).
 */

import { defineModule } from '../../platform/module.ts'
import { fileArchive } from './archive.ts'
import { addFileRoutes } from './routes.ts'

export { readFileResource } from './service.ts'
export { sumFileBytesByProduction } from './store.ts'

export const files = defineModule({
  name: 'files',
  routes: addFileRoutes,
  archive: { parts: [fileArchive], after: ['collections'] },
})
