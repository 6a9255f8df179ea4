import { api } from '../../platform/reading/api.ts'
import { type Collection, isStored } from '../collections/collection.ts'
import { isShown, listWithin } from '../collections/paths.ts'
import { latestOnly } from '../search/wanted.ts'

/** As many as one call counts. */
const queriesOfCall = 20

/** How many clips are in collections that have others within them, there or anywhere below; a clip counts once. */
export async function countWithin(
  prId: number,
  collections: readonly Collection[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const shown = collections.filter(collection => isShown(collection) && isStored(collection))
  const parents = [...new Set(shown.flatMap(({ parentId }) => parentId ?? []))]
  const queries = parents.map(id => `attachedEditorialObjectId:(${listWithin(collections, id).join(' ')})`)
  const counts = new Map<number, number>()
  for (let from = 0; from < parents.length; from += queriesOfCall) {
    const query = { fq: [latestOnly], rows: 0, 'facet.query': queries.slice(from, from + queriesOfCall) }
    const { facetQuery } = await api.annotations.searchMediaObjects({ prId, query, signal })
    for (const [index, id] of parents.slice(from, from + queriesOfCall).entries()) {
      counts.set(id, facetQuery[queries[from + index] ?? ''] ?? 0)
    }
  }
  return counts
}
