import { useRef } from 'preact/hooks'

interface PointerActions {
  onOpen: (id: number) => void
  onToggle: (index: number) => void
  /** The pointer went down on a clip and moves away with it. */
  onDrag: (event: PointerEvent, id: number) => void
}

interface Press {
  readonly x: number
  readonly y: number
  isDone: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

const longPressMs = 500
/** A hand is never quite still. */
const dragPixels = 4

/**
 * What a pointer does on clips: a click selects, a double click opens, a drag takes them along. A finger opens by a tap
 * and selects by a long press.
 */
export function usePointer(actions: PointerActions) {
  const latest = useRef(actions)
  latest.current = actions
  const pressed = useRef<Press | undefined>(undefined)
  return (id: number, index: number, onPress: (event: MouseEvent) => void) => ({
    onPointerDown: (event: PointerEvent) => {
      clearTimeout(pressed.current?.timer)
      if (event.button !== 0 || isControl(event.target)) {
        pressed.current = undefined
        return
      }
      const press: Press = { x: event.clientX, y: event.clientY, isDone: false, timer: undefined }
      pressed.current = press
      if (event.pointerType === 'touch') {
        press.timer = setTimeout(() => {
          press.isDone = true
          latest.current.onToggle(index)
        }, longPressMs)
      }
    },
    onPointerMove: (event: PointerEvent) => {
      const press = pressed.current
      if (!press || Math.hypot(event.clientX - press.x, event.clientY - press.y) < dragPixels) return
      clearTimeout(press.timer)
      pressed.current = undefined
      if (event.pointerType !== 'touch' && event.buttons === 1) latest.current.onDrag(event, id)
    },
    onPointerCancel: () => {
      clearTimeout(pressed.current?.timer)
      pressed.current = undefined
    },
    onClick: (event: MouseEvent) => {
      clearTimeout(pressed.current?.timer)
      const isDone = pressed.current?.isDone === true
      pressed.current = undefined
      if (isControl(event.target) || event.defaultPrevented || isDone) return
      const isTouch = (event as PointerEvent).pointerType === 'touch'
      if (isTouch) latest.current.onOpen(id)
      else onPress(event)
    },
    onDblClick: (event: MouseEvent) => {
      if (!isControl(event.target)) latest.current.onOpen(id)
    },
    onContextMenu: (event: MouseEvent) => {
      // A long press of a finger asks for the menu of the browser.
      if (pressed.current?.isDone) event.preventDefault()
    },
  })
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input, label, select, textarea') !== null
}
