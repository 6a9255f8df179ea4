/** Where in a library somebody was last: the way back from a clip leads there again, for as long as the tab is open. */

import { readJson } from '../platform/read-json.ts'

interface Place {
  /** The query of the address, with its `?`. */
  readonly search: string
  /** How far the clips were scrolled, in pixels. */
  readonly top: number
}

const toKey = (prId: number) => `rushes.library.${prId}`

function readPlace(prId: number): Place {
  const place = Object(readJson(sessionStorage.getItem(toKey(prId)) ?? '')) as Partial<Place>
  return { search: place.search ?? '', top: place.top ?? 0 }
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

/** The address of the library with what was searched there last. */
export function toLibraryPath(prId: number): string {
  return `/app/production/${prId}${readPlace(prId).search}`
}
