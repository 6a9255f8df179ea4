import { type Signal, useSignal } from '@preact/signals'
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
      onPointerUp={() => {
        begun.value = undefined
      }}
    >
      {boxes.map(({ x, y, width, height }) =>
        width < 1 && height < 1 ? (
          <ellipse key={`${x},${y}`} cx={x} cy={y} rx={1} ry={1.6} />
        ) : (
          <rect key={`${x},${y}`} x={x} y={y} width={width} height={height} />
        ),
      )}
    </svg>
  )
}
