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
/** What flies past is not asked for: a page has to be in sight for so long. */
const restMs = 100

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
  /** Pages that are in sight and not asked for yet. */
  readonly #waiting = new Map<number, ReturnType<typeof setTimeout>>()
  /** Rises when what is in sight is requested again. */
  #round = 0
  /** When that was, by `performance.now()`, and how many of its pages have not been answered. */
  #roundBegan = performance.now()
  #unanswered = 0

  constructor(load: LoadStretch<T>) {
    this.#load = load
    this.#ask(0)
  }

  /** The item at a place, once it is known. */
  get(index: number): T | undefined {
    const page = this.#pages.get(Math.floor(index / pageSize))
    return page === 'asked' ? undefined : page?.[index % pageSize]
  }

  /** The items that are known, each with its place. */
  *listKnown(): Generator<[index: number, item: T]> {
    for (const [page, items] of this.#pages) {
      if (items !== 'asked') for (const [place, item] of items.entries()) yield [page * pageSize + place, item]
    }
  }

  /** Loads what is in sight. */
  show(first: number, end: number): void {
    this.#sight = [first, end]
    const kept = this.#listKept()
    for (const [page, timer] of this.#waiting) {
      if (kept.has(page)) continue
      clearTimeout(timer)
      this.#waiting.delete(page)
    }
    for (const page of kept) {
      if (this.#pages.has(page) || this.#waiting.has(page)) continue
      const ask = () => {
        this.#waiting.delete(page)
        if (!this.#pages.has(page)) this.#ask(page)
      }
      this.#waiting.set(page, setTimeout(ask, restMs))
    }
  }

  /** Requests what is in sight again, shows the old content until the answer is there, and forgets the rest. */
  reload(): void {
    this.#round += 1
    this.#roundBegan = performance.now()
    this.#unanswered = 0
    const kept = this.#listKept()
    for (const page of this.#pages.keys()) if (!kept.has(page)) this.#pages.delete(page)
    // What may only fly past is asked for in its time.
    for (const page of kept) if (!this.#waiting.has(page)) this.#ask(page)
  }

  /**
   * Changes what is known from the beginning on, until the next reload: what is on its way was asked for before and is of
   * no use. Nothing where a part of it is not known.
   */
  rearrange(change: (items: readonly T[]) => readonly T[]): void {
    const pages: (readonly T[])[] = []
    for (let page = 0; this.#pages.has(page); page += 1) {
      const items = this.#pages.get(page)
      if (items === undefined || items === 'asked') break
      pages.push(items)
    }
    if (pages.length < this.#pages.size) return
    this.#round += 1
    this.#unanswered = 0
    const before = pages.flat()
    const after = change(before)
    this.#pages.clear()
    for (let page = 0; page < pages.length; page += 1) {
      this.#pages.set(page, after.slice(page * pageSize, (page + 1) * pageSize))
    }
    this.total.value = (this.total.peek() ?? 0) + after.length - before.length
    this.turn.value += 1
  }

  close(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    this.#stopper.abort()
  }

  /** Given up when the list is closed. */
  protected get signal(): AbortSignal {
    return this.#stopper.signal
  }

  /** All that is in sight is as it was at this time, or newer. */
  protected tellAnswered(_since: number): void {}

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
    this.#unanswered += 1
    if (!this.#pages.has(page)) this.#pages.set(page, 'asked')
    this.#load(page * pageSize, pageSize, this.signal).then(
      ({ total, items }) => {
        // An answer to what was asked before the list changed is of no use.
        if (round !== this.#round) return
        // As the newest one: what was asked for longest ago is forgotten first.
        this.#pages.delete(page)
        this.#pages.set(page, items)
        this.#forgetOld()
        this.#unanswered -= 1
        if (this.#unanswered === 0) this.tellAnswered(this.#roundBegan)
        this.total.value = total
        this.error.value = undefined
        this.turn.value += 1
      },
      (error: unknown) => {
        if (round !== this.#round || this.signal.aborted) return
        // What was there before stays in sight.
        if (this.#pages.get(page) === 'asked') this.#pages.delete(page)
        this.#unanswered -= 1
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
