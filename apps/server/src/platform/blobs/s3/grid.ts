/** The fixed grid of an upload: an object store takes numbered parts of at least 5 MiB, and at most 10,000 of them. */

const mebibyte = 1024 * 1024
const minPartBytes = 16 * mebibyte
/** Fewer than a store takes. */
const maxParts = 9_000

/** How large a file is, and whether its grid was laid before that was known. */
interface Extent {
  readonly size: number
  readonly isGrowing?: boolean
}

/** Bytes of each part but the last, of a file of `size` bytes. */
export function toPartBytes(size: number): number {
  return Math.max(minPartBytes, Math.ceil(size / maxParts / mebibyte) * mebibyte)
}

/** The bytes `[start, end)` of a part; parts are counted from 1, as stores do. */
export function toPartRange(number: number, extent: Extent): { start: number; end: number } {
  return { start: toPartStart(number, extent), end: Math.min(toPartStart(number + 1, extent), extent.size) }
}

/** The part that has the byte at `position`. */
export function findPart(position: number, extent: Extent): number {
  if (!extent.isGrowing) return Math.floor(position / toPartBytes(extent.size)) + 1
  let first = 1
  while (toGrowingStart(first + partsOfOneSize) <= position) first += partsOfOneSize
  const start = toGrowingStart(first)
  return first + Math.floor((position - start) / (toGrowingStart(first + 1) - start))
}

/** How many parts a file has. */
export function countParts(extent: Extent): number {
  return extent.size === 0 ? 0 : findPart(extent.size - 1, extent)
}

function toPartStart(number: number, extent: Extent): number {
  return extent.isGrowing ? toGrowingStart(number) : (number - 1) * toPartBytes(extent.size)
}

const partsOfOneSize = 1000

/** Where a part of a growing file begins: each thousand parts are twice as large as those before, up to 4 GiB at 8 TiB. */
function toGrowingStart(number: number): number {
  const doublings = Math.floor((number - 1) / partsOfOneSize)
  const rest = (number - 1) % partsOfOneSize
  return minPartBytes * (partsOfOneSize * (2 ** doublings - 1) + rest * 2 ** doublings)
}

/** A piece of a file, its bytes `[start, end)`. */
export interface Fragment {
  readonly key: string
  readonly start: number
  readonly end: number
  /** Of fragments with the same bytes, that of the largest number has the right ones. */
  readonly number: number
}

/**
 * The fragments that have the bytes `[start, end)` of a file together, each with the place `[from, to)` of its share in
 * the fragment, in order; undefined where bytes are missing.
 */
export function findCover(
  fragments: readonly Fragment[],
  range: { start: number; end: number },
): { key: string; from: number; to: number }[] | undefined {
  const cover: { key: string; at: number; from: number; to: number }[] = []
  let missing = [range]
  for (const { key, start, end } of fragments.toSorted((a, b) => b.number - a.number)) {
    missing = missing.flatMap(gap => {
      const [from, to] = [Math.max(gap.start, start), Math.min(gap.end, end)]
      if (from >= to) return [gap]
      cover.push({ key, at: from, from: from - start, to: to - start })
      const rest = [
        { start: gap.start, end: from },
        { start: to, end: gap.end },
      ]
      return rest.filter(({ start, end }) => start < end)
    })
  }
  if (missing.length > 0) return undefined
  return cover.toSorted((a, b) => a.at - b.at).map(({ key, from, to }) => ({ key, from, to }))
}
