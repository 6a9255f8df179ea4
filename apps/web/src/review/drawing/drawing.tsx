import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { lazy } from '../../platform/lazy.tsx'
import { Marks, toViewBox } from './marks.tsx'
import type { Sketch } from './sketch.ts'
import { type Point, roundPoint, type Stroke } from './strokes.ts'
import './drawing.css'

export const loadOnPicture = () => import('./on-picture.tsx')
const KeyBox = lazy(() => loadOnPicture().then(part => part.KeyBox))
const TypedText = lazy(() => loadOnPicture().then(part => part.TypedText))

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
      {sketch?.keyBox.value && <KeyBox sketch={sketch} box={sketch.keyBox.value} />}
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
