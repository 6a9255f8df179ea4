/** What is looked for in a library: as written in the address and in a saved search. */

import type { SavedSearchParameters } from '@rushes/contract'
import { getQuery, listQuery, setQuery } from '../platform/router.tsx'

export interface Wanted {
  readonly prId: number
  readonly q: string
  /** A key of `sorts`, or an order as the service takes it. */
  readonly sort: string
  readonly collection: number | undefined
  /** Further conditions, each as a query: `reviewStatus:"APPROVED"`. */
  readonly filters: readonly string[]
}

export const sorts = {
  newest: 'created desc,id desc',
  oldest: 'created asc,id asc',
  byName: 'mediaObjectName asc,id asc',
  byScore: 'score desc,id desc',
} as const
export type SortKey = keyof typeof sorts

export function isSortKey(text: string): text is SortKey {
  return Object.hasOwn(sorts, text)
}

/** Of the address that is shown now. */
export function readWanted(prId: number): Wanted {
  return {
    prId,
    q: getQuery('q') ?? '',
    sort: getQuery('sort') ?? 'newest',
    collection: Number(getQuery('collection')) || undefined,
    filters: listQuery('fq'),
  }
}

/** Shows what a saved search looks for. */
export function showSearch({ q = '', sort, fq = [] }: SavedSearchParameters): void {
  const collection = fq.map(readCollection).find(id => id !== undefined)
  const key = Object.entries(sorts).find(([, order]) => order === sort)?.[0]
  setQuery({
    q: q === everything ? undefined : q,
    sort: key ?? sort,
    collection,
    fq: fq.filter(filter => readCollection(filter) === undefined),
  })
}

const everything = '*:*'

function readCollection(filter: string): string | undefined {
  return /^attachedEditorialObjectId:"?(\d+)"?$/.exec(filter)?.[1]
}

/** The search parameters of what is wanted. */
export function toParameters({ q, sort, collection, filters }: Wanted) {
  return {
    q: q === '' ? everything : q,
    fq: collection === undefined ? [...filters] : [...filters, `attachedEditorialObjectId:${collection}`],
    sort: isSortKey(sort) ? sorts[sort] : sort,
  }
}

/** Whether a saved search looks for just this. */
export function isSameSearch(wanted: Wanted, { q = everything, sort = '', fq = [] }: SavedSearchParameters): boolean {
  const own = toParameters(wanted)
  return own.q === q && (sort === '' || own.sort === sort) && own.fq.toSorted().join('\n') === fq.toSorted().join('\n')
}

/** The condition that a field has this value; null: none. */
export function toFilter(field: string, value: string | number | boolean | null): string {
  if (value === null) return `-${escapeName(field)}:*`
  return `${escapeName(field)}:"${String(value).replaceAll(/["\\]/g, '\\$&')}"`
}

/** The field and the value of a condition that `toFilter` made; the query itself where it is of another form. */
export function readFilter(filter: string): { field: string; value: string | null } | { query: string } {
  const absent = /^-((?:[^\s:"\\]|\\.)+):\*$/.exec(filter)
  if (absent) return { field: absent[1]!.replaceAll(/\\(.)/g, '$1'), value: null }
  const match = /^((?:[^\s:"\\]|\\.)+):"((?:[^"\\]|\\.)*)"$/.exec(filter)
  if (!match) return { query: filter }
  const [field = '', value = ''] = match.slice(1).map(text => text.replaceAll(/\\(.)/g, '$1'))
  return { field, value }
}

function escapeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '\\$&')
}

/** The conditions without those on these fields. */
export function withoutFields(filters: readonly string[], fields: readonly string[]): string[] {
  return filters.filter(filter => {
    const read = readFilter(filter)
    return !('field' in read && fields.includes(read.field))
  })
}
