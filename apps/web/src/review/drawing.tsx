import { type Signal, useSignal } from '@preact/signals'
import { assign } from '../platform/bind.ts'
import { Marks } from './marks.tsx'
import { type Box, toBox } from './spatial.ts'

interface DrawingProps {
  /** The marks of what is shown. */
  shown: readonly Box[]
  /** The mark that is being made; `undefined` when none is wanted. */
  drawn: Signal<Box | undefined>
  isDrawing: boolean
}

interface Point {
  x: number
  y: number
}

/** Marks on the picture, and the making of one. It lies exactly on the picture, whatever the screen around it. */
export function Drawing({ shown, drawn, isDrawing }: DrawingProps) {
  const begun = useSignal<Point | undefined>(undefined)
  const toPoint = ({ currentTarget, clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = (currentTarget as Element).getBoundingClientRect()
    const clamp = (value: number) => Math.min(100, Math.max(0, value))
    return { x: clamp(((clientX - left) / width) * 100), y: clamp(((clientY - top) / height) * 100) }
  }
  const boxes = drawn.value ? [...shown, drawn.value] : shown
  return (
    <svg
      class="drawing"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-drawing={isDrawing}
      onPointerDown={event => {
        if (!isDrawing) return
        event.currentTarget.setPointerCapture(event.pointerId)
        begun.value = toPoint(event)
        drawn.value = { ...begun.value, width: 0, height: 0 }
      }}
      onPointerMove={event => {
        if (begun.value) drawn.value = toBox(begun.value, toPoint(event))
      }}
      onPointerUp={assign(begun, undefined)}
    >
      <Marks boxes={boxes} />
    </svg>
  )
}
