import { drag } from './drag.ts'

/** How many are dragged, beside the pointer; with a plus where they stay where they are too. */
export function DragBadge() {
  const now = drag.value
  if (!now) return null
  const { count, x, y, isCopy } = now
  return (
    <span class="drag-badge num" aria-hidden="true" style={{ transform: `translate(${x + 12}px, ${y + 12}px)` }}>
      {isCopy && '+ '}
      {count}
    </span>
  )
}
