import { effect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Film } from '../film.ts'
import { type FrameFormat, writeRate, writeTimecode } from '../frames.ts'
import { texts } from '../messages.ts'
import { readTimecode } from '../times/typed-timecode.ts'

interface TimecodeProps {
  film: Film
  format: FrameFormat
  /** Sound has frames to count by, and no rate of its own. */
  hasRate?: boolean
  /** What else is about this position. */
  children?: ComponentChildren
}

/** Where the film is: as timecode that can be typed over, as a frame, with its whole length and its rate. */
export function Timecode({ film, format, hasRate = true, children }: TimecodeProps) {
  const field = useRef<HTMLInputElement>(null)
  const heard = useRef<HTMLOutputElement>(null)
  const seen = useRef<HTMLSpanElement>(null)
  const isTyped = useRef(false)
  /** Whether somebody is about to type: what is selected then stays as it is. */
  const isHeld = useRef(false)
  // Written by itself: a film that plays renders nothing again.
  useEffect(
    () =>
      effect(() => {
        const frame = film.frame.value
        if (field.current && !isHeld.current) field.current.value = writeTimecode(frame, format)
        for (const { current } of [heard, seen])
          if (current) current.textContent = texts('frame', { frame: String(frame) })
      }),
    [film, format],
  )
  const go = (input: HTMLInputElement) => {
    const frame = isTyped.current ? readTimecode(input.value, format) : undefined
    isTyped.current = false
    isHeld.current = false
    input.value = writeTimecode(film.frame.peek(), format)
    if (frame === undefined) return
    film.pause()
    film.seek(frame)
  }
  return (
    <form
      class="player-position"
      onSubmit={event => {
        event.preventDefault()
        if (field.current) go(field.current)
      }}
    >
      <input
        class="player-timecode"
        ref={field}
        inputMode="numeric"
        autocomplete="off"
        spellcheck={false}
        aria-label={texts('timecode')}
        onFocus={event => {
          isHeld.current = true
          event.currentTarget.select()
        }}
        onInput={() => {
          isHeld.current = true
          isTyped.current = true
        }}
        onBlur={event => go(event.currentTarget)}
      />
      <span class="player-total">
        {texts('total', { length: writeTimecode(film.frameCount, { ...format, startTimecode: 0 }) })}
      </span>
      <output class="player-frame only-heard" ref={heard} aria-live="off" />
      <span class="player-number" ref={seen} aria-hidden="true" />
      {hasRate && <span class="player-rate">{texts('rate', { rate: writeRate(format.rate) })}</span>}
      {children}
    </form>
  )
}
