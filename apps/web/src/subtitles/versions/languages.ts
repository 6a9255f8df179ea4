/** The languages that are offered by name; others are chosen by their tag. */

import { language } from '../../platform/translations.ts'
import { isLanguageTag, toLanguageName } from './language-names.ts'

/** Those of ISO 639-1 that people write, and variants that subtitles are ordered in. */
const tags =
  `af am ar az be bg bn bs ca cs cy da de de-AT de-CH el en en-AU en-GB en-US es es-419 es-ES et eu fa fi fil fr fr-BE
  fr-CA ga gd gl gu he hi hr hu hy id is it ja ka kk km kn ko ku ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nl-BE nn no pa pl
  ps pt pt-BR pt-PT ro ru se si sk sl so sq sr sv sw ta te th tr uk ur uz vi xh yi zh zh-Hans zh-Hant zu`.split(/\s+/)

export interface LanguageOffer {
  readonly key: string
  readonly text: string
}

/** The languages whose name or tag has what was typed, those first that begin with it; then the tag itself. */
export function findLanguages(typed: string): LanguageOffer[] {
  const sought = typed.trim().toLocaleLowerCase(language.value)
  const collator = new Intl.Collator(language.value)
  const offers = tags
    .map(tag => ({ key: tag, text: toLanguageName(tag) }))
    .filter(({ text }) => text.toLocaleLowerCase(language.value).includes(sought))
  const rank = ({ key, text }: LanguageOffer) =>
    key.toLowerCase() === sought ? 0 : text.toLocaleLowerCase(language.value).startsWith(sought) ? 1 : 2
  offers.sort((a, b) => rank(a) - rank(b) || collator.compare(a.text, b.text))
  const [canonical = typed] = isLanguageTag(typed.trim()) ? Intl.getCanonicalLocales(typed.trim()) : []
  const isNew = isLanguageTag(typed.trim()) && !offers.some(({ key }) => key === canonical)
  return isNew ? [...offers, { key: canonical, text: toLanguageName(canonical) }] : offers
}
