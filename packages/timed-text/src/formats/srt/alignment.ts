import type { CueLayout } from '../../document/document.ts'

/*
 * The nine places of {\anN}, as on a numeric keypad:   7 8 9
 *                                                      4 5 6
 *                                                      1 2 3   (2 is where subtitles stand anyway)
 */

/** The layout of a place; undefined for the default one. */
export function alignmentToLayout(digit: number): CueLayout | undefined {
  const column = (digit - 1) % 3
  const layout: CueLayout = {
    ...(digit >= 7 && { line: { unit: 'lines', value: 0 } }),
    ...(digit >= 4 && digit <= 6 && { line: { unit: 'percent', value: 50, align: 'center' } }),
    ...(column === 0 && { textAlign: 'left' }),
    ...(column === 2 && { textAlign: 'right' }),
  }
  return digit === 2 ? undefined : layout
}

/** The place nearest to a layout, and whether it says all that the layout said. */
export function layoutToAlignment(layout: CueLayout): { readonly digit: number; readonly isExact: boolean } {
  const align = layout.textAlign ?? 'center'
  const column = align === 'left' || align === 'start' ? 0 : align === 'center' ? 1 : 2
  const digit = findRow(layout) * 3 + column + 1
  const { line, textAlign, ...others } = layout
  const back = alignmentToLayout(digit)
  const isExact =
    Object.keys(others).length === 0 &&
    (textAlign ?? 'center') === (back?.textAlign ?? 'center') &&
    line?.unit === back?.line?.unit &&
    line?.value === back?.line?.value &&
    (line?.align ?? 'start') === (back?.line?.align ?? 'start')
  return { digit, isExact }
}

/** 0 bottom, 1 middle, 2 top: the third of the picture in which the cue stands. */
function findRow({ line }: CueLayout): 0 | 1 | 2 {
  if (!line) return 0
  if (line.unit === 'lines')
    return line.value < 0 || Object.is(line.value, -0) ? 0 : line.value < 5 ? 2 : line.value < 10 ? 1 : 0
  return line.value < 100 / 3 ? 2 : line.value < 200 / 3 ? 1 : 0
}
