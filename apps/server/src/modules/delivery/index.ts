/**
 * Delivery: workspaces that planning systems bootstrap by events, what suppliers are asked to deliver there, and what
 * they submit.
 * Promises: a product has one workspace however often and by however many it is announced; what becomes of each
 * announcement is reported, also after a crash; a submission goes on by itself from probe to review.
 * Leaves to others: productions, collections and clips themselves; the events (the event log).
 */

import { defineModule } from '../../platform/module.ts'
import { deliveryArchives } from './archive/archive.ts'
import { createBootstrapWork, startBootstraps } from './bootstrap/workflow.ts'
import { requestDocuments, submissionDocuments } from './listing/documents.ts'
import { sealedNoticeSecrets } from './notices/secret.ts'
import { addDeliveryRoutes } from './routes.ts'
import { startSubmissions } from './transfers/mover.ts'
import { createTransferWork } from './transfers/workflow.ts'

export { submittedStatuses } from './policy.ts'
export { listSubmissionRowsById } from './submissions/store.ts'

export const delivery = defineModule({
  name: 'delivery',
  services: () => ({ followPostedEvents: startBootstraps }),
  routes: addDeliveryRoutes,
  searchDocuments: { deliveryRequest: requestDocuments, deliverySubmission: submissionDocuments },
  archive: { parts: deliveryArchives, after: ['annotations'] },
  workflows: ({ outbound }) => [createBootstrapWork(outbound), createTransferWork()],
  background: [{ name: 'submissions', role: 'background', start: startSubmissions }],
  sealed: sealedNoticeSecrets,
})
