import { language } from '../../platform/translations.ts'

/** A language by its name in the language of the pages, with its tag. */
export function toLanguageName(tag: string): string {
  try {
    const name = new Intl.DisplayNames([language.value], { type: 'language' }).of(tag)
    return name === undefined || name === tag ? tag : `${name} (${tag})`
  } catch {
    return tag
  }
}

/** Whether this is the tag of a language as BCP 47 writes them. */
export function isLanguageTag(tag: string): boolean {
  try {
    return tag !== '' && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
