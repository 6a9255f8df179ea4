/**
 * What the service tells about itself: health, figures, how long requests took, the OpenAPI document, the reference page.
 * Promises: readiness turns down before the service stops; the documents are made from the contract alone; measuring adds
 * no write to any request.
 */

import { defineModule } from '../../platform/module.ts'
import { addProbes, addSystemRoutes } from './routes.ts'
import { timingDocuments } from './timings/timing-documents.ts'
import { retainedTimings } from './timings/timing-store.ts'
import { createTimings, startTimings } from './timings/timings.ts'

export const system = defineModule({
  name: 'system',
  services: platform => ({ timings: createTimings(platform) }),
  probes: addProbes,
  routes: addSystemRoutes,
  searchDocuments: { performance: timingDocuments },
  background: [{ name: 'timings', role: 'every', start: startTimings }],
  retention: [retainedTimings],
})
