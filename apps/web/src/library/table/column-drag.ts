import { isRightToLeft } from '../../platform/direction.ts'

const dragPixels = 4

/** Follows a head until it is let go over another one; calls back with the name of that and on which side of it. */
export function beginColumnDrag(
  { clientX, button }: PointerEvent,
  name: string,
  onDrop: (to: string, isAfter: boolean) => void,
): void {
  if (button !== 0) return
  const stopper = new AbortController()
  const { signal } = stopper
  let over: { readonly head: HTMLElement; readonly isAfter: boolean } | undefined
  const mark = (next: typeof over) => {
    over?.head.removeAttribute('data-drop-side')
    over = next
    if (over) over.head.dataset.dropSide = over.isAfter ? 'after' : 'before'
  }
  const end = () => {
    mark(undefined)
    stopper.abort()
  }
  addEventListener(
    'pointermove',
    event => {
      if (Math.abs(event.clientX - clientX) < dragPixels && !over) return
      const head = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-head]')
      if (!head || head.dataset.head === name) {
        mark(undefined)
        return
      }
      const { left, width } = head.getBoundingClientRect()
      mark({ head, isAfter: event.clientX > left + width / 2 !== isRightToLeft() })
    },
    { signal },
  )
  addEventListener(
    'pointerup',
    () => {
      const dropped = over
      end()
      if (!dropped) return
      // The press of the head that ends a drag does not sort.
      const stop = (event: Event) => event.stopPropagation()
      addEventListener('click', stop, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', stop, { capture: true }))
      onDrop(dropped.head.dataset.head ?? '', dropped.isAfter)
    },
    { signal },
  )
  addEventListener('pointercancel', end, { signal })
  addEventListener(
    'keydown',
    event => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      end()
    },
    { signal, capture: true },
  )
}
