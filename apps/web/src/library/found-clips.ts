import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { tellError } from '../design/toasts.tsx'
import { type ClipPage, type FoundClip, searchClips, type Wanted } from './clip-search.ts'

const pageSize = 100
/** Pages kept; what is far away is asked for again. */
const mostPages = 60

/** What a search finds, page by page as it comes into sight. */
export class FoundClips {
  readonly total = signal<number | undefined>(undefined)
  readonly facets = signal<ClipPage['facets']>([])
  /** Rises when more is known. */
  readonly turn = signal(0)
  readonly #wanted: Wanted
  readonly #stopper = new AbortController()
  readonly #pages = new Map<number, readonly FoundClip[] | 'asked'>()

  constructor(wanted: Wanted) {
    this.#wanted = wanted
    this.#load(0)
  }

  /** The clip at a place, once it is known. */
  get(index: number): FoundClip | undefined {
    const page = this.#pages.get(Math.floor(index / pageSize))
    return page === 'asked' ? undefined : page?.[index % pageSize]
  }

  /** Loads what is in sight. */
  show(first: number, end: number): void {
    for (let page = Math.floor(first / pageSize); page * pageSize < end; page++) {
      if (!this.#pages.has(page)) this.#load(page)
    }
  }

  /** Forgets what it knows; what is in sight is asked for anew. */
  reload(): void {
    const known = [...this.#pages.keys()].slice(-3)
    this.#pages.clear()
    for (const page of new Set([0, ...known])) this.#load(page)
  }

  close(): void {
    this.#stopper.abort()
  }

  #load(page: number): void {
    this.#pages.set(page, 'asked')
    searchClips(this.#wanted, page * pageSize, pageSize, this.#stopper.signal).then(
      found => {
        this.#pages.set(page, found.clips)
        this.total.value = found.total
        if (page === 0) this.facets.value = found.facets
        this.#forgetOld()
        this.turn.value += 1
      },
      (error: unknown) => {
        this.#pages.delete(page)
        if (this.#stopper.signal.aborted) return
        this.total.value ??= 0
        tellError(error)
      },
    )
  }

  #forgetOld(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= mostPages) return
      if (page !== 0) this.#pages.delete(page)
    }
  }
}

/** The results of a search for as long as it is wanted. */
export function useFoundClips(wanted: Wanted): FoundClips {
  const key = JSON.stringify(wanted)
  const found = useMemo(() => new FoundClips(wanted), [key])
  useEffect(() => () => found.close(), [found])
  return found
}
