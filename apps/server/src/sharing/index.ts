/**
 * Shares: one collection opened to visitors from outside, who come with a share token, log in with it, and may say who
 * they are.
 * Promises: a visitor reaches nothing outside the shared collection and what stands below it; a changed share counts
 * from the next request, a deleted one ends its sessions at once; identifying never gives a right, and shows nothing of
 * whom it names; what a visitor wrote belongs to its session and to those that continue it; the owner of a share learns
 * who opened, viewed, commented on and downloaded what.
 * Leaves to others: what a permission opens (each endpoint's `access`), sessions and counted failures (authentication).
 */
export { shareArchives } from './archive.ts'
export { findCommentLink, findVisitorOfComment } from './comment-links.ts'
export { addSharingRoutes } from './routes.ts'
export { startShareCalls } from './share-calls.ts'
export { findSharedUserNames } from './shared-user-store.ts'
export { endSharesOfCollections } from './shares.ts'
export { sealedShareTokens } from './to-share.ts'
export {
  assertInsideShare,
  assertShareToken,
  findVisitor,
  listVisitorClipIds,
  listVisitorCollectionIds,
} from './visitor.ts'
export { forgetVisitor } from './visitor-session.ts'
export { noteDelivery } from './visits.ts'
