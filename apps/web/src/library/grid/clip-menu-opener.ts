import type { TargetedMouseEvent } from 'preact'
import type { Point } from '../../design/floating/popup-menu.tsx'
import type { ClipSelection } from '../selection/clip-selection.ts'

/**
 * Opens the menu of clips by a right click, at the pointer, and by the key for menus, beside the clip of the keyboard. A
 * clip that is not selected is selected by that.
 */
export function useClipMenu(selection: ClipSelection, onMenu: (at: Element | Point) => void) {
  return (event: TargetedMouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element) || event.defaultPrevented) return
    const cell = event.target.closest<HTMLElement>('[data-index]')
    if (cell) {
      event.preventDefault()
      selection.include(Number(cell.dataset.index))
      onMenu({ x: event.clientX, y: event.clientY })
      return
    }
    const at = selection.focusedAt.value
    const focused = at === undefined ? null : event.currentTarget.querySelector(`[data-index="${at}"]`)
    // On empty ground a right click is for the browser.
    if (event.button === 2 || at === undefined || !focused) return
    event.preventDefault()
    selection.include(at)
    onMenu(focused)
  }
}
