import { type FrameFormat, writeTimecode } from '../player/frames.ts'
import type { Peaks } from '../player/sources.ts'

interface LineView {
  /** Frames at the left and at the right. */
  readonly from: number
  readonly until: number
  /** How many frames there are. */
  readonly frameCount: number
  /** Pixels of a frame. */
  readonly scale: number
  readonly shots: readonly number[]
  readonly peaks: Peaks | undefined
  readonly format: FrameFormat
  /** Frames of a second. */
  readonly second: number
}

/** Seconds between two times that are written on the line. */
const steps = [1, 2, 5, 10, 30, 60, 300, 600, 1800] as const
const leastPixels = 110

/** Draws what lies behind the subtitles: times, sound and shots. */
export function drawLine(canvas: HTMLCanvasElement | null, view: LineView): void {
  const context = canvas?.getContext('2d')
  if (!canvas || !context) return
  const { clientWidth: width, clientHeight: height } = canvas
  canvas.width = width * devicePixelRatio
  canvas.height = height * devicePixelRatio
  context.scale(devicePixelRatio, devicePixelRatio)
  const style = getComputedStyle(canvas)
  const colour = (name: string) => style.getPropertyValue(name)
  context.fillStyle = style.color
  if (view.peaks) drawPeaks(context, view, view.peaks, width, height)
  context.fillStyle = colour('--shot-colour')
  for (const shot of view.shots) {
    if (shot >= view.from && shot <= view.until) context.fillRect((shot - view.from) * view.scale, 0, 2, height)
  }
  context.font = '12px monospace'
  context.textBaseline = 'top'
  context.fillStyle = colour('--time-colour')
  const stepFrames = view.second * (steps.find(step => step * view.second * view.scale >= leastPixels) ?? 3600)
  for (
    let frame = Math.floor(view.from / stepFrames) * stepFrames;
    frame <= Math.min(view.until, view.frameCount);
    frame += stepFrames
  ) {
    const x = (frame - view.from) * view.scale
    context.fillRect(x, 0, 1, 6)
    context.fillText(writeTimecode(frame, view.format), x + 3, 1)
  }
}

/** One stroke for each pixel, as high as the loudest moment in it. */
function drawPeaks(
  context: CanvasRenderingContext2D,
  { from, scale, format }: LineView,
  { values, perSecond }: Peaks,
  width: number,
  height: number,
): void {
  const perPixel = (perSecond * format.rate.den) / (format.rate.num * scale)
  const first = (from * perSecond * format.rate.den) / format.rate.num
  for (let x = 0; x < width; x++) {
    const at = Math.floor(first + x * perPixel)
    const end = Math.max(at + 1, Math.floor(first + (x + 1) * perPixel))
    let loudest = 0
    for (let index = at; index < end; index++) loudest = Math.max(loudest, values[index] ?? 0)
    const tall = Math.max(1, loudest * height)
    context.fillRect(x, (height - tall) / 2, 1, tall)
  }
}
