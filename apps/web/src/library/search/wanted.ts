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
  /** That collection and all below it, where their clips are wanted too. */
  readonly within?: readonly number[]
  /** The field of the index by whose values what is found is divided; absent where it is not. */
  readonly group?: string
  /** Whether older versions of clips are shown beside the latest. */
  readonly hasOlder?: boolean
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

export function isInOrder({ sort, collection, within }: Pick<Wanted, 'sort' | 'collection' | 'within'>): boolean {
  return sort === collectionOrder && collection !== undefined && within === undefined
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
    ...(getQuery('versions') === allVersions && { hasOlder: true }),
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
  const [collection, ...below] = fq.flatMap(filter => readCollections(filter) ?? [])
  const key = Object.entries(sorts).find(([, order]) => order === sort)?.[0]
  return {
    q: q === everything ? undefined : q,
    sort: key ?? sort,
    collection,
    within: below.length > 0 ? withinToo : undefined,
    fq: fq.filter(filter => readCollections(filter) === undefined),
  }
}

/** The query that finds all. */
export const everything = '*:*'

/** In the address: that the clips of collections below are wanted too. */
export const withinToo = 'too'

/** In the address: that older versions are wanted too. */
export const allVersions = 'all'

/** The condition of older versions of clips, and the one that leaves them out. */
export const olderOnly = 'isOlderVersion:true'
export const latestOnly = `-${olderOnly}`

/** The collections whose clips a condition wants, first the one that contains the others. */
function readCollections(filter: string): string[] | undefined {
  const [, one, several] = /^attachedEditorialObjectId:(?:"?(\d+)"?|\((\d+(?: \d+)*)\))$/.exec(filter) ?? []
  return (one ?? several)?.split(' ')
}

/** The search parameters of what is wanted, as a saved search has them. */
export function toParameters({ q, sort, collection, within, filters }: Wanted) {
  const ids = within ? `(${within.join(' ')})` : collection
  return {
    q: q === '' ? everything : q,
    fq: ids === undefined ? [...filters] : [...filters, `attachedEditorialObjectId:${ids}`],
    sort: isSortKey(sort) ? sorts[sort] : sort === collectionOrder ? sorts.newest : sort,
  }
}

/** The same with what was typed as the service reads it. Words find older versions of clips too. */
export function toSearch(wanted: Wanted) {
  const { query = wanted.q, hasOlder } = wanted
  const parameters = toParameters(wanted)
  if (query !== '') return { ...parameters, q: query }
  return { ...parameters, q: everything, fq: hasOlder ? parameters.fq : [...parameters.fq, latestOnly] }
}

/** Whether a saved search looks for just this. */
export function isSameSearch(wanted: Wanted, { q = everything, sort = '', fq = [] }: SavedSearchParameters): boolean {
  const own = toParameters(wanted)
  return own.q === q && (sort === '' || own.sort === sort) && own.fq.toSorted().join('\n') === fq.toSorted().join('\n')
}
