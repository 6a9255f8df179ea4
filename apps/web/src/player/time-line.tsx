import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Film } from './film.ts'
import { type FrameFormat, writeTimecode } from './frames.ts'
import { texts } from './messages.ts'
import type { Peaks, Sprite, SpriteCell } from './sources.ts'

/** Something that stands at a frame: a comment. */
export interface Pin {
  readonly id: number
  readonly frame: number
  readonly label: string
  readonly onChoose: () => void
}

interface TimeLineProps {
  film: Film
  format: FrameFormat
  pins: readonly Pin[]
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
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          film.pause()
          film.seek(findFrame(event.clientX))
        }}
        onPointerMove={event => {
          pointed.value = findFrame(event.clientX)
          if (event.buttons > 0) film.seek(pointed.value)
        }}
        onPointerLeave={() => {
          pointed.value = undefined
        }}
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
      <div class="time-line-pins">
        {pins.map(({ id, frame, label, onChoose }) => (
          <button
            type="button"
            class="time-line-pin"
            key={id}
            style={{ left: toPercent(frame) }}
            aria-label={`${texts('comment', { timecode: writeTimecode(frame, format) })}: ${label}`}
            onClick={onChoose}
          />
        ))}
      </div>
      {pointed.value !== undefined && (
        <div class="time-line-hint" style={{ left: toPercent(pointed.value) }} aria-hidden="true">
          <SpritePicture sprite={sprite} seconds={(pointed.value * format.rate.den) / format.rate.num} />
          {writeTimecode(pointed.value, format)}
        </div>
      )}
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
function SpritePicture({ sprite, seconds }: { sprite: Sprite | undefined; seconds: number }) {
  const cell = sprite?.cells.findLast(({ fromSeconds }) => fromSeconds <= seconds + 0.001) ?? sprite?.cells[0]
  const place = useRef<HTMLCanvasElement>(null)
  const picture = useSpriteImage(sprite)
  useEffect(() => {
    if (cell && picture.current?.complete) drawCell(place.current, picture.current, cell)
  }, [cell])
  if (!cell) return null
  return <canvas ref={place} width={cell.width} height={cell.height} />
}

function useSpriteImage(sprite: Sprite | undefined) {
  const image = useRef<HTMLImageElement | undefined>(undefined)
  useEffect(() => {
    if (!sprite) return
    image.current = new Image()
    image.current.src = sprite.address
  }, [sprite])
  return image
}

function drawCell(
  canvas: HTMLCanvasElement | null,
  image: HTMLImageElement,
  { x, y, width, height }: SpriteCell,
): void {
  canvas?.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, width, height)
}
