/**
 * Which words of one list are which of another, in order, as pairs of indexes.
 *
 *     anchors    runs of three words (then two, then one) that stand once in both lists, in the longest order they share
 *     between    an alignment of least cost (Needleman and Wunsch), where it is small enough; else halves of it
 *
 * So ten thousand words cost about as much as reading them, unless they have nothing in common.
 */

import { foldWord } from '../timed-word.ts'

export type WordPair = readonly [given: number, heard: number]

/** Part of both lists that is still to be matched, `[from, to)`. */
interface Part {
  readonly from: number
  readonly to: number
  readonly otherFrom: number
  readonly otherTo: number
}

const mostCells = 1_000_000
const anchorLengths = [3, 2, 1]
const gapCost = 10
/** Words that are alike, as a misheard one is, cost less than two gaps; others are no pair. */
const noPair = 2 * gapCost + 1

/** Pairs of words that are the same but for case and punctuation, or alike; both indexes rise. */
export function matchWords(given: readonly string[], heard: readonly string[]): WordPair[] {
  const [a, b] = [given.map(foldWord), heard.map(foldWord)]
  const pairs: WordPair[] = []
  matchPart(a, b, { from: 0, to: a.length, otherFrom: 0, otherTo: b.length }, pairs)
  return pairs
}

function matchPart(a: readonly string[], b: readonly string[], whole: Part, pairs: WordPair[]): void {
  const part = takeEqualStart(a, b, whole, pairs)
  const tail: WordPair[] = []
  const { from, to, otherFrom, otherTo } = takeEqualEnd(a, b, part, tail)
  const [rows, columns] = [to - from, otherTo - otherFrom]
  if (rows > 0 && columns > 0) {
    const middle = { from, to, otherFrom, otherTo }
    if (rows * columns <= mostCells) alignPart(a, b, middle, pairs)
    else matchBetweenAnchors(a, b, middle, pairs)
  }
  pairs.push(...tail.reverse())
}

function takeEqualStart(a: readonly string[], b: readonly string[], part: Part, pairs: WordPair[]): Part {
  let { from, otherFrom } = part
  while (from < part.to && otherFrom < part.otherTo && a[from] === b[otherFrom] && a[from] !== '') {
    pairs.push([from++, otherFrom++])
  }
  return { ...part, from, otherFrom }
}

function takeEqualEnd(a: readonly string[], b: readonly string[], part: Part, tail: WordPair[]): Part {
  let { to, otherTo } = part
  while (to > part.from && otherTo > part.otherFrom && a[to - 1] === b[otherTo - 1] && a[to - 1] !== '') {
    tail.push([--to, --otherTo])
  }
  return { ...part, to, otherTo }
}

function matchBetweenAnchors(a: readonly string[], b: readonly string[], part: Part, pairs: WordPair[]): void {
  const anchors = findAnchors(a, b, part)
  // Without any the lists are cut in their middles: better a few words wrong than minutes of work.
  const cuts = anchors.length > 0 ? anchors : [halve(part)]
  let { from, otherFrom } = part
  for (const [to, otherTo] of [...cuts, [part.to, part.otherTo] as const]) {
    if (to > from || otherTo > otherFrom) matchPart(a, b, { from, to, otherFrom, otherTo }, pairs)
    from = to
    otherFrom = otherTo
  }
}

function halve({ from, to, otherFrom, otherTo }: Part): WordPair {
  return [Math.ceil((from + to) / 2), Math.ceil((otherFrom + otherTo) / 2)]
}

function findAnchors(a: readonly string[], b: readonly string[], part: Part): WordPair[] {
  for (const length of anchorLengths) {
    const mine = findUnique(a, part.from, part.to, length)
    const others = findUnique(b, part.otherFrom, part.otherTo, length)
    const shared = [...mine].flatMap(([words, place]): WordPair[] => {
      const other = others.get(words)
      return other === undefined ? [] : [[place, other]]
    })
    const anchors = takeLongestRise(shared.sort((one, two) => one[0] - two[0]))
    if (anchors.length > 0) return anchors
  }
  return []
}

/** Where the runs of so many words begin that stand once in the part. */
function findUnique(words: readonly string[], from: number, to: number, length: number): Map<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (let place = from; place + length <= to; place++) {
    const run = words.slice(place, place + length).join(' ')
    if (places.has(run)) repeated.add(run)
    places.set(run, place)
  }
  for (const run of repeated) places.delete(run)
  return places
}

/** The longest list of pairs, of those that are in order of their first index, in which the second rises too. */
function takeLongestRise(pairs: readonly WordPair[]): WordPair[] {
  const ends: number[] = []
  const before: number[] = []
  for (const [index, [, other]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![1] < other) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? ends[low - 1]! : -1
    ends[low] = index
  }
  const rise: WordPair[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) rise.push(pairs[index]!)
  return rise.reverse()
}

const [pairStep, givenStep, heardStep] = [0, 1, 2]

/** The alignment of least cost of a small part. */
function alignPart(a: readonly string[], b: readonly string[], part: Part, pairs: WordPair[]): void {
  const rows = part.to - part.from
  const columns = part.otherTo - part.otherFrom
  const steps = new Uint8Array(rows * columns)
  let above = Int32Array.from({ length: columns + 1 }, (_, column) => column * gapCost)
  for (let row = 0; row < rows; row++) {
    const costs = new Int32Array(columns + 1)
    costs[0] = (row + 1) * gapCost
    const word = a[part.from + row]!
    for (let column = 0; column < columns; column++) {
      const paired = above[column]! + compareWords(word, b[part.otherFrom + column]!)
      const withGiven = above[column + 1]! + gapCost
      const withHeard = costs[column]! + gapCost
      const least = Math.min(paired, withGiven, withHeard)
      costs[column + 1] = least
      steps[row * columns + column] = least === paired ? pairStep : least === withGiven ? givenStep : heardStep
    }
    above = costs
  }
  const found: WordPair[] = []
  for (let row = rows - 1, column = columns - 1; row >= 0 && column >= 0; ) {
    const step = steps[row * columns + column]
    if (step === pairStep) found.push([part.from + row, part.otherFrom + column])
    if (step !== heardStep) row--
    if (step !== givenStep) column--
  }
  for (const pair of found.reverse()) pairs.push(pair)
}

/** 0 for the same word, less than two gaps for one that begins and ends alike. */
function compareWords(a: string, b: string): number {
  if (a === b) return a === '' ? noPair : 0
  const shorter = Math.min(a.length, b.length)
  const longer = Math.max(a.length, b.length)
  if (2 * shorter < longer) return noPair
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const share = (start + end) / longer
  return share >= 0.5 ? Math.round((1 - share) * gapCost) + 1 : noPair
}
