/** Where in a library somebody was last: the way back from a clip leads there again, for as long as the tab is open. */

import { readJson } from '../platform/read-json.ts'

interface Place {
  /** The query of the address, with its `?`. */
  readonly search: string
  /** How far the clips were scrolled, in pixels. */
  readonly top: number
  /** How far the window was scrolled, in pixels: on a phone the clips begin below the first screen. */
  readonly windowTop: number
}

const toKey = (prId: number) => `rushes.library.${prId}`

function readPlace(prId: number): Place {
  const place = Object(readJson(sessionStorage.getItem(toKey(prId)) ?? '')) as Partial<Place>
  return { search: place.search ?? '', top: place.top ?? 0, windowTop: place.windowTop ?? 0 }
}

export function savePlace(prId: number, changes: Partial<Place>): void {
  const place = readPlace(prId)
  const isOther = changes.search !== undefined && changes.search !== place.search
  // Another search begins at its first clip, and leaves the window where it is.
  const tops = isOther ? { top: 0, windowTop: scrollY } : {}
  sessionStorage.setItem(toKey(prId), JSON.stringify({ ...place, ...tops, ...changes }))
}

/** How far the clips of this search, and the window, were scrolled. */
export function readTops(prId: number, search: string): Pick<Place, 'top' | 'windowTop'> {
  const { top, windowTop, ...place } = readPlace(prId)
  return place.search === search ? { top, windowTop } : { top: 0, windowTop: 0 }
}

/** The address of the library with what was searched there last. */
export function toLibraryPath(prId: number): string {
  return `/app/production/${prId}${readPlace(prId).search}`
}
