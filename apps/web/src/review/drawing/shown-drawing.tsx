import { computed } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { lazy } from '../../platform/lazy.tsx'
import type { Film } from '../../player/film.ts'
import type { Thread } from '../comments/comments.ts'
import type { Sketch } from './sketch.ts'

/** Few comments have a drawing, and few people draw. */
const loadDrawing = () => import('./drawing.tsx')
const Drawing = lazy(() => loadDrawing().then(part => part.Drawing))

/** What shows drawings and what draws, for when there is no connection any more. */
export const loadDrawn = () => loadDrawing().then(part => part.loadOnPicture())

interface ShownDrawingProps {
  film: Film
  thread: Thread | undefined
  sketch: Sketch | undefined
}

/** What was drawn with the chosen comment and what is being drawn now, each while its frames are shown. */
export function ShownDrawing({ film, thread, sketch }: ShownDrawingProps) {
  const isThere = useMemo(
    () =>
      computed(() => {
        if (!thread) return false
        const { start, range } = thread
        return film.frame.value >= start && film.frame.value < Math.max(range?.end ?? 0, start + 1)
      }),
    [film, thread],
  )
  const isSketched = useMemo(() => computed(() => film.frame.value === sketch?.frame.value), [film, sketch])
  const shown = isThere.value && thread ? thread.strokes : []
  if (shown.length === 0 && !(sketch && (sketch.isOpen.value || !sketch.isEmpty.value))) return null
  return <Drawing ratio={film.ratio.value} shown={shown} sketch={sketch} isSketchShown={isSketched.value} />
}
