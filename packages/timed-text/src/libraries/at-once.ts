import * as all from './all.ts'

/** The libraries that few files need. */
export const findLibraries = (): typeof all | undefined => all

/**
 * In browsers, guesses of encodings, the names of characters in HTML and the format `xlsx` need this to be done before;
 * elsewhere it always is.
 */
export async function loadLibraries(): Promise<void> {}
