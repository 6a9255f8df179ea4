import { drawFrameCounter } from './frame-counter.ts'

/** Luma and chroma of eight bars at 75 %: white, yellow, cyan, green, magenta, red, blue, black. */
const BARS: readonly (readonly [y: number, u: number, v: number])[] = [
  [180, 128, 128],
  [162, 44, 142],
  [131, 156, 44],
  [112, 72, 58],
  [84, 184, 198],
  [65, 100, 212],
  [35, 212, 114],
  [16, 128, 128],
]

const MARKER_LUMA = 235

/** Paints colour bars, a square that walks one step a frame, and the frame counter. */
export function drawTestPicture(picture: Buffer, width: number, height: number, frame: number): void {
  const chromaWidth = width / 2
  const chromaHeight = height / 2
  const lumaBytes = width * height
  const barOf = (x: number, columns: number) => BARS[Math.floor((x * BARS.length) / columns)] ?? BARS[0]!
  const lumaRow = Buffer.from(Array.from({ length: width }, (_, x) => barOf(x, width)[0]))
  const uRow = Buffer.from(Array.from({ length: chromaWidth }, (_, x) => barOf(x, chromaWidth)[1]))
  const vRow = Buffer.from(Array.from({ length: chromaWidth }, (_, x) => barOf(x, chromaWidth)[2]))
  for (let y = 0; y < height; y += 1) lumaRow.copy(picture, y * width)
  for (let y = 0; y < chromaHeight; y += 1) {
    uRow.copy(picture, lumaBytes + y * chromaWidth)
    vRow.copy(picture, lumaBytes + (chromaHeight + y) * chromaWidth)
  }
  const side = Math.max(4, Math.floor(height / 8))
  const left = (frame * Math.max(1, Math.floor(width / 100))) % Math.max(1, width - side)
  const top = Math.floor(height / 2)
  for (let y = top; y < Math.min(height, top + side); y += 1)
    picture.fill(MARKER_LUMA, y * width + left, y * width + left + side)
  drawFrameCounter(picture, width, height, frame)
}
