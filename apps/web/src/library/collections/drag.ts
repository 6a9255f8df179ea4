/** Dragging clips and collections by pointer; every drag has a command that does the same. */

import { signal } from '@preact/signals'

/** A clip, and on which side of it something is put in the order of a collection. */
export interface DropPlace {
  readonly clip: number
  readonly side: 'before' | 'after'
}

/** What is dragged now, and over what. */
export interface Drag {
  readonly count: number
  readonly x: number
  readonly y: number
  /** The collection under the pointer. */
  readonly over: number | undefined
  readonly place: DropPlace | undefined
  readonly isCopy: boolean
}

export const drag = signal<Drag | undefined>(undefined)

/** The collection that files from the desktop are held over. */
export const filesOver = signal<number | undefined>(undefined)

interface DragOptions {
  readonly count: number
  /** Dropped on a collection. */
  readonly onDrop: (id: number, isCopy: boolean) => void
  /** Dropped between clips; absent where they have no order of their own. */
  readonly onPlace?: ((place: DropPlace) => void) | undefined
}

/** How fast a list scrolls while something is dragged to its edge, in pixels a frame. */
const scrollStep = 12
const scrollEdge = 40

/** The collection (`data-drop`) that is shown at a place of the window. */
export function findCollection(x: number, y: number): number | undefined {
  const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
  return target ? Number(target.dataset.drop) : undefined
}

/** The clip (`data-clip`) that is shown at a place of the window. */
export function findClip(x: number, y: number): number | undefined {
  const target = findCell(x, y)
  return target ? Number(target.dataset.clip) : undefined
}

function findCell(x: number, y: number) {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-clip]')
}

/** Follows the pointer until it is let go over a collection or a clip (`data-clip`), or Escape cancels. */
export function beginDrag(event: PointerEvent, { count, onDrop, onPlace }: DragOptions): void {
  const stopper = new AbortController()
  const { signal } = stopper
  let [x, y, isCopy] = [event.clientX, event.clientY, event.altKey]
  const show = () => {
    const over = findCollection(x, y)
    const place = over === undefined && onPlace ? findPlace(x, y) : undefined
    drag.value = { count, x, y, over, place, isCopy }
  }
  const follow = (moved: PointerEvent) => {
    ;[x, y, isCopy] = [moved.clientX, moved.clientY, moved.altKey]
    show()
  }
  // A pointer that rests at an edge scrolls on.
  const scroll = () => {
    if (signal.aborted) return
    if (scrollAt(x, y)) show()
    requestAnimationFrame(scroll)
  }
  const end = () => {
    stopper.abort()
    drag.value = undefined
    // The click that ends a drag is none.
    addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', stop, { capture: true }))
  }
  show()
  requestAnimationFrame(scroll)
  addEventListener('pointermove', follow, { signal })
  addEventListener('pointercancel', end, { signal })
  addEventListener(
    'pointerup',
    () => {
      const { over, place } = drag.value ?? {}
      const wasCopy = isCopy
      end()
      if (over !== undefined) onDrop(over, wasCopy)
      else if (place) onPlace?.(place)
    },
    { signal },
  )
  const onKey = (key: KeyboardEvent) => {
    if (key.key === 'Alt') {
      key.preventDefault()
      isCopy = key.type === 'keydown'
      show()
    }
    if (key.key !== 'Escape') return
    key.preventDefault()
    key.stopPropagation()
    end()
  }
  for (const name of ['keydown', 'keyup'] as const) addEventListener(name, onKey, { signal, capture: true })
}

function findPlace(x: number, y: number): DropPlace | undefined {
  const cell = findCell(x, y)
  if (!cell) return undefined
  const { left, top, width, height } = cell.getBoundingClientRect()
  const isBefore = cell.role === 'row' ? y < top + height / 2 : x < left + width / 2
  return { clip: Number(cell.dataset.clip), side: isBefore ? 'before' : 'after' }
}

/** Scrolls the panel or list whose edge is there; whether it did. */
export function scrollAt(x: number, y: number): boolean {
  const list = document.elementFromPoint(x, y)?.closest('.panel, .virtual')
  if (!list) return false
  const { top, bottom } = list.getBoundingClientRect()
  const by = y < top + scrollEdge ? -scrollStep : y > bottom - scrollEdge ? scrollStep : 0
  const before = list.scrollTop
  if (by !== 0) list.scrollTop += by
  return list.scrollTop !== before
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
