import { useSignal } from '@preact/signals'
import type { RefObject, TargetedPointerEvent } from 'preact'
import { useEffect } from 'preact/hooks'
import { tellError } from '../../design/floating/toasts.tsx'
import { onFirstSign } from '../../platform/writes/first-sign.ts'
import type { ClipSelection } from '../selection/clip-selection.ts'
import type { Box } from './rectangle-drag.ts'

const loadDrag = () => import('./rectangle-drag.ts')

/** Selects the clips that a rectangle touches, which is drawn by dragging on empty ground; with Ctrl in addition to others. */
export function useRectangle(frame: RefObject<HTMLElement | null>, selection: ClipSelection) {
  const box = useSignal<Box | undefined>(undefined)
  useEffect(() => onFirstSign(loadDrag), [])
  const onPointerDown = (event: TargetedPointerEvent<HTMLElement>) => {
    const list = frame.current
    const content = list?.querySelector('.virtual-all')
    const isGround = event.target instanceof Element && !event.target.closest('[data-index], .group-head, .table-head')
    const isBar = event.offsetX > event.currentTarget.clientWidth
    if (!list || !content || !isGround || isBar || event.button !== 0 || event.pointerType === 'touch') return
    const { clientX, clientY } = event
    const isAddition = event.ctrlKey || event.metaKey || event.shiftKey
    loadDrag().then(
      ({ dragRectangle }) => dragRectangle({ content, selection, box, clientX, clientY, isAddition }),
      tellError,
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
