/**
 * Archives: a production with all that is in it as one file, and such a file as a production again, here or elsewhere.
 * Promises: what is exported was so at one moment; an import is there as a whole or not at all, under ids of its own; a
 * file that was cut off, changed or made up is refused with what is wrong and where.
 * Leaves to others: what belongs to a production (each module gives and takes its own parts).
 */

import { defineModule } from '../../platform/module.ts'
import { startArchiveCare } from './care.ts'
import { isWorkFolder } from './files/work-folder.ts'
import { listArchiveParts } from './parts.ts'
import { addArchiveRoutes } from './routes.ts'

export const archives = defineModule({
  name: 'archives',
  services: ({ modules }) => ({
    archiveFolders: new Set<string>(),
    archiveParts: listArchiveParts(modules),
    isCleanedElsewhere: isWorkFolder,
  }),
  routes: addArchiveRoutes,
  background: [{ name: 'archives', role: 'api', start: startArchiveCare }],
})
