/** Which words of two texts differ. */

/** A piece of a text, and whether the other text lacks it. */
export interface Piece {
  readonly text: string
  readonly isChanged: boolean
}

/** Texts of more pairs of words than this are different as a whole. */
const maxPairs = 250_000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Both texts in pieces, in order: what they share, and what only one of them has. */
export function compareWords(here: string, there: string): { here: Piece[]; there: Piece[] } {
  const [mine, theirs] = [toWords(here), toWords(there)]
  const shared = findShared(mine, theirs)
  return {
    here: toPieces(
      mine,
      shared.map(([index]) => index),
    ),
    there: toPieces(
      theirs,
      shared.map(([, index]) => index),
    ),
  }
}

/** Words, blanks and punctuation, each by itself. */
function toWords(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** The longest list of words that both have in this order, as pairs of indices. */
function findShared(mine: readonly string[], theirs: readonly string[]): [number, number][] {
  if (mine.length * theirs.length > maxPairs) return []
  const width = theirs.length + 1
  // How many are shared from a pair of words on.
  const lengths = new Uint32Array((mine.length + 1) * width)
  for (let i = mine.length - 1; i >= 0; i--) {
    for (let j = theirs.length - 1; j >= 0; j--) {
      const without = Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
      lengths[i * width + j] = mine[i] === theirs[j] ? lengths[(i + 1) * width + j + 1]! + 1 : without
    }
  }
  const shared: [number, number][] = []
  for (let [i, j] = [0, 0]; i < mine.length && j < theirs.length; ) {
    if (mine[i] === theirs[j]) shared.push([i++, j++])
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  }
  return shared
}

function toPieces(words: readonly string[], shared: readonly number[]): Piece[] {
  const unchanged = new Set(shared)
  const pieces: Piece[] = []
  for (const [index, word] of words.entries()) {
    const isChanged = !unchanged.has(index)
    const last = pieces.at(-1)
    if (last?.isChanged === isChanged) pieces[pieces.length - 1] = { text: last.text + word, isChanged }
    else pieces.push({ text: word, isChanged })
  }
  return pieces
}
