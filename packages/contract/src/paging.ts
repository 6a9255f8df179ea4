import Type from 'typebox'
import { about, Name } from './shapes.ts'

const Offset = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Listing calls: `limit` and `offset`, or `rows` and `start` (http-39); `fq` and `sort`. */
export const paging = {
  limit: about(Offset, 'largest number of items to return; the same as `rows`'),
  offset: about(Offset, 'number of items to skip; the same as `start`'),
  rows: about(Offset, 'largest number of items to return; the same as `limit`'),
  start: about(Offset, 'number of items to skip; the same as `offset`'),
  fq: about(
    Type.Array(Type.String({ maxLength: 20_000 }), { maxItems: 100 }),
    'filters in Solr syntax, such as `name:trailer`; an item must match all of them',
  ),
  sort: about(Name, 'field and direction, such as `created desc`; several are separated by commas'),
} as const

/** A page of a listing: the items, where it begins, and how many there are in all. */
export interface Page<T> {
  items: T[]
  offset: number
  total: number
}

/** A list without an offset: what is shown of it, and how many items there are in all. */
export interface CountedList<T> {
  items: T[]
  total: number
}

/** A list that is short by nature, as one page. */
export function toWholePage<T>(items: T[]): Page<T> {
  return { items, offset: 0, total: items.length }
}
