/** Every module of the running service, once: those that others rely on come first. */

import { accounts } from './accounts/index.ts'
import { annotations } from './annotations/index.ts'
import { archives } from './archives/index.ts'
import { authentication } from './authentication/index.ts'
import { collections } from './collections/index.ts'
import { customFields } from './custom-fields/index.ts'
import { delivery } from './delivery/index.ts'
import { events } from './events/index.ts'
import { files } from './files/index.ts'
import { ingest } from './ingest/index.ts'
import { media } from './media/index.ts'
import { notifications } from './notifications/index.ts'
import type { Complete } from './platform/module.ts'
import { productions } from './productions/index.ts'
import { review } from './review/index.ts'
import { savedSearches } from './saved-searches/index.ts'
import { search } from './search/index.ts'
import { sharing } from './sharing/index.ts'
import { subtitles } from './subtitles/index.ts'
import { system } from './system/index.ts'
import { thesauri } from './thesauri/index.ts'
import { transcripts } from './transcripts/index.ts'
import { uploads } from './uploads/index.ts'
import { web } from './web/index.ts'
import { webhooks } from './webhooks/index.ts'
import { workflows } from './workflows/index.ts'

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
