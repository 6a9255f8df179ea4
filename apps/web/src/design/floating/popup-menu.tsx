import { useLayoutEffect, useRef } from 'preact/hooks'
import { anchor } from './anchor.ts'
import { focusFirst, type MenuItem, MenuItems, moveByKey } from './menu.tsx'
import './floating.css'

/** A point in the window, in pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

interface PopupMenuProps {
  label: string
  items: readonly MenuItem[]
  /** What it belongs to, or where the pointer is. */
  at: Element | Point
  onClose: () => void
}

/** A list of actions without a button of its own: at the pointer, or beside what it is about. Escape closes it. */
export function PopupMenu({ label, items, at, onClose }: PopupMenuProps) {
  const list = useRef<HTMLDivElement>(null)
  const latest = useRef(onClose)
  latest.current = onClose
  const opener = useRef(document.activeElement).current
  useLayoutEffect(() => {
    const menu = list.current
    if (!menu) return
    menu.showPopover()
    const place = at instanceof Element ? at : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }
    anchor(menu, place, { align: at instanceof Element ? 'end' : 'start', gap: at instanceof Element ? 4 : 0 })
    focusFirst(menu)
  }, [at])
  // Not after the next picture: the list may be closed before that, and the focus has to go back all the same.
  useLayoutEffect(() => {
    const menu = list.current
    // The browser would close it when the button of the mouse that opened it is let go.
    const onDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu?.contains(target)) latest.current()
    }
    const close = () => latest.current()
    addEventListener('pointerdown', onDown, { capture: true })
    addEventListener('resize', close)
    return () => {
      removeEventListener('pointerdown', onDown, { capture: true })
      removeEventListener('resize', close)
      const isHere = menu?.contains(document.activeElement) || document.activeElement === document.body
      if (isHere && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div
      class="popover menu"
      popover="manual"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      ref={list}
      onContextMenu={event => event.preventDefault()}
      onKeyDown={event => {
        if (event.key === 'Escape' || event.key === 'Tab') {
          event.preventDefault()
          event.stopPropagation()
          latest.current()
        } else moveByKey(event)
      }}
    >
      <MenuItems items={items} onChosen={() => latest.current()} />
    </div>
  )
}
