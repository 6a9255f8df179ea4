import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { compareSearch, type EngineComparison } from '@rushes/server/src/search.ts'
import { pino } from 'pino'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { withStartErrors } from '../errors/start-errors.ts'

interface CompareOptions {
  readonly searches?: number
  readonly seed?: number
  readonly data?: string
}

/** Differences that are listed one by one. */
const mostListed = 10

/** Compares what the two engines of the search find. */
export async function run({ options, env, terminal }: Call<CompareOptions>): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const { searches = 500, seed = randomInt(2 ** 31) } = options
  const comparison = await withStartErrors(() => compareSearch(settings, log, { searches, seed }))
  terminal.show(comparison, () => describe(comparison))
  const { length } = comparison.differences
  if (length > 0) throw new CommandError('refused', `${length} differences`, `Draw the same again: --seed ${seed}`)
}

function describe({ seed, weights, searches, found, kinds, differences }: EngineComparison): string[] {
  const rows = Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    `seed: ${seed}`,
    ...Object.entries(weights).map(([of, drawn]) => `weights of ${of}: ${JSON.stringify(drawn)}`),
    `searches: ${searches}, of which ${found} found something`,
    ...rows.map(([kind, counts]) => `${kind}: ${counts.drawn}, of which ${counts.found} found something`),
    `differences: ${differences.length}`,
    ...differences.slice(0, mostListed).map(difference => JSON.stringify(difference)),
  ]
}
