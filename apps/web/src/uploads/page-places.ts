import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { FilePlace } from './uploads.ts'

/** Where so many files go that are dropped at a point of a page; 0 for a folder. */
export interface PagePlaces {
  at(x: number, y: number, count: number): FilePlace | undefined
  /** The files are not held over the page any more. */
  onEnd?(): void
}

/** Those of the page that is shown, where it has other places than its production. */
export const pagePlaces = signal<PagePlaces | undefined>(undefined)

/** Takes files that are dropped on this page, for as long as it is shown; nothing takes them where `places` is none. */
export function usePagePlaces(places: PagePlaces | undefined): void {
  const latest = useRef(places)
  latest.current = places
  const isTaking = places !== undefined
  useEffect(() => {
    if (!isTaking) return undefined
    const own: PagePlaces = {
      at: (x, y, count) => latest.current?.at(x, y, count),
      onEnd: () => latest.current?.onEnd?.(),
    }
    pagePlaces.value = own
    return () => {
      if (pagePlaces.peek() === own) pagePlaces.value = undefined
    }
  }, [isTaking])
}
