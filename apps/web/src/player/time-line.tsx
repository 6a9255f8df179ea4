import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { assign } from '../platform/bind.ts'
import type { Film } from './film.ts'
import { type FrameFormat, writeTimecode } from './frames.ts'
import { areKeysOn } from './keys.ts'
import { texts } from './messages.ts'
import { type Pin, Pins } from './pins.tsx'
import type { Peaks, Sprite, SpriteCell } from './sources.ts'

interface TimeLineProps {
  film: Film
  format: FrameFormat
  /** Nothing where there are no comments to show: then no place is reserved for them. */
  pins: readonly Pin[] | undefined
  shots: readonly number[]
  peaks: Peaks | undefined
  sprite: Sprite | undefined
}

/** The whole film from left to right: its sound, its shots, its comments, the loop, and where it stands. */
export function TimeLine({ film, format, pins, shots, peaks, sprite }: TimeLineProps) {
  const line = useRef<HTMLDivElement>(null)
  const pointed = useSignal<number | undefined>(undefined)
  const last = Math.max(film.frameCount - 1, 1)
  const toPercent = (frame: number) => `${(frame / Math.max(film.frameCount, 1)) * 100}%`
  const findFrame = (clientX: number) => {
    const { left, width } = line.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * film.frameCount)))
  }
  const { inFrame, outFrame } = film.getRange()
  const hasMarks = film.inFrame.value !== undefined || film.outFrame.value !== undefined
  return (
    <div class="time-line">
      <div
        class="time-line-track"
        ref={line}
        role="slider"
        tabIndex={0}
        aria-label={texts('timeline')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={film.frame.value}
        aria-valuetext={writeTimecode(film.frame.value, format)}
        onKeyDown={event => {
          // The player's own keys do the same where they are on.
          const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
          if (step === undefined || (areKeysOn.value && event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
          event.preventDefault()
          film.step(step)
        }}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          film.pause()
          film.seek(findFrame(event.clientX))
        }}
        onPointerMove={event => {
          pointed.value = findFrame(event.clientX)
          if (event.buttons > 0) film.seek(pointed.value)
        }}
        onPointerLeave={assign(pointed, undefined)}
      >
        <Waveform peaks={peaks} />
        {shots.map(frame => (
          <span class="time-line-shot" key={frame} style={{ left: toPercent(frame) }} title={texts('shot')} />
        ))}
        {hasMarks && (
          <span class="time-line-loop" style={{ left: toPercent(inFrame), width: toPercent(outFrame - inFrame) }} />
        )}
        <span class="time-line-head" style={{ left: toPercent(film.frame.value) }} />
      </div>
      {pins && <Pins pins={pins} frameCount={film.frameCount} format={format} />}
      {pointed.value !== undefined && (
        <Hint frame={pointed.value} at={toPercent(pointed.value)} {...{ format, sprite }} />
      )}
    </div>
  )
}

interface HintProps extends Pick<TimeLineProps, 'format' | 'sprite'> {
  frame: number
  /** Where it stands on the line; a hint at an end of it stays within. */
  at: string
}

/** What a click there would show. */
function Hint({ frame, at, format, sprite }: HintProps) {
  const seconds = (frame * format.rate.den) / format.rate.num
  const cell = sprite?.cells.findLast(({ fromSeconds }) => fromSeconds <= seconds + 0.001) ?? sprite?.cells[0]
  return (
    <div class="time-line-hint" style={{ '--at': at, '--half': `${(cell?.width ?? 96) / 2 + 4}px` }} aria-hidden="true">
      {sprite && cell && <SpritePicture address={sprite.address} cell={cell} />}
      {writeTimecode(frame, format)}
    </div>
  )
}

function Waveform({ peaks }: { peaks: Peaks | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element || !peaks) return undefined
    const draw = () => drawPeaks(element, peaks)
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [peaks])
  return <canvas class="time-line-wave" ref={canvas} />
}

/** One stroke for each pixel, as high as the loudest moment in it. */
function drawPeaks(canvas: HTMLCanvasElement, { values }: Peaks): void {
  const context = canvas.getContext('2d')
  if (!context) return
  canvas.width = canvas.clientWidth * devicePixelRatio
  canvas.height = canvas.clientHeight * devicePixelRatio
  context.fillStyle = getComputedStyle(canvas).color
  const perPixel = values.length / canvas.width
  for (let x = 0; x < canvas.width; x++) {
    const from = Math.floor(x * perPixel)
    const loudest = Math.max(0, ...values.slice(from, Math.max(from + 1, Math.floor((x + 1) * perPixel))))
    const height = Math.max(1, loudest * canvas.height)
    context.fillRect(x, (canvas.height - height) / 2, 1, height)
  }
}

/** The small picture of a moment, cut out of the sprite. */
function SpritePicture({ address, cell: { x, y, width, height } }: { address: string; cell: SpriteCell }) {
  return (
    <span
      class="time-line-picture"
      style={{
        width: `${width}px`,
        height: `${height}px`,
        backgroundImage: `url(${JSON.stringify(address)})`,
        backgroundPosition: `-${x}px -${y}px`,
      }}
    />
  )
}
