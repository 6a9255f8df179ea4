import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { changeTimes } from './actions.ts'
import type { Desk } from './desk.ts'
import { fitTimes } from './model/edits.ts'
import { findRow, type Row } from './model/rows.ts'
import { findNearestFrame } from './shots.ts'

/** Which end of a subtitle is dragged. */
export type Side = 'start' | 'end' | 'both'

/** How near an edge must come to a shot or to another subtitle to stick to it, in pixels. */
const stickyPixels = 8
/** Below that a drag is a click. */
const leastPixels = 3

interface Dragged {
  readonly key: number
  readonly start: number
  readonly end: number
}

/**
 * Dragging subtitles on a line of so many pixels a frame: times are whole frames, and stick to shots, to other
 * subtitles and to the frame that is shown, unless Alt is held. The film shows the frame that is dragged to.
 */
export function useDrag(desk: Desk, scale: number) {
  const dragged = useSignal<Dragged | undefined>(undefined)
  const begun = useRef<{ row: Row; side: Side; x: number; head: number } | undefined>(undefined)
  const wasMoved = useRef(false)
  const stickTo = (frame: number, isFree: boolean) => {
    if (isFree) return frame
    const others = desk.editing.rows.value.filter(({ key }) => key !== begun.current?.row.key)
    const edges = others.flatMap(({ entry }) => [entry.start, entry.end])
    return findNearestFrame([...desk.shots, ...edges, begun.current?.head ?? 0], frame, stickyPixels / scale) ?? frame
  }
  return {
    dragged: dragged.value,
    /** Whether the pointer that was just let go has dragged something; asked once. */
    wasDragged() {
      const was = wasMoved.current
      wasMoved.current = false
      return was
    },
    begin(event: PointerEvent, row: Row, side: Side) {
      if (desk.isReadOnly.value || event.button !== 0) return
      event.stopPropagation()
      wasMoved.current = false
      begun.current = { row, side, x: event.clientX, head: desk.film.frame.value }
      const block = (event.target as Element).closest('.spotting-block')
      block?.setPointerCapture(event.pointerId)
    },
    move(event: PointerEvent) {
      if (!begun.current) return
      const { row, side, x } = begun.current
      if (!wasMoved.current && Math.abs(event.clientX - x) < leastPixels) return
      if (!wasMoved.current) desk.editing.choose(row.key)
      wasMoved.current = true
      const by = (event.clientX - x) / scale
      const { start, end } = row.entry
      if (side === 'both') {
        const first = stickTo(Math.round(start + by), event.altKey)
        const latest = Math.max(0, desk.film.frameCount - (end - start))
        const at = Math.min(Math.max(0, first), latest)
        dragged.value = { key: row.key, start: at, end: at + end - start }
      } else {
        const frame = stickTo(Math.round((side === 'start' ? start : end) + by), event.altKey)
        const times = side === 'start' ? [Math.min(frame, end - 1), end] : [start, Math.max(frame, start + 1)]
        dragged.value = { key: row.key, ...fitTimes(times[0]!, times[1]!, desk.film.frameCount) }
      }
      desk.film.pause()
      desk.film.seek(side === 'end' ? dragged.value.end - 1 : dragged.value.start)
    },
    end() {
      const times = dragged.value
      const row = findRow(desk.editing.rows.value, times?.key)
      begun.current = undefined
      dragged.value = undefined
      if (row && times) changeTimes(desk, row, times.start, times.end, `drag-${performance.now()}`)
    },
    cancel() {
      begun.current = undefined
      dragged.value = undefined
    },
  }
}
