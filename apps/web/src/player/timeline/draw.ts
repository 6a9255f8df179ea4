/** What is painted behind the time line: the sound, and the pictures of the shots. */

import type { FrameFormat } from '../frames.ts'
import type { Peaks, Sprite, SpriteCell } from '../sources.ts'
import { toSeconds } from '../times/seek-times.ts'
import type { View } from './view.ts'

/** A canvas at the pixels of the screen; nothing where there is none to paint on. */
function prepare(canvas: HTMLCanvasElement): CanvasRenderingContext2D | undefined {
  const context = canvas.getContext('2d')
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map(side => Math.round(side * devicePixelRatio))
  if (!context || !width || !height) return undefined
  canvas.width = width
  canvas.height = height
  return context
}

/** One stroke for each two pixels, as high as the loudest moment in it. */
export function drawPeaks(
  canvas: HTMLCanvasElement,
  { values, perSecond }: Peaks,
  view: View,
  format: FrameFormat,
): void {
  const context = prepare(canvas)
  if (!context) return
  context.fillStyle = getComputedStyle(canvas).color
  const framesPerPixel = (view.to - view.from) / canvas.width
  const toPoint = (x: number) => Math.floor(toSeconds(view.from + x * framesPerPixel, format) * perSecond)
  const pitch = Math.max(1, Math.round(2 * devicePixelRatio))
  for (let x = 0; x < canvas.width; x += pitch) {
    const first = toPoint(x)
    const end = Math.max(first + 1, toPoint(x + pitch))
    let loudest = 0
    for (let index = first; index < end; index++) loudest = Math.max(loudest, values[index] ?? 0)
    const height = Math.max(1, loudest * canvas.height * 0.96)
    context.fillRect(x, (canvas.height - height) / 2, Math.max(1, pitch * 0.6), height)
  }
}

export function findCell({ cells }: Sprite, seconds: number): SpriteCell | undefined {
  return cells.findLast(({ fromSeconds }) => fromSeconds <= seconds + 0.001) ?? cells[0]
}

/** Small pictures one beside the other; each shot begins with its first one. */
export function drawShots(
  canvas: HTMLCanvasElement,
  image: HTMLImageElement,
  sprite: Sprite,
  view: View,
  shots: readonly number[],
  frameCount: number,
  format: FrameFormat,
): void {
  const context = prepare(canvas)
  const [cell] = sprite.cells
  if (!context || !cell) return
  const tile = (canvas.height * cell.width) / cell.height
  const perPixel = (view.to - view.from) / canvas.width
  const toX = (frame: number) => (frame - view.from) / perPixel
  const starts = [0, ...shots]
  for (const [index, start] of starts.entries()) {
    const [left, right] = [toX(start), toX(starts[index + 1] ?? frameCount)]
    if (right < 0 || left > canvas.width) continue
    context.save()
    context.beginPath()
    context.rect(left, 0, Math.max(0, right - left - devicePixelRatio), canvas.height)
    context.clip()
    const firstTile = Math.max(0, Math.floor(-left / tile))
    for (let x = left + firstTile * tile; x < Math.min(right, canvas.width); x += tile) {
      const found = findCell(sprite, toSeconds(view.from + x * perPixel, format))
      if (found) context.drawImage(image, found.x, found.y, found.width, found.height, x, 0, tile, canvas.height)
    }
    context.restore()
  }
}
