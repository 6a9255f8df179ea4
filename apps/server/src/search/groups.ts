/** A page of groups of what was found. */

import type { GroupResponse } from '@rushes/contract'
import type { GroupRequest, SearchRequest } from '@rushes/query'
import type { Database } from '../platform/database/index.ts'
import { countGroups, readGroups } from './group-store.ts'
import { toOrder } from './order.ts'
import { largestPage, type Matched, type Shown, showDocuments, toSort } from './page.ts'

/** Puts what was found together by each of the fields; `bodies` holds every document shown, once. */
export async function showGroups(
  db: Database,
  { matches, numFound, score }: Matched,
  request: SearchRequest,
  grouping: GroupRequest,
): Promise<Shown & { groupResponse: GroupResponse }> {
  const rows = Math.min(request.rows, largestPage)
  // All documents of the page together are no more than a page may hold.
  const most = Math.min(grouping.limit, Math.floor(largestPage / Math.max(rows, 1)))
  const order = toOrder(toSort(request.sort), score)
  const within = toOrder(toSort(grouping.sort ?? request.sort), score)
  const values: GroupResponse['values'] = []
  const bodies = new Map<unknown, Shown['bodies'][number]>()
  for (const field of grouping.fields) {
    const page = { start: request.start, rows }
    const documents = { start: grouping.offset, rows: most }
    const groups = await readGroups(db, matches, { field, order, within, page, documents }, score)
    const shown = []
    for (const group of groups) {
      const results = await showDocuments(db, group.documents, request.fields)
      for (const body of results.bodies) bodies.set(body.id, body)
      const result = { numFound: group.found, start: grouping.offset, results: results.documents }
      shown.push({ groupValue: group.value, result })
    }
    const ngroups = grouping.isCounted ? { ngroups: await countGroups(db, matches, field) } : {}
    values.push({ name: field, matches: numFound, ...ngroups, values: shown })
  }
  return { documents: [], bodies: [...bodies.values()], groupResponse: { values } }
}
