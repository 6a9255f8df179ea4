import { effect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Film } from '../film.ts'
import type { Pin } from './groups.ts'
import { pan, type View } from './view.ts'

interface OverviewProps {
  film: Film
  view: View
  pins: readonly Pin[]
  onView: (view: View) => void
}

/** The whole film as a thin strip: which part of it the time line shows, dragged elsewhere; where the comments are. */
export function Overview({ film, view, pins, onView }: OverviewProps) {
  const strip = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLSpanElement>(null)
  const grabbed = useRef<number | undefined>(undefined)
  const total = Math.max(film.frameCount, 1)
  const percent = (frame: number) => `${(frame / total) * 100}%`
  useEffect(
    () =>
      effect(() => {
        if (head.current) head.current.style.left = percent(film.frame.value)
      }),
    [film],
  )
  const findFrame = (clientX: number) => {
    const { left, width } = strip.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return ((clientX - left) / Math.max(width, 1)) * total
  }
  return (
    <div
      class="time-line-overview"
      ref={strip}
      aria-hidden="true"
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const frame = findFrame(event.clientX)
        const isInside = frame >= view.from && frame < view.to
        grabbed.current = isInside ? frame - view.from : (view.to - view.from) / 2
        if (!isInside) onView(pan(view, total, frame - grabbed.current - view.from))
      }}
      onPointerMove={event => {
        if (event.buttons === 0 || grabbed.current === undefined) return
        onView(pan(view, total, findFrame(event.clientX) - grabbed.current - view.from))
      }}
      onPointerUp={() => {
        grabbed.current = undefined
      }}
    >
      <span class="time-line-window" style={{ left: percent(view.from), width: percent(view.to - view.from) }} />
      {pins.map(({ id, frame }) => (
        <span key={id} class="time-line-dot" style={{ left: percent(frame) }} />
      ))}
      <span class="time-line-overview-head" ref={head} />
    </div>
  )
}
