/**
 * How the bytes of clips are received: creation with its quota, chunks in any order, close, cancel.
 * Promises: an acknowledged chunk survives a crash; what is recorded as received is on the disk; the token of an
 * upload opens that upload alone.
 * Also the changes and the end of a clip, which reach its annotations too.
 * Leaves to others: what happens to a complete file (ingest).
 */

import { toReadings } from '../../platform/log/figures.ts'
import { defineModule } from '../../platform/module.ts'
import { startIngest } from '../ingest/index.ts'
import { startHolding } from './chunks/holds.ts'
import { createTransfers, type Transfers } from './chunks/transfers.ts'
import { startUploadCare } from './close/expire.ts'
import { startResumingCloses } from './close/resume.ts'
import { addUploadRoutes } from './routes.ts'
import { countUploads } from './store.ts'

declare module '../../platform/module.ts' {
  interface Services {
    readonly transfers: Transfers
  }
}

export const uploads = defineModule({
  name: 'uploads',
  services: platform => ({ transfers: createTransfers(platform) }),
  routes: addUploadRoutes,
  background: [
    { name: 'holds of uploads', role: 'api', start: startHolding },
    { name: 'uploads', role: 'background', start: startUploadCare },
    {
      name: 'closes of uploads',
      role: 'background',
      start: platform => startResumingCloses(platform, startIngest),
    },
  ],
  figures: [
    {
      name: 'rushes_uploads',
      help: 'Uploads by state: open, closing',
      labelNames: ['state'],
      read: async ({ database }) => toReadings('state', await countUploads(database)),
    },
  ],
})
