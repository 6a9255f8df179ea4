/** The fixed grid of an upload: an object store takes numbered parts of at least 5 MiB, and at most 10,000 of them. */

const mebibyte = 1024 * 1024
const minPartBytes = 16 * mebibyte
/** Fewer than a store takes. */
const maxParts = 9_000

/** Bytes of each part but the last, of a file of `size` bytes. */
export function toPartBytes(size: number): number {
  return Math.max(minPartBytes, Math.ceil(size / maxParts / mebibyte) * mebibyte)
}

/** The bytes `[start, end)` of a part; parts are counted from 1, as stores do. */
export function toPartRange(number: number, size: number): { start: number; end: number } {
  const bytes = toPartBytes(size)
  return { start: (number - 1) * bytes, end: Math.min(number * bytes, size) }
}

/** The part that has the byte at `position`. */
export function findPart(position: number, size: number): number {
  return Math.floor(position / toPartBytes(size)) + 1
}

/** How many parts a file of `size` bytes has. */
export function countParts(size: number): number {
  return Math.ceil(size / toPartBytes(size))
}

/** A piece of a part, the bytes `[start, end)` of the file. */
export interface Fragment {
  readonly key: string
  readonly start: number
  readonly end: number
}

/**
 * The fragments that have the bytes `[start, end)` of a file together, each with the place `[from, to)` of its share in
 * the fragment; undefined where bytes are missing.
 */
export function findCover(
  fragments: readonly Fragment[],
  { start, end }: { start: number; end: number },
): { key: string; from: number; to: number }[] | undefined {
  const cover: { key: string; from: number; to: number }[] = []
  let reached = start
  for (const fragment of fragments.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (reached >= end || fragment.start > reached) break
    if (fragment.end <= reached) continue
    const last = Math.min(fragment.end, end)
    cover.push({ key: fragment.key, from: reached - fragment.start, to: last - fragment.start })
    reached = last
  }
  return reached >= end ? cover : undefined
}
