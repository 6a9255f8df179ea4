import type { SearchScope } from '../../../../documents/document.ts'
import type { MemoryIndex, ScopePlaces } from '../memory-index.ts'

export type { ScopePlaces }

/** Lists that are remembered, of the size of the library at most. */
const mostLists = 4

/** The documents that the columns of a scope let through. */
export function listScope(index: MemoryIndex, scope: SearchScope): ScopePlaces {
  if (index.scopes.revision !== index.revision) index.scopes = { revision: index.revision, lists: new Map() }
  const { lists } = index.scopes
  const { restrictTo: _byPlans, ...columns } = scope
  const key = JSON.stringify(columns)
  const places = lists.get(key) ?? withMarks(findScope(index, scope), index.count)
  lists.delete(key)
  lists.set(key, places)
  for (const oldest of lists.keys()) {
    if (lists.size <= mostLists) break
    lists.delete(oldest)
  }
  return places
}

function withMarks(places: Int32Array, count: number): ScopePlaces {
  const isIn = new Uint8Array(count)
  for (let i = 0; i < places.length; i++) isIn[places[i]!] = 1
  return { places, isIn }
}

function findScope(index: MemoryIndex, scope: SearchScope): Int32Array {
  const { productionId, productionIds, accountId, mediaObjectId } = scope
  const { account_id, media_object_id, production_id } = index.numbers
  const among = productionIds && new Set(productionIds)
  const isOfOne = productionId !== undefined || among?.size === 1
  let places = isOfOne ? index.listOfProduction(productionId ?? [...among!][0]!).slice() : listAll(index.count)
  places = keepKinds(places, index.kinds, index.findKinds([scope.kind].flat()))
  // A document may have gone to another production.
  if (productionId !== undefined) places = keepEqual(places, production_id, productionId)
  if (among) places = places.filter(place => among.has(production_id[place]!))
  if (accountId !== undefined) places = keepEqual(places, account_id, accountId)
  if (mediaObjectId !== undefined) places = keepEqual(places, media_object_id, mediaObjectId)
  return places
}

function listAll(count: number): Int32Array {
  const places = new Int32Array(count)
  for (let place = 0; place < count; place++) places[place] = place
  return places
}

function keepKinds(places: Int32Array, kinds: Uint8Array, wanted: readonly number[]): Int32Array {
  const table = new Uint8Array(256)
  for (const kind of wanted) table[kind] = 1
  let count = 0
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!
    if (table[kinds[place]!] === 1) places[count++] = place
  }
  return places.subarray(0, count)
}

function keepEqual(places: Int32Array, column: Float64Array, value: number): Int32Array {
  let count = 0
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!
    if (column[place] === value) places[count++] = place
  }
  return places.subarray(0, count)
}
