import { effect, type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { assign } from '../../platform/bind.ts'
import { areKeysOn } from '../../platform/keys/key-choice.ts'
import { lazy } from '../../platform/lazy.tsx'
import { onFirstSign } from '../../platform/writes/first-sign.ts'
import type { Film } from '../film.ts'
import { type FrameFormat, writeTimecode } from '../frames.ts'
import { texts } from '../messages.ts'
import type { Peaks, Sprite } from '../sources.ts'
import type { Pin } from './groups.ts'
import { Markers } from './markers.tsx'
import { Overview } from './overview.tsx'
import { Shots, Waveform } from './strips.tsx'
import { fit, follow, listTicks, pan, toPercent, toWhole, type View, zoom } from './view.ts'

// Nobody points at the line, or marks a part of it, before it is there.
const loadBrackets = () => import('./brackets.tsx').then(part => part.Brackets)
const loadHint = () => import('./hint.tsx').then(part => part.Hint)
const Brackets = lazy(loadBrackets)
const Hint = lazy(loadHint)

interface TimeLineProps {
  film: Film
  format: FrameFormat
  /** Nothing where there are no comments to show: then no place is reserved for them. */
  pins: readonly Pin[] | undefined
  /** The comment that is shown. */
  chosen?: number | undefined
  shots: readonly number[]
  peaks: Peaks | undefined
  sprite: Sprite | undefined
  /** Whether small pictures are to be expected: their place is there before they are. */
  hasPicture: boolean
  /** What part of the film is shown, where keys change it too. */
  view?: Signal<View> | undefined
}

/** How much larger a turn of the wheel by one pixel makes the view. */
const zoomOfPixel = 0.004

/** The film from left to right: ruler, comments, shots, sound, marks, and where it is; zoomed by Ctrl and the wheel. */
export function TimeLine(props: TimeLineProps) {
  const { film, format, pins, chosen, shots, peaks, sprite, hasPicture, view: given } = props
  const own = useSignal(toWhole(film.frameCount))
  const view = given ?? own
  const body = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLSpanElement>(null)
  const width = useSignal(0)
  const pointed = useSignal<number | undefined>(undefined)
  const total = Math.max(film.frameCount, 1)
  const last = Math.max(film.frameCount - 1, 1)
  const perSecond = format.rate.num / format.rate.den
  const findFrame = (clientX: number, { from, to } = view.peek()) => {
    const { left, width: wide } = body.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return Math.min(last, Math.max(0, Math.floor(from + ((clientX - left) / Math.max(wide, 1)) * (to - from))))
  }
  const describe = (frame: number) => {
    const shot = shots.filter(start => start <= frame).length + 1
    const timecode = writeTimecode(frame, format)
    return shots.length === 0 ? timecode : `${timecode}, ${texts('shotNumber', { shot })}`
  }
  useEffect(() => onFirstSign(() => Promise.all([loadBrackets(), loadHint()])), [])
  const measured = useRef(total)
  useEffect(() => {
    view.value = fit(view.peek(), measured.current, total)
    measured.current = total
  }, [total])
  useEffect(() => {
    const element = body.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      width.value = entry?.contentRect.width ?? 0
    })
    observer.observe(element)
    const onWheel = (event: WheelEvent) => {
      const seen = view.peek()
      const by = event.deltaX === 0 ? event.deltaY : event.deltaX
      const next = event.ctrlKey
        ? zoom(seen, total, findFrame(event.clientX), Math.exp(-event.deltaY * zoomOfPixel))
        : pan(seen, total, (by / Math.max(width.peek(), 1)) * (seen.to - seen.from))
      if (!event.ctrlKey && next.from === seen.from && next.to === seen.to) return
      event.preventDefault()
      view.value = next
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', onWheel)
    }
  }, [total, view])
  // Nothing is rendered again while the film plays: only the head, and what a screen reader says of it, are written.
  useEffect(
    () =>
      effect(() => {
        const frame = film.frame.value
        if (film.isPlaying.value) view.value = follow(view.value, total, frame)
        const percent = toPercent(view.value, frame)
        if (head.current) {
          head.current.hidden = percent < 0 || percent > 100
          head.current.style.transform = `translateX(${(percent / 100) * width.value}px)`
        }
        track.current?.setAttribute('aria-valuenow', String(frame))
        track.current?.setAttribute('aria-valuetext', describe(frame))
      }),
    [film, format, shots, total, view],
  )
  const scrub = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
      film.pause()
      film.seek(findFrame(event.clientX))
    },
    onPointerMove: (event: PointerEvent) => {
      pointed.value = findFrame(event.clientX)
      if (event.buttons > 0) film.seek(pointed.value)
    },
    onPointerLeave: assign(pointed, undefined),
  }
  const { value: seen } = view
  const percent = (frame: number) => `${toPercent(seen, frame)}%`
  return (
    <div class="time-line">
      <div class="time-line-body" ref={body}>
        <div class="time-line-ruler" aria-hidden="true" {...scrub}>
          {listTicks(seen, width.value, perSecond, format.startTimecode).map(frame => (
            <span key={frame} style={{ left: percent(frame) }}>
              {writeTimecode(frame, format)}
            </span>
          ))}
        </div>
        {pins && <Markers pins={pins} chosen={chosen} view={seen} width={width.value} format={format} />}
        <div
          class="time-line-track"
          ref={track}
          role="slider"
          tabIndex={0}
          aria-label={texts('timeline')}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={film.frame.peek()}
          aria-valuetext={describe(film.frame.peek())}
          onKeyDown={event => {
            const tenSeconds = Math.round(10 * perSecond)
            const step = { PageUp: tenSeconds, PageDown: -tenSeconds, ArrowLeft: -1, ArrowRight: 1 }[event.key]
            // The player's own keys do the same where they are on.
            if (step === undefined || (areKeysOn.value && event.key.startsWith('Arrow'))) return
            event.preventDefault()
            film.step(step)
          }}
          {...scrub}
        >
          {hasPicture && <Shots {...{ film, format, shots, sprite }} view={seen} width={width.value} />}
          <Waveform peaks={peaks} format={format} view={seen} width={width.value} />
          {shots
            .filter(frame => frame >= seen.from && frame < seen.to)
            .map(frame => (
              <span class="time-line-shot" key={frame} style={{ left: percent(frame) }} title={texts('shot')} />
            ))}
        </div>
        {film.hasParts.value && <Brackets film={film} view={seen} findFrame={findFrame} />}
        <span class="time-line-head" ref={head} />
      </div>
      <Overview
        film={film}
        view={seen}
        pins={pins ?? []}
        onView={next => {
          view.value = next
        }}
      />
      {pointed.value !== undefined && (
        <Hint frame={pointed.value} at={percent(pointed.value)} {...{ format, sprite }} />
      )}
    </div>
  )
}
