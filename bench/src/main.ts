/** Measures the service beside others in one run; only the ratios of that run mean anything. */

import { measureAnnotations } from './annotations.ts'
import { measureConnections } from './callers/connections.ts'
import { measureGuest } from './callers/guest.ts'
import { measureLogins } from './callers/logins.ts'
import { measureSessions } from './callers/sessions.ts'
import { simulate } from './callers/simulate.ts'
import { measureStreams } from './callers/streams.ts'
import { measureCommandLine } from './cli.ts'
import { measureIngest } from './ingest.ts'
import { measurePages } from './pages/pages.ts'
import { measureRequests } from './requests.ts'
import { measureLists } from './search/lists.ts'
import { measureSearch } from './search/search.ts'
import { measureStarts } from './starts.ts'
import { measureSubtitleEdits } from './subtitles/subtitle-edits.ts'
import { measureSubtitles } from './subtitles/subtitles.ts'
import { makeFolder } from './tools/processes.ts'
import { measureStores } from './uploads/stores.ts'
import { measureUploads } from './uploads/uploads.ts'

const parts: Record<string, (folder: string) => Promise<void>> = {
  starts: measureStarts,
  requests: measureRequests,
  logins: measureLogins,
  sessions: measureSessions,
  uploads: measureUploads,
  stores: measureStores,
  annotations: measureAnnotations,
  ingest: measureIngest,
  search: measureSearch,
  lists: measureLists,
  subtitles: measureSubtitles,
  subtitleEdits: measureSubtitleEdits,
  guest: measureGuest,
  connections: measureConnections,
  streams: measureStreams,
  simulate,
  cli: measureCommandLine,
  pages: measurePages,
}

const wanted = process.argv.slice(2)
const unknown = wanted.find(name => !Object.hasOwn(parts, name))
if (unknown !== undefined) {
  console.error(`there is no measurement ${unknown}; there are ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const folder = await makeFolder()
  try {
    await measure(folder.path)
  } finally {
    await folder.remove()
  }
}
