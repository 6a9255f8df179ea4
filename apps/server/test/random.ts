/**
 * What tests leave to chance is drawn from one seed, so that a failure can be repeated: the same in every run, a new one in
 * the long form, or that of `RUSHES_TEST_SEED`. Where a process that has drawn something fails, it names its seed.
 */

import { createHash, randomInt } from 'node:crypto'

const defaultSeed = 20_240_917
const { RUSHES_TEST_SEED: given, RUSHES_LONG: long } = process.env

/** The seed that everything is drawn from; undefined in the long form without one, where each process draws its own. */
export const givenSeed = given !== undefined ? toSeed(given) : long ? undefined : defaultSeed
const seed = givenSeed ?? randomInt(2 ** 31)
let isReported = false

/** Numbers from 0 up to 1, as `Math.random` draws them; a name has a sequence of its own, whatever else is drawn in the process. */
export function createRandom(name: string): () => number {
  reportOnFailure()
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE()
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function reportOnFailure(): void {
  if (isReported) return
  isReported = true
  process.on('exit', code => {
    if (code !== 0) console.error(`drawn from the seed ${seed}; RUSHES_TEST_SEED=${seed} repeats it`)
  })
}

function toSeed(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`RUSHES_TEST_SEED: ${text} is not a whole number`)
  return number
}
