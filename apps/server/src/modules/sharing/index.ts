/**
 * Shares: one collection opened to visitors from outside, who come with a share token, log in with it, and may say who
 * they are.
 * Promises: a visitor reaches nothing outside the shared collection and what stands below it; a changed share counts
 * from the next request, a deleted one ends its sessions at once; identifying never gives a right, and shows nothing of
 * whom it names; what a visitor wrote belongs to its session and to those that continue it; the owner of a share learns
 * who opened, viewed, commented on and downloaded what.
 * Leaves to others: what a permission opens (each endpoint's `access`), sessions and counted failures (authentication).
 */

import { defineModule } from '../../platform/module.ts'
import { shareArchives } from './archive.ts'
import { startShareCalls } from './outgoing/share-calls.ts'
import { recipientMailKind } from './outgoing/share-mail.ts'
import { noteLostLink, sealedRecipientTokens } from './recipients/recipients.ts'
import { addSharingRoutes } from './routes.ts'
import { endSharesOfCollections } from './shares/shares.ts'
import { sealedShareTokens } from './shares/to-share.ts'
import { retainedVisits } from './visitors/visit-store.ts'
import { listVisitorClipIds, listVisitorCollectionIds } from './visitors/visitor.ts'
import { forgetVisitor } from './visitors/visitor-session.ts'
import { retainedVisitorSessions } from './visitors/visitor-session-store.ts'
import { noteDelivery } from './visitors/visits.ts'

export { findCommentLink, findVisitorOfComment } from './outgoing/comment-links.ts'
export { findSharedUserNames } from './shared-users/store.ts'
export { findShareCreators } from './shares/store.ts'
export {
  assertInsideShare,
  assertShareToken,
  findVisitor,
} from './visitors/visitor.ts'

export const sharing = defineModule({
  name: 'sharing',
  services: () => ({
    toldVisits: new Set<string>(),
    seenVisitors: new WeakMap(),
    listVisitorClipIds,
    listVisitorCollectionIds,
    noteDelivery,
    endSharesOfCollections,
    forgetVisitor,
  }),
  routes: addSharingRoutes,
  archive: { parts: shareArchives, after: ['collections'] },
  background: [{ name: 'share calls', role: 'background', start: startShareCalls }],
  sealed: [sealedShareTokens, sealedRecipientTokens],
  retention: [retainedVisitorSessions, retainedVisits],
  async noteLostMail(ctx, { kind, subject_id, reason }) {
    if (kind === recipientMailKind && subject_id !== null) await noteLostLink(ctx, subject_id, reason)
  },
})
