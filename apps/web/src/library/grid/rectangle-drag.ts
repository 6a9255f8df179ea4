import type { Signal } from '@preact/signals'
import { scrollAt } from '../collections/drag.ts'
import type { ClipSelection } from '../selection/clip-selection.ts'

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const dragPixels = 4

interface RectangleDrag {
  /** What scrolls, with all clips that are in sight. */
  readonly content: Element
  readonly selection: ClipSelection
  readonly box: Signal<Box | undefined>
  /** Where it was begun, in the window. */
  readonly clientX: number
  readonly clientY: number
  /** Whether what was selected before stays so. */
  readonly isAddition: boolean
}

/** Draws a rectangle to the pointer, and selects what it touches, until the button is released. */
export function dragRectangle({ content, selection, box, clientX, clientY, isAddition }: RectangleDrag): void {
  const stopper = new AbortController()
  const { signal } = stopper
  /** Places in what scrolls, so that it may scroll meanwhile. */
  const toPoint = (x: number, y: number) => {
    const { left, top } = content.getBoundingClientRect()
    return { x: x - left, y: y - top }
  }
  const start = toPoint(clientX, clientY)
  const before = isAddition ? [...selection.selected.value.ids] : []
  /** Clips that were in the rectangle stay in it when they are scrolled out of the document. */
  const places = new Map<number, { box: Box; ids: readonly [number, number] }>()
  let [x, y] = [clientX, clientY]
  const draw = () => {
    const end = toPoint(x, y)
    if (!box.value && Math.hypot(end.x - start.x, end.y - start.y) < dragPixels) return
    const shown = {
      left: Math.min(start.x, end.x),
      top: Math.min(start.y, end.y),
      width: Math.abs(end.x - start.x),
      height: Math.abs(end.y - start.y),
    }
    box.value = shown
    const origin = content.getBoundingClientRect()
    for (const cell of content.querySelectorAll<HTMLElement>('[data-clip]')) {
      const { left, top, width, height } = cell.getBoundingClientRect()
      const index = Number(cell.dataset.index)
      const ids = selection.identify(index)
      if (ids) places.set(index, { box: { left: left - origin.left, top: top - origin.top, width, height }, ids })
    }
    const inside = [...places]
      .filter(([, place]) => touches(shown, place.box))
      .sort(([one], [other]) => one - other)
      .map(([, { ids }]) => ids)
    selection.selectThese(inside, before)
  }
  const scroll = () => {
    if (signal.aborted) return
    if (box.value && scrollAt(x, y)) draw()
    requestAnimationFrame(scroll)
  }
  requestAnimationFrame(scroll)
  const end = () => {
    stopper.abort()
    const wasDrawn = box.value !== undefined
    box.value = undefined
    // A click on empty ground selects nothing.
    if (!wasDrawn && !isAddition) selection.clear()
  }
  addEventListener(
    'pointermove',
    moved => {
      // It was released before this was loaded.
      if (moved.buttons === 0) return end()
      ;[x, y] = [moved.clientX, moved.clientY]
      draw()
    },
    { signal },
  )
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end, { signal })
  addEventListener(
    'keydown',
    key => {
      if (key.key !== 'Escape') return
      key.preventDefault()
      key.stopPropagation()
      box.value = undefined
      stopper.abort()
      selection.selectThese([], before)
    },
    { signal, capture: true },
  )
}

function touches(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  )
}
