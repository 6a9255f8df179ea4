import Type from 'typebox'
import { Name } from './shapes.ts'

const Offset = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Listing calls: `limit` and `offset`, or `rows` and `start` ("Limits": search parameters); `fq` and `sort`. */
export const paging = {
  limit: Offset,
  offset: Offset,
  rows: Offset,
  start: Offset,
  fq: Type.Array(Type.String({ maxLength: 20_000 }), { maxItems: 100 }),
  sort: Name,
} as const

/** A page of a listing: the items, where it begins, and how many there are in all. */
export interface Page<T> {
  items: T[]
  offset: number
  total: number
}

/** A list that is short by nature, as one page. */
export function toWholePage<T>(items: T[]): Page<T> {
  return { items, offset: 0, total: items.length }
}
