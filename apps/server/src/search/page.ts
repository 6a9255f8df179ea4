/** One page of what was found. */

import type { SolrDocument } from '@rushes/contract'
import type { FieldSelection, SearchRequest } from '@rushes/query'
import type { RawBuilder } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { Condition } from './conditions.ts'
import { readMark, writeMark } from './cursor.ts'
import { isBehind, toOrder } from './order.ts'
import { readBodies, readPage } from './search-store.ts'

/** Longest page: `rows` may be any number, and a client that asks for more gets this many. */
export const largestPage = 10_000

/** What a search found, before any of it is read. */
export interface Matched {
  readonly matches: readonly Condition[]
  readonly numFound: number
  readonly score: RawBuilder<number> | undefined
}

/** Documents as they are shown, and the same ones whole. */
export interface Shown {
  readonly documents: SolrDocument[]
  readonly bodies: SolrDocument[]
}

/** The documents of a page, by its number or from a mark on. Throws a `BadRequestError` for what is no mark. */
export async function showPage(
  db: Database,
  { matches, numFound, score }: Matched,
  request: SearchRequest,
): Promise<Shown & { nextCursorMark?: string }> {
  const { start, cursorMark } = request
  const rows = Math.min(request.rows, largestPage)
  const sort = toSort(request.sort)
  const order = toOrder(sort, score)
  const begin = cursorMark === undefined ? undefined : readMark(cursorMark, sort, order)
  const conditions = begin ? [...matches, isBehind(order, begin)] : matches
  const withPlaces = cursorMark !== undefined
  const isEmpty = start >= numFound || rows === 0
  const page = isEmpty ? [] : await readPage(db, conditions, order, score, { start, rows, withPlaces })
  const shown = await showDocuments(db, page, request.fields)
  if (cursorMark === undefined) return shown
  const place = page.at(-1)?.place
  return { ...shown, nextCursorMark: place ? writeMark(sort, place) : cursorMark }
}

/** The documents with these ids, in this order; those that have gone are left out. */
export async function showDocuments(
  db: Database,
  page: readonly { readonly id: number; readonly score: number | null }[],
  fields: FieldSelection,
): Promise<Shown> {
  const ids = page.map(({ id }) => id)
  const byId = await readBodies(db, ids)
  const known = page.flatMap(({ id, score }) => {
    const body = byId.get(id)
    return body ? [{ body, score }] : []
  })
  return showBodies(known, fields)
}

/** Documents as the request wants them shown. */
export function showBodies(
  found: readonly { readonly body: SolrDocument; readonly score: number | null }[],
  fields: FieldSelection,
): Shown {
  return {
    documents: found.map(({ body, score }) => selectFields(body, fields, score)),
    bodies: found.map(({ body }) => body),
  }
}

/** Without an order of its own, a search for words gives the most relevant first. */
export function toSort(sort: SearchRequest['sort']): SearchRequest['sort'] {
  return sort.length > 0 ? sort : [{ field: 'score', direction: 'desc' }]
}

/** The fields that `fl` names; a query without words scores every document 1, as Solr does. */
function selectFields(body: SolrDocument, { all, names }: FieldSelection, score: number | null): SolrDocument {
  const selected: SolrDocument = all ? { ...body } : {}
  for (const name of names) {
    if (name === 'score') selected.score = score ?? 1
    else if (Object.hasOwn(body, name)) selected[name] = body[name]
  }
  return selected
}
