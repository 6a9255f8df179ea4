import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { type FrameFormat, writeTimecode } from '../../player/frames.ts'
import { readTimecode } from '../../player/times/typed-timecode.ts'
import { texts } from '../messages.ts'
import { readLength, writeLength } from './lengths.ts'

interface TimeFieldProps {
  label: string
  frame: number
  format: FrameFormat
  disabled: boolean
  /** Whether it is a length: without the hours and minutes that it does not have. */
  isLength?: boolean
  /** Says what is wrong with a frame, if anything is. */
  check?: (frame: number) => string | undefined
  onFrame: (frame: number) => void
}

/** A position as timecode, or as a number of frames, that can be typed over; it counts with Enter or when one leaves. */
export function TimeField({ label, frame, format, disabled, isLength = false, check, onFrame }: TimeFieldProps) {
  const id = useId()
  const typed = useSignal<string | undefined>(undefined)
  const error = useSignal<string | undefined>(undefined)
  const commit = () => {
    if (typed.value === undefined) return
    const read = isLength ? readLength(typed.value, format) : readTimecode(typed.value, format)
    error.value = read === undefined ? texts('noTime') : check?.(read)
    if (read === undefined || error.value !== undefined) return
    typed.value = undefined
    if (read !== frame) onFrame(read)
  }
  return (
    <div class="time-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={typed.value ?? (isLength ? writeLength(frame, format) : writeTimecode(frame, format))}
        disabled={disabled}
        autocomplete="off"
        spellcheck={false}
        aria-invalid={error.value !== undefined || undefined}
        aria-describedby={error.value === undefined ? undefined : `${id}-error`}
        onFocus={event => event.currentTarget.select()}
        onInput={event => {
          typed.value = event.currentTarget.value
        }}
        onBlur={commit}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            event.preventDefault()
            commit()
          } else if (event.key === 'Escape') {
            typed.value = undefined
            error.value = undefined
          }
        }}
      />
      {error.value !== undefined && (
        <span class="field-error" id={`${id}-error`} role="alert">
          {error.value}
        </span>
      )}
    </div>
  )
}
