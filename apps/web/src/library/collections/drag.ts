/** Dragging things onto collections by pointer; every drag has a command that does the same. */

import { signal } from '@preact/signals'

/** What is dragged now, and over what. */
export interface Drag {
  readonly count: number
  readonly x: number
  readonly y: number
  /** The collection under the pointer. */
  readonly over: number | undefined
  readonly isCopy: boolean
}

export const drag = signal<Drag | undefined>(undefined)

/** How fast a list scrolls while something is dragged to its edge, in pixels. */
const scrollStep = 12
const scrollEdge = 40

/** Follows the pointer until it is let go over a collection (`data-drop`), or Escape cancels. */
export function beginDrag(event: PointerEvent, count: number, onDrop: (id: number, isCopy: boolean) => void): void {
  const stopper = new AbortController()
  const { signal } = stopper
  const show = ({ clientX: x, clientY: y, altKey }: PointerEvent) => {
    const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
    const over = target ? Number(target.dataset.drop) : undefined
    drag.value = { count, x, y, over, isCopy: altKey }
    const panel = document.elementFromPoint(x, y)?.closest('.panel')
    const box = panel?.getBoundingClientRect()
    if (panel && box) {
      if (y < box.top + scrollEdge) panel.scrollTop -= scrollStep
      if (y > box.bottom - scrollEdge) panel.scrollTop += scrollStep
    }
  }
  const end = () => {
    stopper.abort()
    drag.value = undefined
    // The click that ends a drag is none.
    addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', stop, { capture: true }))
  }
  show(event)
  addEventListener('pointermove', show, { signal })
  addEventListener('pointercancel', end, { signal })
  addEventListener(
    'pointerup',
    () => {
      const { over, isCopy } = drag.value ?? {}
      end()
      if (over !== undefined) onDrop(over, isCopy === true)
    },
    { signal },
  )
  addEventListener(
    'keydown',
    key => {
      if (key.key !== 'Escape') return
      key.preventDefault()
      key.stopPropagation()
      end()
    },
    { signal, capture: true },
  )
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
