/** A page of groups of what was found. */

import { malformed } from '@rushes/contract'
import type { GroupRequest, SearchRequest } from '@rushes/query'
import type { Database } from '../../../../../platform/database/index.ts'
import { type FoundGroups, maxAnswerDocuments, tooManyDocuments } from '../../../engine.ts'
import { toSort } from '../../../query/sortable.ts'
import type { Condition } from '../query/conditions.ts'
import { toOrder } from '../query/order.ts'
import type { Matched } from '../query/page.ts'
import { countGroups, hasLists, readGroups } from './group-store.ts'

/**
 * Groups what was found by each of the fields. Throws a `BadRequestError` where they would show too many documents, and for
 * a field of which a document of the scope has several values: of others nobody may learn here.
 */
export async function findGroups(
  db: Database,
  inScope: readonly Condition[],
  { matches, numFound, score }: Matched,
  request: SearchRequest,
  grouping: GroupRequest,
): Promise<FoundGroups[]> {
  const order = toOrder(toSort(request.sort), score)
  const within = toOrder(toSort(grouping.sort ?? request.sort), score)
  const found: FoundGroups[] = []
  let left = maxAnswerDocuments
  for (const field of grouping.fields) {
    if (await hasLists(db, inScope, field))
      throw malformed('group.field', `a document may have several values in ${field}`)
    const page = { start: request.start, rows: Math.min(request.rows, left + 1) }
    const documents = { start: grouping.offset, rows: Math.min(grouping.limit, left + 1), most: left }
    const groups = await readGroups(db, matches, { field, order, within, page, documents }, score)
    if (!groups) throw tooManyDocuments(numFound)
    // A group without documents is not free either.
    for (const group of groups) left -= Math.max(group.documents.length, 1)
    const ngroups = grouping.isCounted ? { ngroups: await countGroups(db, matches, field) } : {}
    found.push({ name: field, matches: numFound, ...ngroups, groups })
  }
  return found
}
