import type { Film } from '../film.ts'
import { toPercent, type View } from './view.ts'

interface BracketsProps {
  film: Film
  view: View
  findFrame: (clientX: number) => number
}

/** The marked part in amber, moved by its ends (I and O do the same); the part of a comment while it is repeated. */
export function Brackets({ film, view, findFrame }: BracketsProps) {
  const span = film.span.value
  const hasMarks = film.inFrame.value !== undefined || film.outFrame.value !== undefined
  const { inFrame, outFrame } = film.getRange()
  const place = (from: number, to: number) => ({
    left: `${Math.max(-1, toPercent(view, from))}%`,
    right: `${Math.max(-1, 100 - toPercent(view, to))}%`,
  })
  const isSeen = (from: number, to: number) => to > view.from && from < view.to
  const drag = (side: 'in' | 'out') => ({
    onPointerDown: (event: PointerEvent) => {
      event.preventDefault()
      event.stopPropagation()
      ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.buttons === 0) return
      const frame = findFrame(event.clientX)
      if (side === 'in') film.inFrame.value = Math.min(frame, outFrame - 1)
      else film.outFrame.value = Math.max(frame + 1, inFrame + 1)
    },
  })
  return (
    <>
      {span && isSeen(span.inFrame, span.outFrame) && (
        <span class="time-line-span" style={place(span.inFrame, span.outFrame)} />
      )}
      {hasMarks && isSeen(inFrame, outFrame) && (
        <span class="time-line-loop" style={place(inFrame, outFrame)}>
          <span class="time-line-bracket" data-side="in" {...drag('in')} />
          <span class="time-line-bracket" data-side="out" {...drag('out')} />
        </span>
      )}
    </>
  )
}
