/** Which rows of a long list are in sight. Pure. */

/** Where each row begins; `of(count)` is where the last one ends. */
export interface Starts {
  readonly count: number
  readonly total: number
  of(index: number): number
}

export interface Range {
  readonly first: number
  readonly end: number
}

/** Of rows of these heights, or of so many of one height. */
export function toStarts(heights: readonly number[] | { readonly count: number; readonly height: number }): Starts {
  if ('height' in heights) {
    const { count, height } = heights
    return { count, total: count * height, of: index => index * height }
  }
  const starts = [0]
  for (const height of heights) starts.push((starts.at(-1) ?? 0) + height)
  return { count: heights.length, total: starts.at(-1) ?? 0, of: index => starts[index] ?? 0 }
}

/** The rows that lie between two heights, and so many more on either side. */
export function findRange(starts: Starts, top: number, bottom: number, more: number): Range {
  const first = findRow(starts, top)
  const last = findRow(starts, bottom)
  return { first: Math.max(0, first - more), end: Math.min(starts.count, last + 1 + more) }
}

/** The last row that begins at this height or above it. */
function findRow(starts: Starts, height: number): number {
  let [low, high] = [0, Math.max(0, starts.count - 1)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (starts.of(middle) <= height) low = middle
    else high = middle - 1
  }
  return low
}
