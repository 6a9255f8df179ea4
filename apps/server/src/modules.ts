/** Every module of the running service, once: those that others rely on come first. */

import { accounts } from './modules/accounts/index.ts'
import { annotations } from './modules/annotations/index.ts'
import { archives } from './modules/archives/index.ts'
import { authentication } from './modules/authentication/index.ts'
import { collections } from './modules/collections/index.ts'
import { customFields } from './modules/custom-fields/index.ts'
import { delivery } from './modules/delivery/index.ts'
import { events } from './modules/events/index.ts'
import { files } from './modules/files/index.ts'
import { ingest } from './modules/ingest/index.ts'
import { media } from './modules/media/index.ts'
import { notifications } from './modules/notifications/index.ts'
import { productions } from './modules/productions/index.ts'
import { review } from './modules/review/index.ts'
import { savedSearches } from './modules/saved-searches/index.ts'
import { search } from './modules/search/index.ts'
import { sharing } from './modules/sharing/index.ts'
import { subtitles } from './modules/subtitles/index.ts'
import { system } from './modules/system/index.ts'
import { thesauri } from './modules/thesauri/index.ts'
import { transcripts } from './modules/transcripts/index.ts'
import { uploads } from './modules/uploads/index.ts'
import { web } from './modules/web/index.ts'
import { webhooks } from './modules/webhooks/index.ts'
import { workflows } from './modules/workflows/index.ts'
import type { Complete } from './platform/module.ts'

const all = [
  search,
  workflows,
  accounts,
  savedSearches,
  productions,
  events,
  authentication,
  thesauri,
  customFields,
  media,
  annotations,
  files,
  ingest,
  transcripts,
  subtitles,
  collections,
  webhooks,
  delivery,
  uploads,
  sharing,
  review,
  system,
  web,
  notifications,
  archives,
] as const

export const modules: Complete<typeof all> = all
