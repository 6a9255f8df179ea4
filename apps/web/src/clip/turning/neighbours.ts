import { readLastWanted } from '../../library/last-place.ts'
import { isInOrder, toSearch, type Wanted } from '../../library/search/wanted.ts'
import { api } from '../../platform/reading/api.ts'

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

/** Nothing where the clip is not in the list. */
export async function findNeighbours(prId: number, moId: number, signal: AbortSignal): Promise<Neighbours | null> {
  const wanted = readLastWanted(prId)
  if (isInOrder(wanted)) return findInOrder(wanted, moId, signal)
  const query = { ...toSearch(wanted), fl: ['id,mediaObjectId'], rows }
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

/** The order of a collection is not one that the search knows. */
async function findInOrder(wanted: Wanted, moId: number, signal: AbortSignal): Promise<Neighbours | null> {
  const { CollectionOrder } = await import('../../library/clips/collection-order.ts')
  const order = new CollectionOrder(wanted, wanted.collection ?? 0)
  const ids = (await order.listIds(0, Number.POSITIVE_INFINITY, signal)).map(([id]) => id)
  const at = ids.indexOf(moId)
  return at < 0 ? null : { previous: ids[at - 1], next: ids[at + 1], number: at + 1, count: ids.length }
}
