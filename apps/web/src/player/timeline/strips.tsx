import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { assign } from '../../platform/bind.ts'
import type { Film } from '../film.ts'
import type { FrameFormat } from '../frames.ts'
import type { Peaks, Sprite } from '../sources.ts'
import { drawPeaks, drawShots } from './draw.ts'
import type { View } from './view.ts'

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
    if (canvas.current && peaks) drawPeaks(canvas.current, peaks, view, format)
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
    if (canvas.current && image.value && sprite) {
      drawShots(canvas.current, image.value, sprite, view, shots, film.frameCount, format)
    }
  }, [image.value, sprite, view, shots, width, film, format])
  return <canvas class="time-line-shots" ref={canvas} />
}
