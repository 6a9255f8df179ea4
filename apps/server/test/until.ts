import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'

/** How long a search of a test waits for the index, so that it finds what was written before on a busy machine too. */
export const testIndexWaitMs = 60_000
/**
 * Longer than anything takes on a busy machine, and shorter than a test may take, so that it is said what was awaited. A
 * test whose bound is a promise of the service gives its own.
 */
const defaultPatienceMs = 100_000
const pauseMs = 10

/** Waits until something is so; its error names what was awaited. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs = defaultPatienceMs,
): Promise<void> {
  await untilSeen(what, isSo, isSomething, patienceMs)
}

/** Looks until what is seen is as wanted, or is something at all, and returns it; the error shows what was seen last. */
export async function untilSeen<T>(
  what: string,
  look: () => T | Promise<T>,
  isWanted: (seen: T) => boolean = isSomething,
  patienceMs = defaultPatienceMs,
): Promise<Exclude<T, undefined | false>> {
  for (const begun = performance.now(); ; ) {
    const seen = await look()
    if (isWanted(seen)) return seen as Exclude<T, undefined | false>
    if (performance.now() - begun > patienceMs) {
      const last = isSomething(seen) ? `; last seen: ${describe(seen)}` : ''
      throw new Error(`waited in vain for ${patienceMs / 1000} s until ${what}${last}`)
    }
    await delay(pauseMs)
  }
}

/** Waits for an event, a line or an end that may never come. */
export async function within<T>(what: string, awaited: Promise<T>, patienceMs = defaultPatienceMs): Promise<T> {
  const over = new AbortController()
  const tooLong = delay(patienceMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`waited in vain for ${patienceMs / 1000} s until ${what}`)
  })
  // Aborted once the race is decided.
  tooLong.catch(() => {})
  return Promise.race([awaited, tooLong]).finally(() => over.abort())
}

function isSomething(seen: unknown): boolean {
  return seen !== undefined && seen !== false
}

function describe(seen: unknown): string {
  return inspect(seen, { depth: 4, breakLength: Infinity, maxArrayLength: 20, maxStringLength: 1000 }).slice(0, 4000)
}
