import { contract, type Endpoint } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { type ListedSource, type SearchAnswer, type SearchDocument, searchDocuments } from '../../search/index.ts'
import type { RequestTimingRow } from '../tables.ts'
import { listTimingsById, selectTimingIds } from './timing-store.ts'
import type { Timings } from './timings.ts'

const endpoints = new Map(
  Object.values(contract).flatMap((module): [string, Endpoint][] =>
    Object.values(module).map((endpoint: Endpoint) => [endpoint.id, endpoint]),
  ),
)

/** How long requests took, in the minutes that are over. */
export async function searchTimings(
  ctx: Context,
  timings: Timings,
  query: Readonly<Record<string, unknown>>,
): Promise<SearchAnswer> {
  await timings.flush()
  return searchDocuments(ctx, { kind: 'performance', all: true }, query)
}

/** The documents of timings; those that are no longer kept have none. */
export const timingDocuments: ListedSource = {
  read: async (db, ids) => (await listTimingsById(db, ids)).map(toDocument),
  ids: selectTimingIds(),
}

function toDocument(row: RequestTimingRow): SearchDocument {
  const endpoint = endpoints.get(row.endpoint)
  return {
    id: row.id,
    kind: 'performance',
    fields: {
      objectType: 'RequestTiming',
      // An address that belongs to no endpoint is `none`.
      name: row.endpoint,
      type: endpoint?.tag,
      method: endpoint?.method,
      path: endpoint?.path,
      created: row.minute,
      host: row.host,
      requests: row.requests,
      refused: row.refused,
      failed: row.failed,
      mean: row.mean_ms,
      p50: row.p50_ms,
      p99: row.p99_ms,
      longest: row.longest_ms,
    },
  }
}
