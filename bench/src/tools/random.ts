/** Numbers as if by chance, the same ones for the same seed. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number
  /** A whole number from 0 to just below `count`. */
  below(count: number): number
  /** The same by Zipf's law: small ones are much more frequent. */
  zipf(count: number): number
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    below: count => Math.floor(next() * count),
    zipf: count => Math.min(count - 1, Math.floor((count + 1) ** next()) - 1),
  }
}
