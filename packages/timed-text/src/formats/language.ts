/** A language tag in the spelling of CLDR (`de` for `ger` and `DEU`); as it is, in small letters, where it is none. */
export function toCanonicalLanguage(tag: string): string {
  const plain = tag.replaceAll('_', '-').toLowerCase()
  try {
    return Intl.getCanonicalLocales(plain)[0] ?? plain
  } catch {
    return plain
  }
}
