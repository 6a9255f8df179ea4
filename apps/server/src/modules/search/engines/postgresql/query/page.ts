/** One page of what was found. */

import type { SearchRequest } from '@rushes/query'
import type { RawBuilder } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import { type FoundDocument, maxAnswerDocuments, tooManyDocuments } from '../../../engine.ts'
import { toSort } from '../../../query/sortable.ts'
import type { Condition } from './conditions.ts'
import { readMark, writeMark } from './cursor.ts'
import { isBehind, toOrder } from './order.ts'
import { readPage } from './search-store.ts'

/** What a search found, before any of it is read. */
export interface Matched {
  readonly matches: readonly Condition[]
  readonly numFound: number
  readonly score: RawBuilder<number> | undefined
}

/**
 * The documents of a page, by its number or from a mark on. Throws a `BadRequestError` for what is no mark, and for a page
 * of too many documents.
 */
export async function findPage(
  db: Database,
  { matches, numFound, score }: Matched,
  request: SearchRequest,
): Promise<{ page: readonly FoundDocument[]; nextCursorMark?: string }> {
  const { start, cursorMark } = request
  const sort = toSort(request.sort)
  const order = toOrder(sort, score)
  const begin = cursorMark === undefined ? undefined : readMark(cursorMark, sort, order)
  const conditions = begin ? [...matches, isBehind(order, begin)] : matches
  const withPlaces = cursorMark !== undefined
  // How many follow a mark is known once they are read.
  if (!begin && Math.min(request.rows, numFound - start) > maxAnswerDocuments) throw tooManyDocuments(numFound)
  const rows = Math.min(request.rows, maxAnswerDocuments + 1)
  const isEmpty = start >= numFound || rows === 0
  const page = isEmpty ? [] : await readPage(db, conditions, order, score, { start, rows, withPlaces })
  if (page.length > maxAnswerDocuments) throw tooManyDocuments(numFound)
  if (cursorMark === undefined) return { page }
  const place = page.at(-1)?.place
  return { page, nextCursorMark: place ? writeMark(sort, place) : cursorMark }
}
