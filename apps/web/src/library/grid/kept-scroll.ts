import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { readTop } from '../last-place.ts'

/** Holds a list at a scroll position while its size still changes: its neighbours load later than its items. */
class KeptScroll {
  readonly #list: Element
  readonly #top: number
  readonly #observer = new ResizeObserver(() => this.#scroll())
  /** Where the list was after it was last scrolled here; nothing once it is no longer held. */
  #shown: number | undefined

  constructor(list: Element, top: number) {
    this.#list = list
    this.#top = top
    this.#scroll()
    for (const element of [list, ...list.children]) this.#observer.observe(element)
  }

  /** Whether the list is where this put it, or as close as its size allows. Once it is elsewhere, it is let go. */
  isHolding(): boolean {
    if (this.#shown === undefined) return false
    const { scrollTop, scrollHeight, clientHeight } = this.#list
    const nearest = Math.min(this.#top, scrollHeight - clientHeight)
    const isHere = [this.#shown, nearest].some(place => Math.abs(scrollTop - place) <= 1)
    if (!isHere) this.release()
    return isHere
  }

  release(): void {
    this.#observer.disconnect()
    this.#shown = undefined
  }

  #scroll(): void {
    this.#list.scrollTop = this.#top
    this.#shown = this.#list.scrollTop
  }
}

/** Has a list begin where it was when this search was left. */
export function useKeptScroll(
  frame: RefObject<HTMLDivElement | null>,
  prId: number,
  found: { readonly total: { readonly value: number | undefined } },
): RefObject<KeptScroll | null> {
  const kept = useRef<KeptScroll | null>(null)
  const isFound = found.total.value !== undefined
  // Before the list is painted, so that nobody sees or scrolls it elsewhere.
  useLayoutEffect(() => {
    if (!frame.current) return undefined
    const scroll = new KeptScroll(frame.current, readTop(prId, location.search))
    kept.current = scroll
    return () => scroll.release()
  }, [prId, isFound])
  return kept
}
