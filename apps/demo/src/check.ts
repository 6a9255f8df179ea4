import { isDeepStrictEqual } from 'node:util'

/** The service did something else than was expected of it. */
class Deviation extends Error {}

/** Goes on only when the value is the expected one. */
export function expect(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Deviation(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`)
}

/** The value, which must be there. */
export function need<T>(what: string, value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Deviation(`${what} is missing`)
  return value
}

/** Goes on only when the call is refused with this error. */
export async function expectRefusal(what: string, error: string, call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (refusal) {
    if (refusal instanceof Error && refusal.name === error) return refusal.message
    throw new Deviation(`${what}: expected ${error}, got ${refusal}`)
  }
  throw new Deviation(`${what}: expected ${error}, but it went through`)
}
