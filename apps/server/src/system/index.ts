/**
 * What the service tells about itself: health, figures, how long requests took, the OpenAPI document, the reference page.
 * Promises: readiness turns down before the service stops; the documents are made from the contract alone; measuring adds
 * no write to any request.
 */
export { createMetrics } from './metrics.ts'
export { addSystemRoutes } from './routes.ts'
export { timingDocuments } from './timing-documents.ts'
export { createTimings } from './timings.ts'
