import { effect, type ReadonlySignal, type Signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { follow, pan, type View, zoom } from '../../player/timeline/view.ts'
import type { Desk } from '../editor/desk.ts'

/** How much larger a turn of the wheel by one pixel makes the view. */
const zoomOfPixel = 0.004
/** So much of the film is shown at first. */
const firstSeconds = 16

interface SeenPart {
  readonly view: Signal<View>
  /** In pixels. */
  readonly width: ReadonlySignal<number>
  /** The frame below a place of the window. */
  findFrame(clientX: number): number
  /** Shows less of the film by a factor above 1, around the frame that is shown. */
  zoomBy(factor: number): void
}

/** The part of the film that a time line shows: zoomed by Ctrl and the wheel, moved by the wheel, with the film in it. */
export function useView(
  { film, second }: Desk,
  body: RefObject<HTMLElement | null>,
  dragged: ReadonlySignal<unknown>,
): SeenPart {
  const total = Math.max(film.frameCount, 1)
  const view = useSignal<View>({ from: 0, to: Math.min(total, Math.max(24, firstSeconds * second)) })
  const width = useSignal(0)
  const findFrame = (clientX: number) => {
    const { left, width: wide } = body.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    const { from, to } = view.peek()
    const frame = Math.floor(from + ((clientX - left) / Math.max(wide, 1)) * (to - from))
    return Math.min(total - 1, Math.max(0, frame))
  }
  useEffect(() => {
    const element = body.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      width.value = entry?.contentRect.width ?? 0
    })
    observer.observe(element)
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const seen = view.peek()
      const by = event.deltaX === 0 ? event.deltaY : event.deltaX
      view.value = event.ctrlKey
        ? zoom(seen, total, findFrame(event.clientX), Math.exp(-event.deltaY * zoomOfPixel))
        : pan(seen, total, (by / Math.max(width.peek(), 1)) * (seen.to - seen.from))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', onWheel)
    }
  }, [total])
  useEffect(
    () =>
      effect(() => {
        const frame = film.frame.value
        // What is dragged stays below the pointer.
        if (dragged.peek() === undefined) view.value = follow(view.peek(), total, frame)
      }),
    [film, total],
  )
  return {
    view,
    width,
    findFrame,
    zoomBy(factor) {
      view.value = zoom(view.peek(), total, film.frame.peek(), factor)
    },
  }
}
