/** What is looked for in a library: as written in the address and in a saved search. */

import type { SavedSearchParameters } from '@rushes/contract'
import { getQuery, listQuery, setQuery } from '../../platform/router.tsx'

export interface Wanted {
  readonly prId: number
  /** As it was typed. */
  readonly q: string
  /** The same with the names of the index; absent where that is not known yet. */
  readonly query?: string
  /** A key of `sorts`, or an order as the service takes it. */
  readonly sort: string
  readonly collection: number | undefined
  /** The field of the index by whose values what is found is divided; absent where it is not. */
  readonly group?: string
  /** Further conditions, each as a query: `reviewStatus:"APPROVED"`. */
  readonly filters: readonly string[]
}

export const sorts = {
  newest: 'created desc,id desc',
  oldest: 'created asc,id asc',
  byName: 'mediaObjectName asc,id asc',
  byScore: 'score desc,id desc',
  byStart: 'mediaObjectTimecodeFrames asc,mediaObjectName asc,id asc',
  longest: 'end desc,id desc',
  largest: 'mediaObjectSize desc,id desc',
} as const
export type SortKey = keyof typeof sorts

/** The order of a collection is not one that the search knows. */
export const collectionOrder = 'inOrder' as const

export function isInOrder({ sort, collection }: Pick<Wanted, 'sort' | 'collection'>): boolean {
  return sort === collectionOrder && collection !== undefined
}

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
export function showSearch(parameters: SavedSearchParameters): void {
  setQuery(toQueryValues(parameters))
}

/** The address of the library that shows what a saved search looks for. */
export function toSearchPath(prId: number, parameters: SavedSearchParameters): string {
  const values = Object.entries(toQueryValues(parameters)).flatMap(([name, value]) =>
    [value ?? []].flat().map(one => [name, one]),
  )
  return `/app/production/${prId}?${new URLSearchParams(values)}`
}

function toQueryValues({ q = '', sort, fq = [] }: SavedSearchParameters) {
  const collection = fq.map(readCollection).find(id => id !== undefined)
  const key = Object.entries(sorts).find(([, order]) => order === sort)?.[0]
  return {
    q: q === everything ? undefined : q,
    sort: key ?? sort,
    collection,
    fq: fq.filter(filter => readCollection(filter) === undefined),
  }
}

const everything = '*:*'

function readCollection(filter: string): string | undefined {
  return /^attachedEditorialObjectId:"?(\d+)"?$/.exec(filter)?.[1]
}

/** The search parameters of what is wanted, as a saved search has them. */
export function toParameters({ q, sort, collection, filters }: Wanted) {
  return {
    q: q === '' ? everything : q,
    fq: collection === undefined ? [...filters] : [...filters, `attachedEditorialObjectId:${collection}`],
    sort: isSortKey(sort) ? sorts[sort] : sort === collectionOrder ? sorts.newest : sort,
  }
}

/** The same with what was typed as the service reads it. */
export function toSearch(wanted: Wanted) {
  const { query = wanted.q } = wanted
  return { ...toParameters(wanted), q: query === '' ? everything : query }
}

/** Whether a saved search looks for just this. */
export function isSameSearch(wanted: Wanted, { q = everything, sort = '', fq = [] }: SavedSearchParameters): boolean {
  const own = toParameters(wanted)
  return own.q === q && (sort === '' || own.sort === sort) && own.fq.toSorted().join('\n') === fq.toSorted().join('\n')
}
