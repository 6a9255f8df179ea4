/*
 * The generic families of TTML (TTML2, tts:fontFamily), and for each a font of its kind: IMSC 1.1 names Courier New and Arial
 * as fonts with the measures of monospaceSerif and proportionalSansSerif.
 */
const fonts: ReadonlyMap<string, string> = new Map([
  ['default', 'Arial'],
  ['sansSerif', 'Arial'],
  ['proportionalSansSerif', 'Arial'],
  ['proportionalSerif', 'Times New Roman'],
  ['monospaceSansSerif', 'Courier New'],
  ['monospaceSerif', 'Courier New'],
])

/** Those that other formats know by the same name. */
const shared: ReadonlySet<string> = new Set(['serif', 'monospace'])

export function isGenericFamily(name: string): boolean {
  return fonts.has(name) || shared.has(name)
}

/** A font for formats that know fonts by their names alone; undefined where a generic family is not the first choice. */
export function findGenericFont(family: string): string | undefined {
  return fonts.get(family.split(',', 1)[0]!.trim())
}
