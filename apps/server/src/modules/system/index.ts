/**
 * What the service tells about itself: health, figures, how long requests took, the OpenAPI document, the reference page.
 * Promises: readiness turns down before the service stops; the documents are made from the contract alone; measuring adds
 * no write to any request.
 */

import { defineModule } from '../../platform/module.ts'
import { addSystemRoutes } from './routes.ts'
import { timingDocuments } from './timing-documents.ts'
import { createTimings, startTimings } from './timings.ts'

export const system = defineModule({
  name: 'system',
  services: platform => ({ timings: createTimings(platform) }),
  routes: addSystemRoutes,
  searchDocuments: { performance: timingDocuments },
  background: [{ name: 'timings', role: 'api', start: startTimings }],
})
