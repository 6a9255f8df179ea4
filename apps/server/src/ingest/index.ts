/**
 * What happens to a clip once its bytes are there: it is probed, gets a poster and a proxy for review.
 * Promises: the original is never changed; frame n of the proxy is frame n of the original, or there is no proxy; a
 * file that is no media, or damaged, stays as it came.
 * Leaves to others: how bytes are received (uploads) and sent (media), how durable work runs (workflows).
 */
export { createPictureCheck } from './check-picture.ts'
export { addIngestRoutes } from './routes.ts'
export { remakePoster, startIngest, startPreview } from './service.ts'
export { createIngestWorks } from './work.ts'
