import type { SearchResultList } from '@rushes/contract'
import type { Context, Platform } from '../platform/context.ts'
import { type EventPosition, logStart, readEvents, readEventsById, selectEventIds } from '../platform/event-log.ts'
import {
  type DocumentLog,
  type ListedSource,
  type SearchScope,
  searchDocuments,
  startFollowing,
  waitForLog,
} from '../search/index.ts'
import { toActivityDocument } from './activity-document.ts'

/** How long a search waits for the activities of what was committed before. */
const longestWaitMs = 1_000

/** The documents of all events. */
export const activityDocuments: ListedSource = {
  read: async (db, ids) => (await readEventsById(db, ids)).map(toActivityDocument),
  ids: selectEventIds(),
}

const activityLog: DocumentLog = {
  name: 'activity',
  signal: 'events',
  batchSize: 200,
  async read(db, after = logStart, most) {
    const { events, position } = await readEvents(db, after as EventPosition, { limit: most })
    return { documents: events.map(toActivityDocument), position, entries: events.length }
  },
}

/** Starts to write the events of the log into the search index; the result stops it. */
export function startActivities(platform: Platform): () => Promise<void> {
  return startFollowing(platform, activityLog)
}

/** What happened, by the search parameters of `query`; debug traces only where it asks for them. */
export async function searchActivities(
  ctx: Context,
  where: Pick<SearchScope, 'productionId' | 'all' | 'restrictTo'>,
  query: Readonly<Record<string, unknown>>,
): Promise<SearchResultList> {
  await waitForLog(ctx.platform, activityLog.name, longestWaitMs)
  const kind = query.includeDebugTraces === true ? (['activity', 'trace'] as const) : 'activity'
  return searchDocuments(ctx, { kind, ...where }, query)
}
