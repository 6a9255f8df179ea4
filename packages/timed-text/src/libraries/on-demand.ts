/** The same as at-once.ts for browsers, where a page whose files need none of them does not load them. */

let all: typeof import('./all.ts') | undefined

export const findLibraries = (): typeof all => all

/** Loads what guesses of encodings, the names of characters in HTML and the format `xlsx` need. */
export async function loadLibraries(): Promise<void> {
  all ??= await import('./all.ts')
}
