import { useSignal } from '@preact/signals'
import type { RefObject, TargetedPointerEvent } from 'preact'
import { scrollAt } from '../collections/drag.ts'
import type { ClipSelection } from '../selection/clip-selection.ts'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const dragPixels = 4

/** Selects the clips that a rectangle touches, which is drawn by dragging on empty ground; with Ctrl in addition to others. */
export function useRectangle(frame: RefObject<HTMLElement | null>, selection: ClipSelection) {
  const box = useSignal<Box | undefined>(undefined)
  const onPointerDown = (event: TargetedPointerEvent<HTMLElement>) => {
    const list = frame.current
    const content = list?.querySelector('.virtual-all')
    const isGround = event.target instanceof Element && !event.target.closest('[data-index], .group-head, .table-head')
    const isBar = event.offsetX > event.currentTarget.clientWidth
    if (!list || !content || !isGround || isBar || event.button !== 0 || event.pointerType === 'touch') return
    const stopper = new AbortController()
    const { signal } = stopper
    /** Places in what scrolls, so that it may scroll meanwhile. */
    const toPoint = (x: number, y: number) => {
      const { left, top } = content.getBoundingClientRect()
      return { x: x - left, y: y - top }
    }
    const start = toPoint(event.clientX, event.clientY)
    const isAddition = event.ctrlKey || event.metaKey || event.shiftKey
    const before = isAddition ? [...selection.selected.value.ids] : []
    /** Clips that were in the rectangle stay in it when they are scrolled out of the document. */
    const places = new Map<number, { box: Box; ids: readonly [number, number] }>()
    let [x, y] = [event.clientX, event.clientY]
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
  const now = box.value
  const shown = now && (
    <div
      class="rectangle"
      style={{
        transform: `translate(${now.left}px, ${now.top}px)`,
        width: `${now.width}px`,
        height: `${now.height}px`,
      }}
    />
  )
  return { onPointerDown, shown }
}

function touches(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  )
}
