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

/** What was drawn with the chosen comment, while its frames are shown, and what is being drawn now. */
export function ShownDrawing({ film, thread, sketch }: ShownDrawingProps) {
  const isThere = useMemo(
    () =>
      computed(() => {
        if (!thread) return false
        const { start, range } = thread
        return film.frame.value >= start && film.frame.value < (range?.end ?? start + 1)
      }),
    [film, thread],
  )
  return <Drawing ratio={film.ratio.value} shown={isThere.value && thread ? thread.strokes : []} sketch={sketch} />
}
