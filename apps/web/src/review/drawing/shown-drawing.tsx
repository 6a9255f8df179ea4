import { computed } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Film } from '../../player/film.ts'
import type { Thread } from '../comments/comments.ts'
import { Drawing } from './drawing.tsx'
import type { Sketch } from './sketch.ts'

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
  return (
    <Drawing
      ratio={film.ratio.value}
      shown={isThere.value && thread ? thread.strokes : []}
      sketch={sketch}
      isSketchShown={isSketched.value}
    />
  )
}
