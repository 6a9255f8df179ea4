import type { SortKey } from '@rushes/query'
import { findColumn } from '../../../documents/schema.ts'
import { toField } from '../fields.ts'

const byId = `${toField('d', 'id')} asc`

/** What Solr sorts by: documents without a value last, numbers before texts, equal ones by their ids. */
export function toOrder(sort: readonly SortKey[], isScored: boolean): string {
  // A field that is repeated says nothing more, and would lead cursors astray.
  const distinct = sort.filter(({ field }, index) => sort.findIndex(key => key.field === field) === index)
  const keys = distinct.flatMap(({ field, direction }) => {
    if (field === 'score') return isScored ? [`score ${direction}`] : []
    const number = `${toField('d', field)} ${direction}`
    return findColumn(field) === undefined ? [number, `${toField('o', field)} ${direction}`] : [number]
  })
  return [...keys, byId].join(',')
}

/** An order for cursors, whose last key has to be the one that is unique. */
export function toCursorOrder(sort: readonly SortKey[], isScored: boolean): string {
  return `${toOrder(sort, isScored)},id asc`
}
