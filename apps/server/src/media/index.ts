/**
 * Clips (media objects), their files (instances) with their tracks, and the delivery of bytes.
 * Promises: a file leaves the disk only after the commit that removed its row, and then surely; an instance's bytes
 * never change; bytes leave the service only through signed, expiring links.
 * Leaves to others: how bytes are received (uploads), what is in them (ingest), comments (annotations).
 */
export { mediaArchives } from './archive.ts'
export { findOrphans, startOrphanCleanup } from './cleanup/orphans.ts'
export { planBlob, queueRemovals, startRemovals } from './cleanup/removals.ts'
export { startStagingCleanup } from './cleanup/staging.ts'
export { getMediaObjectRow, lockMediaObject } from './get-media-object.ts'
export {
  addInstance,
  findInstance,
  getInstance,
  getInstanceOfProduction,
  listInstanceRows,
  type NewInstance,
  removeInstance,
  updateInstanceFacts,
} from './instances.ts'
export { createDownloadLink } from './links.ts'
export {
  createMediaObject,
  deleteMediaObject,
  getMediaObject,
  type MediaFacts,
  updateMediaObjectFacts,
} from './media-objects.ts'
export { patchMediaObject } from './patch-media-object.ts'
export { type Picture, readPicture, type SentPicture } from './pictures.ts'
export { growingProfile, toFileName } from './policy.ts'
export { assertQuota, reserveQuota } from './quota.ts'
export { removeInstancesOf, removeOriginal, unknownFacts } from './remove-instances.ts'
export { addMediaRoutes } from './routes.ts'
export { updateScreenshot } from './screenshot.ts'
export { findMediaObjectIds, findMediaObjectRows, hasInstances } from './store.ts'
export type { MediaInstanceRow, MediaObjectRow } from './tables.ts'
export { toSampleRate, writeTimecode } from './to-media-object.ts'
