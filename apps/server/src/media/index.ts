/**
 * Clips (media objects), their files (instances) with their tracks, and the delivery of bytes.
 * Promises: a file leaves the disk only after the commit that removed its row, and then surely; an instance's bytes
 * never change; bytes leave the service only through signed, expiring links.
 * Leaves to others: how bytes come in (uploads), what is known of them (ingest), what people say of them (annotations).
 */
export { mediaArchives } from './archive.ts'
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
export { growingProfile, toFileName } from './policy.ts'
export { assertQuota, reserveQuota } from './quota.ts'
export { startRemovals } from './removals.ts'
export { removeInstancesOf } from './remove-instances.ts'
export { addMediaRoutes } from './routes.ts'
export { updateScreenshot } from './screenshot.ts'
export { findMediaObjectIds, findMediaObjectRows } from './store.ts'
export type { MediaInstanceRow, MediaObjectRow } from './tables.ts'
export { toSampleRate, writeTimecode } from './to-media-object.ts'
