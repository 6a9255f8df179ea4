import { toLibraryPath } from '../library/last-place.ts'
import { api } from '../platform/api.ts'

/** The clips before and after one in the list that somebody came from. */
export interface Neighbours {
  readonly previous: number | undefined
  readonly next: number | undefined
  /** Its number in the list, from 1 on, and how many there are. */
  readonly number: number
  readonly count: number
}

/** Ids of one call, and as many calls as are made for a clip that may not be in the list at all. */
const rows = 1000
const maxCalls = 20

const orders: Readonly<Record<string, string>> = {
  newest: 'created desc,id desc',
  oldest: 'created asc,id asc',
  byName: 'mediaObjectName asc,id asc',
  byScore: 'score desc,id desc',
}

/** Nothing where the clip is not in the list. */
export async function findNeighbours(prId: number, moId: number, signal: AbortSignal): Promise<Neighbours | null> {
  const { searchParams } = new URL(toLibraryPath(prId), location.origin)
  const collection = searchParams.get('collection')
  const sort = searchParams.get('sort') ?? 'newest'
  const query = {
    q: searchParams.get('q') || '*:*',
    fq: [...searchParams.getAll('fq'), ...(collection ? [`attachedEditorialObjectId:${Number(collection)}`] : [])],
    sort: orders[sort] ?? sort,
    fl: ['id,mediaObjectId'],
    rows,
  }
  let before: number | undefined
  for (let start = 0; start < maxCalls * rows; start += rows) {
    const found = await api.annotations.searchMediaObjects({ prId, query: { ...query, start }, signal })
    const ids = found.results.map(({ mediaObjectId }) => Number(mediaObjectId))
    const at = ids.indexOf(moId)
    if (at >= 0) {
      const count = found.numFound
      const isLast = start + at + 1 >= count
      const next =
        ids[at + 1] ?? (isLast ? undefined : await findFirst(prId, { ...query, start: start + rows, rows: 1 }, signal))
      return { previous: ids[at - 1] ?? before, next, number: start + at + 1, count }
    }
    before = ids.at(-1)
    if (ids.length < rows) return null
  }
  return null
}

async function findFirst(
  prId: number,
  query: Record<string, unknown>,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { results } = await api.annotations.searchMediaObjects({ prId, query, signal })
  return results[0] === undefined ? undefined : Number(results[0].mediaObjectId)
}
