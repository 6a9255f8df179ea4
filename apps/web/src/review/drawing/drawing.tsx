import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { texts } from '../messages.ts'
import { Marks, toViewBox } from './marks.tsx'
import { moveBox, type Sketch } from './sketch.ts'
import { type Point, roundPoint, type Stroke } from './strokes.ts'
import './drawing.css'

interface DrawingProps {
  /** What was drawn with the comment that is shown. */
  shown: readonly Stroke[]
  /** What is being drawn now; absent where nothing may be. */
  sketch: Sketch | undefined
  /** Whether the frame that it is on is shown. */
  isSketchShown: boolean
  /** Width by height of the picture. */
  ratio: number
}

/** Drawings on the picture, and the making of one. It lies exactly on the picture, whatever the screen around it. */
export function Drawing({ shown, sketch, isSketchShown, ratio }: DrawingProps) {
  /** The points of the stroke that is being drawn. */
  const begun = useSignal<readonly Point[] | undefined>(undefined)
  const isOpen = sketch?.isOpen.value === true
  useEffect(() => {
    if (isOpen) loadFreeLine().catch(() => {})
  }, [isOpen])
  const toPoint = ({ currentTarget, clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = (currentTarget as Element).getBoundingClientRect()
    const clamp = (value: number) => Math.min(100, Math.max(0, value))
    return roundPoint([clamp(((clientX - left) / width) * 100), clamp(((clientY - top) / height) * 100)])
  }
  const end = async () => {
    const points = begun.value
    begun.value = undefined
    if (!points || !sketch) return
    const isFree = sketch.tool.value === 'pen'
    const calm = isFree && points.length > 2 ? (await loadFreeLine()).smooth(points, ratio) : toEnds(points, isFree)
    sketch.add(sketch.create(calm, calm.length === 1 ? 'pen' : undefined))
  }
  const current = begun.value && sketch ? [sketch.create(begun.value)] : []
  const keyBox = sketch?.keyBox.value
  return (
    <>
      <svg
        class="drawing"
        viewBox={toViewBox(ratio)}
        preserveAspectRatio="none"
        aria-hidden="true"
        data-drawing={isOpen}
        onPointerDown={event => {
          if (!isOpen || event.button !== 0) return
          event.preventDefault()
          const point = toPoint(event)
          sketch.begin()
          if (sketch.tool.value === 'text') {
            sketch.typedAt.value = point
            return
          }
          event.currentTarget.setPointerCapture(event.pointerId)
          begun.value = [point]
        }}
        onPointerMove={event => {
          if (!begun.value) return
          const point = toPoint(event)
          const isFree = sketch?.tool.value === 'pen'
          begun.value = isFree ? [...begun.value, point] : [begun.value[0] ?? point, point]
        }}
        onPointerUp={() => void end()}
        onPointerCancel={() => void end()}
      >
        <Marks
          ratio={ratio}
          strokes={[...shown, ...(isSketchShown ? (sketch?.strokes.value ?? []) : []), ...current]}
        />
      </svg>
      {sketch?.typedAt.value && (
        <TypedText key={String(sketch.typedAt.value)} sketch={sketch} at={sketch.typedAt.value} />
      )}
      {sketch && keyBox && (
        <button
          type="button"
          class="drawing-key-box"
          ref={element => element?.focus()}
          style={{
            left: `${keyBox[0][0]}%`,
            top: `${keyBox[0][1]}%`,
            width: `${keyBox[1][0] - keyBox[0][0]}%`,
            height: `${keyBox[1][1] - keyBox[0][1]}%`,
          }}
          aria-label={texts('keyBox', {
            left: Math.round(keyBox[0][0]),
            top: Math.round(keyBox[0][1]),
            right: Math.round(keyBox[1][0]),
            bottom: Math.round(keyBox[1][1]),
          })}
          onKeyDown={event => {
            if (event.key === 'Escape') {
              sketch.keyBox.value = undefined
              event.preventDefault()
            }
            if (!event.key.startsWith('Arrow')) return
            event.preventDefault()
            sketch.keyBox.value = moveBox(keyBox, event.key, event.shiftKey)
          }}
          onClick={() => sketch.endKeyBox()}
        />
      )}
    </>
  )
}

/** Of a line that was hardly moved, the point alone. */
function toEnds(points: readonly Point[], isFree: boolean): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const isDot = Math.hypot(last[0] - first[0], last[1] - first[1]) < 0.5
  if (isDot) return [first]
  return isFree ? [...points] : [first, last]
}

let freeLine: Promise<typeof import('./free-line.ts')> | undefined

function loadFreeLine() {
  freeLine ??= import('./free-line.ts')
  return freeLine
}

/** A text on the picture while it is typed. */
function TypedText({ sketch, at }: { sketch: Sketch; at: Point }) {
  const isDone = useRef(false)
  const finish = (text: string) => {
    if (isDone.current) return
    isDone.current = true
    sketch.typedAt.value = undefined
    if (text.trim() !== '') sketch.add(sketch.create([at], 'text', text.trim().slice(0, 500)))
  }
  return (
    <input
      class="drawing-text"
      ref={field => field?.focus()}
      aria-label={texts('textOnPicture')}
      style={{ left: `${Math.min(at[0], 70)}%`, top: `${Math.max(at[1], 8)}%`, color: sketch.color.value }}
      onKeyDown={event => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(event.currentTarget.value)
        if (event.key === 'Escape') finish('')
      }}
      onBlur={event => finish(event.currentTarget.value)}
    />
  )
}
