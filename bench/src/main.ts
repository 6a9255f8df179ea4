/** Measures the service beside others in one run; only the ratios of that run mean anything. */

import { measureAnnotations } from './annotations.ts'
import { measureCommandLine } from './cli.ts'
import { measureConnections } from './connections.ts'
import { measureGuest } from './guest.ts'
import { measureIngest } from './ingest.ts'
import { measureLists } from './lists.ts'
import { measureLogins } from './logins.ts'
import { measurePages } from './pages.ts'
import { makeFolder } from './processes.ts'
import { measureRequests } from './requests.ts'
import { measureSearch } from './search.ts'
import { measureSessions } from './sessions.ts'
import { measureStarts } from './starts.ts'
import { measureStreams } from './streams.ts'
import { measureSubtitleEdits } from './subtitle-edits.ts'
import { measureSubtitles } from './subtitles.ts'
import { measureUploads } from './uploads.ts'

const parts: Record<string, (folder: string) => Promise<void>> = {
  starts: measureStarts,
  requests: measureRequests,
  logins: measureLogins,
  sessions: measureSessions,
  uploads: measureUploads,
  annotations: measureAnnotations,
  ingest: measureIngest,
  search: measureSearch,
  lists: measureLists,
  subtitles: measureSubtitles,
  subtitleEdits: measureSubtitleEdits,
  guest: measureGuest,
  connections: measureConnections,
  streams: measureStreams,
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
