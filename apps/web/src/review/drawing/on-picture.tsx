/** What is on the picture only while somebody draws: a text that is typed, a box that keys move. */

import { useRef } from 'preact/hooks'
import { texts } from './messages.ts'
import { moveBox, type Sketch } from './sketch.ts'
import type { Point } from './strokes.ts'

/** The box that is moved by the keys. */
export function KeyBox({ sketch, box }: { sketch: Sketch; box: readonly [Point, Point] }) {
  return (
    <button
      type="button"
      class="drawing-key-box"
      ref={element => element?.focus()}
      style={{
        left: `${box[0][0]}%`,
        top: `${box[0][1]}%`,
        width: `${box[1][0] - box[0][0]}%`,
        height: `${box[1][1] - box[0][1]}%`,
      }}
      aria-label={texts('keyBox', {
        left: Math.round(box[0][0]),
        top: Math.round(box[0][1]),
        right: Math.round(box[1][0]),
        bottom: Math.round(box[1][1]),
      })}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          sketch.keyBox.value = undefined
          event.preventDefault()
        }
        if (!event.key.startsWith('Arrow')) return
        event.preventDefault()
        sketch.keyBox.value = moveBox(box, event.key, event.shiftKey)
      }}
      onClick={() => sketch.endKeyBox()}
    />
  )
}

/** A text on the picture while it is typed. */
export function TypedText({ sketch, at }: { sketch: Sketch; at: Point }) {
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
