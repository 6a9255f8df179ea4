import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'

/** One stretch of a long list, and how long that is. */
export interface Stretch<T> {
  readonly total: number
  readonly items: readonly T[]
}

/** Loads the items from `start` on, at most `rows` of them. */
export type LoadStretch<T> = (start: number, rows: number, signal: AbortSignal) => Promise<Stretch<T>>

const pageSize = 100
/** Pages kept; what is far away is asked for again. */
const mostPages = 60
/** What flies past is not asked for: only where the list is after so long. */
const restMs = 60

/** A list of any length of which only what is in sight is loaded; goes with `VirtualList`. */
export class PagesInSight<T> {
  readonly total = signal<number | undefined>(undefined)
  readonly error = signal<unknown>(undefined)
  /** Rises when more is known. */
  readonly turn = signal(0)
  readonly #load: LoadStretch<T>
  readonly #stopper = new AbortController()
  readonly #pages = new Map<number, readonly T[] | 'asked'>()
  #sight: readonly [first: number, end: number] = [0, 0]
  #looking: ReturnType<typeof setTimeout> | undefined
  /** Rises when what is in sight is requested again. */
  #round = 0

  constructor(load: LoadStretch<T>) {
    this.#load = load
    this.#ask(0)
  }

  /** The item at a place, once it is known. */
  get(index: number): T | undefined {
    const page = this.#pages.get(Math.floor(index / pageSize))
    return page === 'asked' ? undefined : page?.[index % pageSize]
  }

  /** Loads what is in sight. */
  show(first: number, end: number): void {
    this.#sight = [first, end]
    this.#looking ??= setTimeout(() => {
      this.#looking = undefined
      for (const page of this.#listKept()) if (!this.#pages.has(page)) this.#ask(page)
    }, restMs)
  }

  /** Requests what is in sight again, shows the old content until the answer is there, and forgets the rest. */
  reload(): void {
    this.#round += 1
    const kept = this.#listKept()
    for (const page of this.#pages.keys()) if (!kept.has(page)) this.#pages.delete(page)
    for (const page of kept) this.#ask(page)
  }

  close(): void {
    clearTimeout(this.#looking)
    this.#stopper.abort()
  }

  /** Given up when the list is closed. */
  protected get signal(): AbortSignal {
    return this.#stopper.signal
  }

  protected tellFailure(error: unknown): void {
    this.error.value = error
  }

  /** The first page and those in sight. */
  #listKept(): ReadonlySet<number> {
    const [first, end] = this.#sight
    const from = Math.floor(first / pageSize)
    const count = Math.max(0, Math.ceil(end / pageSize) - from)
    return new Set([0, ...Array.from({ length: count }, (_, index) => from + index)])
  }

  #ask(page: number): void {
    const round = this.#round
    if (!this.#pages.has(page)) this.#pages.set(page, 'asked')
    this.#load(page * pageSize, pageSize, this.signal).then(
      ({ total, items }) => {
        // An answer to what was asked before the list changed is of no use.
        if (round !== this.#round) return
        // As the newest one: what was asked for longest ago is forgotten first.
        this.#pages.delete(page)
        this.#pages.set(page, items)
        this.#forgetOld()
        this.total.value = total
        this.error.value = undefined
        this.turn.value += 1
      },
      (error: unknown) => {
        if (round !== this.#round || this.signal.aborted) return
        this.#pages.delete(page)
        this.tellFailure(error)
      },
    )
  }

  #forgetOld(): void {
    const kept = this.#listKept()
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= mostPages) return
      if (!kept.has(page)) this.#pages.delete(page)
    }
  }
}

/** Such a list for as long as the component is shown; another one whenever one of `keys` changes. */
export function usePagesInSight<Pages extends { close(): void }>(create: () => Pages, keys: readonly unknown[]): Pages {
  const pages = useMemo(create, keys)
  useEffect(() => () => pages.close(), [pages])
  return pages
}
