/**
 * Clips (media objects), their files (instances) with their tracks, and the delivery of bytes.
 * Promises: a file leaves the disk only after the commit that removed its row, and then surely; an instance's bytes
 * never change; bytes leave the service only through signed, expiring links.
 * Leaves to others: how bytes are received (uploads), what is in them (ingest), comments (annotations).
 */

import { createMediaEngine, type MediaEngine } from '@rushes/media-engine'
import { toReadings } from '../../platform/log/figures.ts'
import { defineModule } from '../../platform/module.ts'
import { mediaArchives } from './archive.ts'
import { startOrphanCleanup } from './cleanup/orphans.ts'
import { startRemovals } from './cleanup/removals.ts'
import { startStagingCleanup } from './cleanup/staging.ts'
import { addMediaRoutes } from './routes.ts'
import { countRemovals, hasInstances, sumBytesByType } from './store.ts'

export { createDownloadLink, toMediaAddress } from './bytes/links.ts'
export { findOrphans, removeOrphans } from './cleanup/orphans.ts'
export { planBlob, queueRemovals } from './cleanup/removals.ts'
export { removeAbandonedUploads } from './cleanup/staging.ts'
export { findFrameClock, findFrameTimes, listFrameClocks, setFrameTimes } from './clips/frame-times.ts'
export { getMediaObjectRow, lockMediaObject } from './clips/get-media-object.ts'
export {
  createMediaObject,
  deleteMediaObject,
  getMediaObject,
  type MediaFacts,
  updateMediaObjectFacts,
} from './clips/media-objects.ts'
export { patchMediaObject } from './clips/patch-media-object.ts'
export { assertQuota, reserveQuota, resizeOriginal } from './clips/quota.ts'
export { toSampleRate, writeTimecode } from './clips/to-media-object.ts'
export {
  addInstance,
  findInstance,
  getInstance,
  getInstanceOfProduction,
  listInstanceRows,
  type NewInstance,
  removeInstance,
  updateInstanceFacts,
} from './instances/instances.ts'
export { removeInstancesOf, removeOriginal, unknownFacts } from './instances/remove-instances.ts'
export { type Picture, readPicture, type SentPicture } from './pictures/pictures.ts'
export { updateScreenshot } from './pictures/screenshot.ts'
export { findHashAlgorithm, growingProfile, toFileName } from './policy.ts'
export { findMediaObjectIds, findMediaObjectRows, listNamedBlobs, sumBytesByProduction } from './store.ts'
export type { MediaInstanceRow, MediaObjectRow } from './tables.ts'

declare module '../../platform/module.ts' {
  interface Services {
    /** What reads and writes media in this process. */
    readonly mediaEngine: MediaEngine
  }
}

export const media = defineModule({
  name: 'media',
  services: ({ config }) => ({
    mediaEngine: createMediaEngine({ stallMs: config.mediaStallMs }),
  }),
  routes: addMediaRoutes,
  archive: { parts: mediaArchives, after: ['sharing'] },
  background: [
    {
      name: 'media engine',
      role: 'every',
      start:
        ({ services }) =>
        () =>
          services.mediaEngine.close(),
    },
    { name: 'removals', role: 'background', start: startRemovals },
    { name: 'staging cleanup', role: 'every', start: startStagingCleanup },
    { name: 'orphan cleanup', role: 'background', start: startOrphanCleanup },
  ],
  figures: [
    {
      name: 'rushes_media_bytes',
      help: 'Bytes of the files of clips by their type',
      labelNames: ['type'],
      read: async ({ database }) => toReadings('type', await sumBytesByType(database)),
    },
    {
      name: 'rushes_media_removals',
      help: 'Files that are still to be removed from the store',
      read: async ({ database }) => [{ value: await countRemovals(database) }],
    },
  ],
  namesFiles: hasInstances,
})
