/** Where in a library somebody was last: the way back from a clip leads there again, for as long as the tab is open. */

import { readJson } from '../platform/reading/read-json.ts'
import type { Wanted } from './search/wanted.ts'

interface Place {
  /** The query of the address, with its `?`. */
  readonly search: string
  /** The same as what is searched: of what was typed, as the service reads it. */
  readonly wanted: Wanted
  /** How far the clips were scrolled, in pixels. */
  readonly top: number
}

const toKey = (prId: number) => `rushes.library.${prId}`

function readPlace(prId: number): Place {
  const place = Object(readJson(sessionStorage.getItem(toKey(prId)) ?? '')) as Partial<Place>
  const everything = { prId, q: '', sort: 'newest', collection: undefined, filters: [] }
  return { search: place.search ?? '', wanted: place.wanted ?? everything, top: place.top ?? 0 }
}

export function savePlace(prId: number, changes: Partial<Place>): void {
  const place = readPlace(prId)
  const isOther = changes.search !== undefined && changes.search !== place.search
  // Another search begins at its first clip.
  sessionStorage.setItem(toKey(prId), JSON.stringify({ ...place, ...(isOther ? { top: 0 } : {}), ...changes }))
}

/** How far the clips of this search were scrolled. */
export function readTop(prId: number, search: string): number {
  const place = readPlace(prId)
  return place.search === search ? place.top : 0
}

/** What was searched there last; without that, everything. */
export function readLastWanted(prId: number): Wanted {
  return readPlace(prId).wanted
}

/** The address of the library with what was searched there last. */
export function toLibraryPath(prId: number): string {
  return `/app/production/${prId}${readPlace(prId).search}`
}
