import { Button } from '../../design/button.tsx'
import type { Film } from '../../player/film.ts'
import type { FrameFormat } from '../../player/frames.ts'
import type { ReviewAccess } from '../access.ts'
import type { Sketch } from '../drawing/sketch.ts'
import { texts } from '../messages.ts'
import { CommentForm, type Remark } from './comment-form.tsx'
import { FrameText, toWriteLabel, writeRange } from './frame-chip.tsx'

interface ComposerProps {
  access: ReviewAccess
  moId: number
  film: Film
  format: FrameFormat
  sketch: Sketch
  hasFrames: boolean
  hasPicture: boolean
  onDraw: () => void
  onSend: (remark: Remark) => Promise<void>
}

const isSame = (timecode: string) => timecode

/** The field for a comment on the frame that is shown, or on the part between in and out. */
export function Composer({ access, moId, film, format, sketch, hasFrames, hasPicture, onDraw, onSend }: ComposerProps) {
  const marked = hasFrames ? film.getMarked() : undefined
  const place = marked && writeRange(marked.inFrame, marked.outFrame, format)
  const drawn = sketch.strokes.value.length
  const toggleRange = () => {
    if (marked) {
      film.clearMarks()
      return
    }
    const second = Math.round(film.rate.num / film.rate.den)
    const start = film.inFrame.value ?? film.frame.value
    film.inFrame.value = start
    film.outFrame.value ??= Math.min(start + second, film.frameCount)
  }
  return (
    <div class="composer">
      <CommentForm
        key={moId}
        label={
          place ? (
            toWriteLabel(place)
          ) : hasFrames ? (
            <FrameText film={film} format={format} toText={toWriteLabel} />
          ) : (
            texts('writeAlone')
          )
        }
        placeholder={texts('placeholder')}
        action={texts('send')}
        people={access.people}
        draft={`${access.prId}.${moId}`}
        onBegin={() => film.pause()}
        onSend={onSend}
        head={
          hasFrames && (
            <span class="composer-place" aria-hidden="true">
              <span class="composer-timecode">
                {place ?? <FrameText film={film} format={format} toText={isSame} />}
              </span>
              {drawn > 0 && <span class="comment-origin">{texts('strokes', { count: drawn })}</span>}
            </span>
          )
        }
        tools={
          <>
            {hasPicture && (
              <Button
                kind="icon"
                icon="pen-line"
                keys="D"
                aria-label={texts('draw')}
                aria-pressed={sketch.isOpen.value || drawn > 0}
                onClick={onDraw}
              />
            )}
            {hasFrames && (
              <Button
                kind="icon"
                icon="brackets"
                aria-label={texts(marked ? 'noRange' : 'range')}
                aria-pressed={marked !== undefined}
                onClick={toggleRange}
              />
            )}
          </>
        }
      />
    </div>
  )
}
