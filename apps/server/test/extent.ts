/**
 * How much of what there is to test is tested. The gate holds what people do every day and what loses data; further
 * states, widths, roles and draws of the same are left to `npm run test:all`, and to a run of files that are named.
 */

/** Set by the runner for a run of the gate. */
export const extentVariable = 'RUSHES_TEST_EXTENT'
const isGate = process.env[extentVariable] === 'gate'

/** For `test(name, { skip: leftToAll }, …)`: why the gate leaves the test out; false in every other run. */
export const leftToAll: string | false = isGate && 'npm run test:all tests it'

/** What the gate takes, or all that there is. */
export function byExtent<T>(ofGate: T, ofAll: T): T {
  return isGate ? ofGate : ofAll
}
