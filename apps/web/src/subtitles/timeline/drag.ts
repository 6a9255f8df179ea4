import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Desk } from '../editor/desk.ts'
import { changeTimes } from '../editor/times.ts'
import { findRow, type Row } from '../model/rows.ts'
import { dragSpan, type Side, type SnapPoint } from './snap.ts'

/** How near an edge must come to stick, in pixels. */
const stickyPixels = 8
/** Below that a drag is a click. */
const leastPixels = 3

export interface Dragged {
  readonly key: number
  readonly start: number
  readonly end: number
  readonly point?: SnapPoint | undefined
}

export interface Drag {
  readonly dragged: ReadonlySignal<Dragged | undefined>
  begin(event: PointerEvent, row: Row, side: Side): void
  move(event: PointerEvent): void
  end(): void
  cancel(): void
  /** Whether the pointer that was just let go has dragged something; asked once. */
  wasDragged(): boolean
}

/**
 * Dragging subtitles by their middle or their edges: times are whole frames and stick to shots, neighbours and the frame
 * that is shown, unless Alt is held. The film shows the frame that is dragged to. `scale` is in pixels a frame.
 */
export function createDrag(desk: Desk, dragged: Signal<Dragged | undefined>, scale: () => number): Drag {
  let begun: { row: Row; side: Side; x: number; playhead: number } | undefined
  let wasMoved = false
  const reset = () => {
    begun = undefined
    dragged.value = undefined
  }
  const listAround = ({ key }: Row, playhead: number) => {
    const rows = desk.editing.rows.value.filter(({ entry }) => !entry.hidden)
    const at = rows.findIndex(row => row.key === key)
    return {
      shots: desk.shots,
      outGap: desk.look.shots.outGapFrames,
      playhead,
      before: rows[at - 1]?.entry.end,
      after: at < 0 ? undefined : rows[at + 1]?.entry.start,
      gap: desk.limits.minimumGap,
    }
  }
  return {
    dragged,
    wasDragged() {
      const was = wasMoved
      wasMoved = false
      return was
    },
    begin(event, row, side) {
      if (desk.isReadOnly.value || event.button !== 0) return
      event.stopPropagation()
      wasMoved = false
      begun = { row, side, x: event.clientX, playhead: desk.film.frame.value }
      ;(event.target as Element).closest('.spotting-block')?.setPointerCapture(event.pointerId)
    },
    move(event) {
      if (!begun) return
      const { row, side, x, playhead } = begun
      if (!wasMoved && Math.abs(event.clientX - x) < leastPixels) return
      if (!wasMoved) desk.editing.choose(row.key)
      wasMoved = true
      const isFree = event.altKey || !desk.isSnapping.value
      const { frameCount } = desk.film
      const around = isFree ? undefined : listAround(row, playhead)
      const by = (event.clientX - x) / scale()
      const within = stickyPixels / scale()
      const span = dragSpan({ side, from: row.entry, by, frameCount, around, within })
      dragged.value = { key: row.key, ...span }
      desk.film.pause()
      desk.film.seek(side === 'end' ? span.end - 1 : span.start)
    },
    end() {
      const times = dragged.value
      reset()
      const row = findRow(desk.editing.rows.value, times?.key)
      if (row && times) changeTimes(desk, row, times.start, times.end, `drag-${performance.now()}`)
    },
    cancel: reset,
  }
}
