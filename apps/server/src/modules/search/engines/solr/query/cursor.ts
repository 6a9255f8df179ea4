/** Marks of places in a listing: those of Solr, with the order that they belong to. */

import { malformed } from '@rushes/contract'
import type { SortKey } from '@rushes/query'

const beginning = '*'

export function writeMark(sort: readonly SortKey[], mark: string): string {
  return Buffer.from(JSON.stringify([nameOrder(sort), mark])).toString('base64url')
}

/** The mark of Solr. Throws a `BadRequestError` for what is no mark, and for the mark of another order. */
export function readMark(mark: string, sort: readonly SortKey[]): string {
  if (mark === beginning) return beginning
  const [name, own] = parse(mark)
  if (name !== nameOrder(sort) || typeof own !== 'string') throw noMark()
  return own
}

/** The refusal of the mark of another order, or of none. */
export function noMark() {
  return malformed('cursorMark', 'is no mark of this order')
}

function parse(mark: string): unknown[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(mark, 'base64url').toString())
    if (Array.isArray(place)) return place
  } catch {
    // Told below.
  }
  throw malformed('cursorMark', 'is neither * nor a mark that a page gave')
}

function nameOrder(sort: readonly SortKey[]): string {
  return sort.map(({ field, direction }) => `${field} ${direction}`).join()
}
