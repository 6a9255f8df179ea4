import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../design/fields/button.tsx'
import type { Film } from '../../player/film.ts'
import { type FrameFormat, writeTimecode } from '../../player/frames.ts'
import type { ReviewAccess } from '../access.ts'
import type { Sketch } from '../drawing/sketch.ts'
import { texts } from '../messages.ts'
import { AttachButton, Attached } from './attachments/attachment-list.tsx'
import type { Attachments } from './attachments/attachments.ts'
import { CommentForm, type Remark } from './comment-form.tsx'
import { FrameText, toWriteLabel, writeRange } from './frame-chip.tsx'
import { toDraftName } from './writes/commenting.ts'
import { resumes } from './writes/resuming.ts'

interface ComposerProps {
  access: ReviewAccess
  moId: number
  film: Film
  format: FrameFormat
  sketch: Sketch
  isInternal: Signal<boolean>
  attachments: Attachments
  hasFrames: boolean
  hasPicture: boolean
  onDraw: (() => void) | undefined
  onSend: (remark: Remark) => Promise<void>
}

const isSame = (timecode: string) => timecode

/** The field for a comment on the frame that is shown, or on the part between in and out. */
export function Composer(props: ComposerProps) {
  const { access, moId, film, format, sketch, isInternal, attachments } = props
  const { hasFrames, hasPicture, onDraw, onSend } = props
  // Visitors write for everybody in their share.
  const mayConfine = access.shareId === undefined
  const marked = hasFrames ? film.getMarked() : undefined
  const drawn = sketch.strokes.value.length
  // A drawing holds its comment on the frame where it was begun.
  const place = marked
    ? writeRange(marked.inFrame, marked.outFrame, format)
    : hasFrames && drawn > 0
      ? writeTimecode(sketch.frame.value, format)
      : undefined
  /** How fast the film played when the writing began. */
  const stopped = useRef(0)
  const stop = () => {
    stopped.current = film.speed.value
    film.pause()
  }
  const send = async (remark: Remark) => {
    // While a phone shows its keyboard it does not show the list, in which the comment is about to be.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && matchMedia('(pointer: coarse)').matches) activeElement.blur()
    await onSend(remark)
    if (stopped.current > 0 && resumes.value) film.play(stopped.current)
    stopped.current = 0
  }
  const toggleRange = () => {
    if (marked) {
      film.clearMarks()
      return
    }
    const second = Math.round(film.rate.num / film.rate.den)
    const start = film.inFrame.value ?? film.place
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
        placeholder={texts(mayConfine && isInternal.value ? 'placeholderInternal' : 'placeholder')}
        action={texts('send')}
        people={access.people}
        draft={toDraftName(access, moId)}
        onBegin={stop}
        onSend={send}
        isReady={attachments.isComplete}
        foot={<Attached attachments={attachments} />}
        signature={access.introduction?.fields}
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
            {hasFrames && format.writePage === undefined && (
              <Button
                kind="icon"
                icon="brackets"
                aria-label={texts(marked ? 'noRange' : 'range')}
                aria-pressed={marked !== undefined}
                onClick={toggleRange}
              />
            )}
            {mayConfine && (
              <Button
                kind="icon"
                icon="lock"
                aria-label={texts('internal')}
                aria-pressed={isInternal.value}
                onClick={() => {
                  isInternal.value = !isInternal.value
                }}
              />
            )}
            {access.mayAttach && <AttachButton attachments={attachments} />}
          </>
        }
      />
    </div>
  )
}
