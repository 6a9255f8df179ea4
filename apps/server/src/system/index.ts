/**
 * What the service tells about itself: health, figures, the OpenAPI document, the reference page.
 * Promises: readiness turns down before the service stops; the documents are made from the contract alone.
 */
export { createMetrics } from './metrics.ts'
export { addSystemRoutes } from './routes.ts'
