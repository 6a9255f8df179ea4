/** How the small pictures of a film look, in 64 bits each. */

import type { Sprite } from '../../player/sources.ts'

/** The picture in nine columns and eight rows: eight neighbours in each row. */
const [columns, rows] = [9, 8]
/** Between the darkest and the brightest place of a picture: one with less is as good as empty. */
const minRange = 16

/** A small picture, and when it is shown. */
export interface TimedLook {
  readonly seconds: number
  readonly bits: readonly [number, number]
}

/** Those of a sprite; what shows next to nothing is left out. */
export async function readLooks(sprite: Sprite, signal: AbortSignal): Promise<readonly TimedLook[]> {
  const address = new URL(sprite.address, location.href)
  // What comes from another origin may be shown, not read.
  address.searchParams.set('redirect', 'false')
  const answer = await fetch(address, { signal })
  if (!answer.ok) return []
  const picture = await createImageBitmap(await answer.blob())
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: columns, height: rows })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return []
  context.imageSmoothingQuality = 'high'
  const looks = sprite.cells.flatMap(({ fromSeconds, x, y, width, height }) => {
    context.drawImage(picture, x, y, width, height, 0, 0, columns, rows)
    const bits = toBits(context.getImageData(0, 0, columns, rows).data)
    return bits ? [{ seconds: fromSeconds, bits }] : []
  })
  picture.close()
  return looks
}

/** Whether each place is brighter than the next one in its row, for red, green, blue and alpha in turn. */
export function toBits(pixels: ArrayLike<number>): readonly [number, number] | undefined {
  const light = Array.from({ length: columns * rows }, (_, place) => {
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map(channel => pixels[place * 4 + channel] ?? 0)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
  if (Math.max(...light) - Math.min(...light) < minRange) return undefined
  const halves: [number, number] = [0, 0]
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const place = row * columns + column
      if (light[place]! > light[place + 1]!) halves[row < rows / 2 ? 0 : 1] |= 1 << ((row % (rows / 2)) * 8 + column)
    }
  }
  return halves
}
