/** What generated documents are made of, in every test that generates some. */

import fc from 'fast-check'
import { byExtent } from '../../../../apps/server/test/extent.ts'
import type { CueLayout } from '../document/document.ts'

const fuzzInputs = Number(process.env.RUSHES_FUZZ_INPUTS ?? Number.NaN)

/**
 * How many inputs a property is tried with: a quarter of some in the gate unless it says how many, some where all is
 * tested, many in the long run, or as many as fuzzing asks for.
 */
export function countInputs(some: number, many = 20_000, ofGate = Math.ceil(some / 4)): number {
  if (Number.isSafeInteger(fuzzInputs) && fuzzInputs > 0) return fuzzInputs
  return byExtent(ofGate, process.env.RUSHES_LONG ? many : some)
}

/** Of records whose members may all be absent. */
export const optional = { requiredKeys: [], noNullPrototype: true }
export const flag = fc.constant<true>(true)
/** A share of the picture that formats with two decimals can hold. */
export const hundredths = fc.integer({ min: 0, max: 10_000 }).map(value => value / 100)
const aligns = ['start', 'center', 'end'] as const

/** Places of cues, whose lines are counted or in percent. */
export function layouts(
  percent: fc.Arbitrary<number>,
  textAligns: readonly NonNullable<CueLayout['textAlign']>[],
): fc.Arbitrary<CueLayout> {
  return fc.record(
    {
      writingMode: fc.constantFrom('vertical-rl', 'vertical-lr'),
      line: fc.oneof(
        fc.record(
          { unit: fc.constant('lines' as const), value: fc.integer({ min: -30, max: 30 }) },
          { noNullPrototype: true },
        ),
        fc.record(
          { unit: fc.constant('percent' as const), value: percent, align: fc.constantFrom(...aligns) },
          { requiredKeys: ['unit', 'value'], noNullPrototype: true },
        ),
      ),
      position: fc.record(
        { percent, align: fc.constantFrom('line-left', 'center', 'line-right') },
        { requiredKeys: ['percent'], noNullPrototype: true },
      ),
      size: percent,
      textAlign: fc.constantFrom(...textAligns),
    },
    optional,
  )
}
