import type { Context } from '../../platform/context.ts'
import { readEventsById, selectEventIds } from '../../platform/events/log.ts'
import {
  type ListedSource,
  type SearchAnswer,
  type SearchScope,
  searchDocuments,
  storedSizes,
} from '../search/index.ts'
import { toActivityDocument } from './activity-document.ts'

/** The documents of all events: each is marked for the index by the statement that writes it. */
export const activityDocuments: ListedSource = {
  read: async (db, ids) => (await readEventsById(db, ids)).map(toActivityDocument),
  selectSizes: storedSizes('event', ['body']),
  ids: selectEventIds(),
}

/** What happened, by the search parameters of `query`; debug traces only where it asks for them. */
export async function searchActivities(
  ctx: Context,
  where: Pick<SearchScope, 'productionId' | 'all' | 'restrictTo'>,
  query: Readonly<Record<string, unknown>>,
): Promise<SearchAnswer> {
  const kind = query.includeDebugTraces === true ? (['activity', 'trace'] as const) : 'activity'
  return searchDocuments(ctx, { kind, ...where }, query)
}
