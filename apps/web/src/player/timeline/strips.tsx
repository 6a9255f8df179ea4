import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { assign } from '../../platform/bind.ts'
import type { Film } from '../film.ts'
import type { FrameFormat } from '../frames.ts'
import type { Peaks, Sprite } from '../sources.ts'
import type { View } from './view.ts'

type Painter = typeof import('./draw.ts')

/** Paints once what paints is loaded: there is nothing to paint before the sound and the pictures are there. */
function paint(
  canvas: RefObject<HTMLCanvasElement | null>,
  onReady: (painter: Painter, place: HTMLCanvasElement) => void,
) {
  let isWanted = true
  import('./draw.ts').then(
    painter => {
      if (isWanted && canvas.current) onReady(painter, canvas.current)
    },
    // Without it there is still the line.
    () => {},
  )
  return () => {
    isWanted = false
  }
}

interface WaveformProps {
  peaks: Peaks | undefined
  format: FrameFormat
  view: View
  width: number
}

/** How loud it is, from left to right. */
export function Waveform({ peaks, format, view, width }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!peaks) return undefined
    return paint(canvas, ({ drawPeaks }, place) => drawPeaks(place, peaks, view, format))
  }, [peaks, format, view, width])
  return <canvas class="time-line-wave" ref={canvas} />
}

interface ShotsProps {
  film: Film
  format: FrameFormat
  shots: readonly number[]
  sprite: Sprite | undefined
  view: View
  width: number
}

/** The pictures of the shots. */
export function Shots({ film, format, shots, sprite, view, width }: ShotsProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const image = useSignal<HTMLImageElement | undefined>(undefined)
  const address = sprite?.address
  useEffect(() => {
    if (address === undefined) return undefined
    const picture = new Image()
    picture.onload = assign(image, picture)
    picture.src = address
    return () => {
      picture.onload = null
    }
  }, [address])
  useEffect(() => {
    const picture = image.value
    if (!picture || !sprite) return undefined
    return paint(canvas, ({ drawShots }, place) =>
      drawShots(place, picture, sprite, view, shots, film.frameCount, format),
    )
  }, [image.value, sprite, view, shots, width, film, format])
  return <canvas class="time-line-shots" ref={canvas} />
}
