/** Marks of places in a listing: what the order compares of the last document of a page, and the order itself. */

import { malformed } from '@rushes/contract'
import type { SortKey } from '@rushes/query'
import type { Order } from './order.ts'

export type Place = readonly (number | string | null)[]

const beginning = '*'

/** The mark of a place. */
export function writeMark(sort: readonly SortKey[], place: Place): string {
  return Buffer.from(JSON.stringify([nameOrder(sort), ...place])).toString('base64url')
}

/**
 * The place that a mark names; undefined where the listing begins. Throws a `BadRequestError` for what is no mark, and for
 * the mark of another order.
 */
export function readMark(mark: string, sort: readonly SortKey[], { keys }: Order): Place | undefined {
  if (mark === beginning) return undefined
  const [name, ...place] = parse(mark)
  const fits =
    place.length === keys.length &&
    keys.every(({ type }, index) => place[index] === null || isOfType(place[index], type)) &&
    place.at(-1) !== null
  if (name !== nameOrder(sort) || !fits) throw malformed('cursorMark', 'is no mark of this order')
  return place as Place
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

function isOfType(value: unknown, type: Order['keys'][number]['type']): boolean {
  if (type === 'text') return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
  return type === 'bigint' ? Number.isSafeInteger(value) : typeof value === 'number'
}

function nameOrder(sort: readonly SortKey[]): string {
  return sort.map(({ field, direction }) => `${field} ${direction}`).join()
}
