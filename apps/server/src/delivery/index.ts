/**
 * Delivery: workspaces that planning systems bootstrap by events, what suppliers are asked to deliver there, and what
 * they submit.
 * Promises: a product has one workspace however often and by however many it is announced; what becomes of each
 * announcement is told, also after a crash; a submission goes on by itself from probe to review.
 * Leaves to others: productions, collections and clips themselves; the events (the event log).
 */
export { deliveryArchives } from './archive.ts'
export { createBootstrapWork, startBootstraps } from './bootstrap-workflow.ts'
export { requestDocuments, submissionDocuments } from './documents.ts'
export { startSubmissions } from './mover.ts'
export { sealedNoticeSecrets } from './notice-secret.ts'
export { addDeliveryRoutes } from './routes.ts'
export { createTransferWork } from './transfer-workflow.ts'
