/**
 * A frame number painted into a picture twice: as digits for people, and as a bar code that survives scaling and compression,
 * so that a test can ask a decoded picture which frame it is.
 *
 * The bar code fills the lowest eighth of the picture, in 28 cells of equal width, white for 1:
 *
 *     | 1 0 | 24 bits of the number, highest first | 2 bits: number of ones, modulo 4 |
 */
const BITS = 24
const CELLS = 2 + BITS + 2
const LARGEST = 2 ** BITS - 1
const BLACK = 16
const WHITE = 235
const THRESHOLD = (BLACK + WHITE) / 2

/** Five rows of three pixels for each digit, highest bit on the left. */
const DIGITS: readonly (readonly number[])[] = [
  [7, 5, 5, 5, 7],
  [2, 6, 2, 2, 7],
  [7, 1, 7, 4, 7],
  [7, 1, 3, 1, 7],
  [5, 5, 7, 1, 1],
  [7, 4, 7, 1, 7],
  [7, 4, 7, 5, 7],
  [7, 1, 1, 2, 2],
  [7, 5, 7, 5, 7],
  [7, 5, 7, 1, 7],
]
const DIGIT_COLUMNS = 3
const DIGIT_ROWS = 5

function toCells(number: number): readonly boolean[] {
  const bits = Array.from({ length: BITS }, (_, place) => ((number >> (BITS - 1 - place)) & 1) === 1)
  const ones = bits.filter(Boolean).length
  return [true, false, ...bits, (ones & 2) !== 0, (ones & 1) !== 0]
}

/** Fills a rectangle of the luma plane. */
function fill(
  luma: Buffer,
  width: number,
  box: { x: number; y: number; width: number; height: number },
  value: number,
): void {
  for (let row = box.y; row < box.y + box.height; row += 1) {
    luma.fill(value, row * width + box.x, row * width + box.x + box.width)
  }
}

function drawDigits(luma: Buffer, width: number, height: number, number: number): void {
  const text = String(number).padStart(5, '0')
  const columns = text.length * (DIGIT_COLUMNS + 1) + 1
  const scale = Math.max(1, Math.floor(Math.min(width / 2 / columns, height / 4 / (DIGIT_ROWS + 2))))
  const x = Math.floor((width - columns * scale) / 2)
  const y = Math.floor(height / 8)
  if (x < 0 || y + (DIGIT_ROWS + 2) * scale > height) return
  fill(luma, width, { x, y, width: columns * scale, height: (DIGIT_ROWS + 2) * scale }, BLACK)
  for (const [place, digit] of [...text].entries()) {
    for (const [row, pixels] of (DIGITS[Number(digit)] ?? []).entries()) {
      for (let column = 0; column < DIGIT_COLUMNS; column += 1) {
        if ((pixels & (4 >> column)) === 0) continue
        const left = x + (1 + place * (DIGIT_COLUMNS + 1) + column) * scale
        fill(luma, width, { x: left, y: y + (1 + row) * scale, width: scale, height: scale }, WHITE)
      }
    }
  }
}

/** Paints the number, from 0 to 16 777 215, into the luma plane at the beginning of the buffer. */
export function drawFrameCounter(picture: Buffer, width: number, height: number, number: number): void {
  if (!Number.isInteger(number) || number < 0 || number > LARGEST) throw new RangeError(`Not a frame number: ${number}`)
  drawDigits(picture, width, height, number)
  const y = height - Math.floor(height / 8)
  for (const [cell, isWhite] of toCells(number).entries()) {
    const x = Math.floor((cell * width) / CELLS)
    const end = Math.floor(((cell + 1) * width) / CELLS)
    fill(picture, width, { x, y, width: end - x, height: height - y }, isWhite ? WHITE : BLACK)
  }
}

/** Reads the number back from the luma plane of a decoded picture of any size; undefined if there is no valid bar code. */
export function readFrameCounter(picture: Buffer, width: number, height: number): number | undefined {
  const rows = [height - Math.floor(height / 16) - 1, height - Math.floor(height / 16)]
  const cells = Array.from({ length: CELLS }, (_, cell) => {
    const x = Math.floor(((cell + 0.5) * width) / CELLS)
    const samples = rows.flatMap(row => [picture[row * width + x] ?? 0, picture[row * width + Math.max(0, x - 1)] ?? 0])
    return samples.reduce((sum, sample) => sum + sample, 0) / samples.length > THRESHOLD
  })
  const number = cells.slice(2, 2 + BITS).reduce((sum, isOne) => sum * 2 + (isOne ? 1 : 0), 0)
  return toCells(number).every((isOne, cell) => isOne === cells[cell]) ? number : undefined
}
