/**
 * What happens to a clip once its bytes are there: it is probed, gets a poster and a proxy for review.
 * Promises: the original is never changed; frame n of the proxy is frame n of the original, or there is no proxy; a
 * file that is no media, or damaged, stays as it came.
 * Leaves to others: how bytes are received (uploads) and sent (media), how durable work runs (workflows).
 */

import { defineModule } from '../../platform/module.ts'
import { startFrameTimes } from './frame-times/frame-times.ts'
import { addIngestRoutes } from './routes.ts'
import { createIngestWorks } from './work.ts'

export { canDecodePicture } from './files/check-picture.ts'
export { recordDerivative } from './files/derivative.ts'
export { inStaging, withFile } from './files/original.ts'
export { toTracks } from './policy.ts'
export { remakePoster, startIngest, startPreview } from './service.ts'
export type { EmbeddedSubtitles } from './tasks/subtitles.ts'

export const ingest = defineModule({
  name: 'ingest',
  services: () => ({ probes: new Map() }),
  routes: addIngestRoutes,
  workflows: ({ services }) => createIngestWorks(services.mediaEngine),
  background: [{ name: 'frame times', role: 'background', start: startFrameTimes }],
})
