import { effect, type ReadonlySignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { writeTimecode } from '../../player/frames.ts'
import { toPercent, type View } from '../../player/timeline/view.ts'
import type { Desk } from '../editor/desk.ts'
import { texts } from '../messages.ts'
import type { Drag } from './drag.ts'

interface HeadProps {
  desk: Desk
  view: ReadonlySignal<View>
  width: ReadonlySignal<number>
}

/** Where the film is; moved without rendering anything. */
export function Head({ desk: { film }, view, width }: HeadProps) {
  const head = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      effect(() => {
        const percent = toPercent(view.value, film.frame.value)
        if (!head.current) return
        head.current.hidden = percent < 0 || percent > 100
        head.current.style.transform = `translateX(${(percent / 100) * width.value}px)`
      }),
    [film],
  )
  return <span class="spotting-playhead" ref={head} />
}

/** What a dragged edge sticks to. */
export function SnapLine({ desk, drag, view, gap }: { desk: Desk; drag: Drag; view: View; gap: number }) {
  const point = drag.dragged.value?.point
  if (!point) return null
  // The line is at the shot change itself, also where the subtitle ends some frames before it.
  const at = point.kind === 'shot' && point.edge === 'end' ? point.frame + desk.look.shots.outGapFrames : point.frame
  return (
    <span class="spotting-snap" style={{ left: `${toPercent(view, at)}%` }} data-kind={point.kind}>
      <b>{texts(`snap_${point.kind}`, { timecode: writeTimecode(at, desk.format), gap })}</b>
    </span>
  )
}

/** A subtitle whose key is held down, up to where the film is. */
export function SpottedBlock({ desk, view }: { desk: Desk; view: View }) {
  const from = desk.spottedFrom.value
  if (from === undefined) return null
  const until = Math.max(desk.film.frame.value, from + 1)
  return (
    <span
      class="spotting-spotted"
      style={{
        left: `${toPercent(view, from)}%`,
        width: `${toPercent(view, until) - toPercent(view, from)}%`,
      }}
    />
  )
}
