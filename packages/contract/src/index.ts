/** The contract of the service: every endpoint as one value, the resources, the errors, the rights. */

import { accounts } from './endpoints/accounts.ts'
import { annotations } from './endpoints/annotations.ts'
import { archives } from './endpoints/archives.ts'
import { authentication } from './endpoints/authentication.ts'
import { collections } from './endpoints/collections.ts'
import { customFields } from './endpoints/custom-fields.ts'
import { delivery } from './endpoints/delivery.ts'
import { events } from './endpoints/events.ts'
import { files } from './endpoints/files.ts'
import { ingest } from './endpoints/ingest.ts'
import { media } from './endpoints/media.ts'
import { notifications } from './endpoints/notifications.ts'
import { productions } from './endpoints/productions.ts'
import { review } from './endpoints/review.ts'
import { savedSearches } from './endpoints/saved-searches.ts'
import { sharing } from './endpoints/sharing.ts'
import { subtitles } from './endpoints/subtitles.ts'

import { system } from './endpoints/system.ts'
import { thesauri } from './endpoints/thesauri.ts'
import { transcripts } from './endpoints/transcripts.ts'
import { uploads } from './endpoints/uploads.ts'
import { webhooks } from './endpoints/webhooks.ts'
import { workflows } from './endpoints/workflows.ts'

export * from './access.ts'
export { capabilities } from './capabilities.ts'
export { isEmail } from './email.ts'
export * from './endpoint.ts'
export { type IngestRequest, ingestTasks } from './endpoints/ingest.ts'
export type { Health, ProductionStorage } from './endpoints/system.ts'
export * from './errors.ts'
export * from './files/media-names.ts'
export * from './paging.ts'
export * from './resources/account.ts'
export * from './resources/annotation.ts'
export * from './resources/archive.ts'
export * from './resources/authentication.ts'
export * from './resources/collection.ts'
export * from './resources/custom-fields.ts'
export * from './resources/delivery.ts'
export * from './resources/error-body.ts'
export * from './resources/event.ts'
export * from './resources/file.ts'
export * from './resources/form-fields.ts'
export * from './resources/json-patch.ts'
export * from './resources/media.ts'
export * from './resources/notification.ts'
export * from './resources/production.ts'
export * from './resources/review.ts'
export * from './resources/saved-searches.ts'
export * from './resources/search.ts'
export * from './resources/share.ts'
export * from './resources/subtitle.ts'
export * from './resources/subtitle-automatic.ts'
export * from './resources/subtitle-comparison.ts'
export * from './resources/subtitle-conversion.ts'
export * from './resources/subtitle-export.ts'
export * from './resources/thesauri.ts'
export * from './resources/transcript.ts'
export * from './resources/upload.ts'
export * from './resources/user.ts'
export * from './resources/webhook.ts'
export * from './resources/workflow.ts'
export * from './shapes.ts'

/** Every endpoint, by module. */
export const contract = {
  system,
  authentication,
  accounts,
  productions,
  annotations,
  review,
  transcripts,
  subtitles,
  collections,
  customFields,
  thesauri,
  savedSearches,
  sharing,
  events,
  media,
  files,
  notifications,
  webhooks,
  delivery,
  archives,
  workflows,
  uploads,
  ingest,
}
