/** Where something that floats is put: beside what it belongs to, inside the window. */

import { isRightToLeft } from '../../platform/direction.ts'

export type Side = 'below' | 'above' | 'right' | 'left'

interface AnchorOptions {
  side?: Side
  /** Which edges are aligned. */
  align?: 'start' | 'end'
  gap?: number
}

/** The least distance to the edge of the window. */
const margin = 8
const opposite = { below: 'above', above: 'below', right: 'left', left: 'right' } as const

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The place of a box of this size beside `box`: on the other side where there is more room, moved into the window. */
export function findPlace(
  box: Box,
  size: Size,
  room: Size,
  options: AnchorOptions = {},
): { left: number; top: number } {
  const { side = 'below', align = 'start', gap = 4 } = options
  const free = {
    below: room.height - box.bottom,
    above: box.top,
    right: room.width - box.right,
    left: box.left,
  }
  const isUpright = side === 'below' || side === 'above'
  const needed = (isUpright ? size.height : size.width) + gap + margin
  const other = opposite[side]
  const taken = free[side] < needed && free[other] > free[side] ? other : side
  const along = isUpright
    ? align === 'start'
      ? box.left
      : box.right - size.width
    : align === 'start'
      ? box.top
      : box.bottom - size.height
  const across = {
    below: box.bottom + gap,
    above: box.top - gap - size.height,
    right: box.right + gap,
    left: box.left - gap - size.width,
  }[taken]
  const [left, top] = isUpright ? [along, across] : [across, along]
  return { left: shift(left, size.width, room.width), top: shift(top, size.height, room.height) }
}

function shift(start: number, length: number, room: number): number {
  return Math.max(margin, Math.min(start, room - margin - length))
}

/** The same where the page begins at the right. */
function mirror({ side = 'below', align = 'start', gap = 4 }: AnchorOptions): AnchorOptions {
  if (side === 'left' || side === 'right') return { side: opposite[side], align, gap }
  return { side, align: align === 'start' ? 'end' : 'start', gap }
}

/** Puts a floating element beside another, or beside a point. */
export function anchor(
  floating: HTMLElement,
  to: Pick<Element, 'getBoundingClientRect'>,
  given: AnchorOptions = {},
): void {
  const options = isRightToLeft() ? mirror(given) : given
  const size = { width: floating.offsetWidth, height: floating.offsetHeight }
  const { left, top } = findPlace(to.getBoundingClientRect(), size, { width: innerWidth, height: innerHeight }, options)
  floating.style.inset = `${top}px auto auto ${left}px`
}
