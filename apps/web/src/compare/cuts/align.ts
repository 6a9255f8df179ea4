/**
 * Which shots of one cut of a film are in another: by their lengths, which are known to the frame, and by how they look,
 * as far as small pictures of them are known. Shots keep their order; one that was moved is removed here and added there.
 */

export interface Shot {
  /** Its first frame, and the first one after it. */
  readonly start: number
  readonly end: number
  readonly seconds: number
  /** What is known of its pictures, in the order of time. */
  readonly looks: readonly Look[]
}

/** A small picture of a shot. */
export interface Look {
  /** Seconds since the shot began. */
  readonly at: number
  /** Whether each of its 64 places is brighter than the next: what stays when a film is graded. */
  readonly bits: readonly [number, number]
}

export type PairKind = 'same' | 'trimmed' | 'changed' | 'added' | 'removed'

/** A shot of both cuts, or of one of them. */
export interface Pair {
  readonly a: Shot | undefined
  readonly b: Shot | undefined
  readonly kind: PairKind
  /** How many seconds later than in A something happens in the shot of B: less than nothing where its beginning was cut off. */
  readonly shift: number
}

/** What a shot costs that the other cut lacks. */
const gapCost = 0.6
/** From this share of different places on, two pictures do not show the same; below the other they do. */
const otherLook = 0.34
const sameLook = 0.16
/** More shots than these in one and the other are not compared: five thousand against five thousand. */
const maxPairs = 25_000_000
/** Where the way to a field of the table came from. */
const [fromBoth, fromA, fromB] = [0, 1, 2]

/** All shots of both cuts in order; nothing where there are too many. `frameSeconds`: a frame of the slower film. */
export function alignShots(a: readonly Shot[], b: readonly Shot[], frameSeconds: number): readonly Pair[] | undefined {
  const width = b.length + 1
  if (a.length * b.length > maxPairs) return undefined
  const ways = new Uint8Array((a.length + 1) * width).fill(fromA)
  let above = Float64Array.from({ length: width }, (_, column) => -gapCost * column)
  ways.fill(fromB, 1, width)
  for (const [row, one] of a.entries()) {
    const scores = new Float64Array(width)
    scores[0] = above[0]! - gapCost
    for (const [column, other] of b.entries()) {
      const both = above[column]! + rate(one, other, frameSeconds)
      const withoutA = above[column + 1]! - gapCost
      const withoutB = scores[column]! - gapCost
      const best = Math.max(both, withoutA, withoutB)
      scores[column + 1] = best
      ways[(row + 1) * width + column + 1] = best === both ? fromBoth : best === withoutA ? fromA : fromB
    }
    above = scores
  }
  const pairs: Pair[] = []
  for (let [row, column] = [a.length, b.length]; row > 0 || column > 0; ) {
    const way = ways[row * width + column]
    const one = way === fromB ? undefined : a[--row]
    const other = way === fromA ? undefined : b[--column]
    pairs.push(toPair(one, other, frameSeconds))
  }
  return pairs.reverse()
}

/** How well two shots fit: more than nothing for the same, less than two gaps for what are two shots. */
function rate(a: Shot, b: Shot, frameSeconds: number): number {
  const apart = Math.abs(a.seconds - b.seconds)
  // The longer a shot, the less often another one has its length.
  const byLength =
    apart <= 1.5 * frameSeconds
      ? 1 + Math.min(1, Math.min(a.seconds, b.seconds) / 4)
      : -Math.min(1, Math.abs(Math.log2(a.seconds / b.seconds)))
  const looks = a.looks.length === 0 ? undefined : compareLooks(a, b, findShift(a, b))
  if (looks === undefined) return byLength
  return (
    byLength + (looks <= sameLook ? 2 : looks >= otherLook ? -4 : 2 - (6 * (looks - sameLook)) / (otherLook - sameLook))
  )
}

function toPair(a: Shot | undefined, b: Shot | undefined, frameSeconds: number): Pair {
  if (!a || !b) return { a, b, kind: a ? 'removed' : 'added', shift: 0 }
  const shift = findShift(a, b)
  if (Math.abs(a.seconds - b.seconds) > 1.5 * frameSeconds) return { a, b, kind: 'trimmed', shift }
  const looks = compareLooks(a, b, shift)
  return { a, b, kind: looks !== undefined && looks > sameLook ? 'changed' : 'same', shift: 0 }
}

/** Whether the ends of two shots agree rather than their beginnings, as far as their pictures say so. */
function findShift(a: Shot, b: Shot): number {
  const byEnd = b.seconds - a.seconds
  const [atStart, atEnd] = [compareLooks(a, b, 0), compareLooks(a, b, byEnd)]
  return atStart !== undefined && atEnd !== undefined && atEnd < atStart ? byEnd : 0
}

/** The share of places in which the pictures of two shots differ, each beside the nearest of the other; nothing where none is known. */
function compareLooks(a: Shot, b: Shot, shift: number): number | undefined {
  const [first] = b.looks
  if (!first) return undefined
  let [bits, count] = [0, 0]
  for (const look of a.looks) {
    const wanted = look.at + shift
    if (wanted < 0 || wanted > b.seconds) continue
    let nearest = first
    for (const other of b.looks) if (Math.abs(other.at - wanted) < Math.abs(nearest.at - wanted)) nearest = other
    bits += countBits(look.bits[0] ^ nearest.bits[0]) + countBits(look.bits[1] ^ nearest.bits[1])
    count += 1
  }
  return count === 0 ? undefined : bits / count / 64
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits >>> 0; rest !== 0; rest &= rest - 1) count += 1
  return count
}
