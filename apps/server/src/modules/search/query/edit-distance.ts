/**
 * Whether one text becomes the other by at most so many edits, each of which adds, removes or replaces a character or
 * swaps two neighbours (Lucene's fuzzy terms).
 */
export function isWithinEdits(a: string, b: string, edits: number): boolean {
  const [from, to] = [[...a], [...b]]
  if (Math.abs(from.length - to.length) > edits) return false
  // Rows of the usual table: distances of the first i characters of `from` to every beginning of `to`.
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, j) => j)
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1]
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (isSwap) least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[to.length]! <= edits
}
