/** Texts in English and Dutch. Each feature has its own, in a `messages.ts` beside it. */

import { signal } from '@preact/signals'

export const languages = ['en', 'nl'] as const
export type Language = (typeof languages)[number]

const kept = 'rushes.language'

/** The language of the pages; changing it renders them again. */
export const language = signal<Language>(findLanguage())

function findLanguage(): Language {
  const wanted = [localStorage.getItem(kept) ?? '', ...navigator.languages].map(tag => tag.slice(0, 2))
  return wanted.map(tag => languages.find(known => known === tag)).find(known => known !== undefined) ?? 'en'
}

export function setLanguage(chosen: Language): void {
  localStorage.setItem(kept, chosen)
  language.value = chosen
  document.documentElement.lang = chosen
}

/** A text, or one for each number of things that the language tells apart, by the value `count`. */
type Text = string | { readonly one: string; readonly other: string }
type Texts<Key extends string> = { en: Record<Key, Text>; nl: Record<NoInfer<Key>, Text> }

/** A function from keys to texts; `{name}` in a text is replaced by the value of that name. */
export function createTexts<Key extends string>(texts: Texts<Key>) {
  return (key: Key, values: Record<string, string | number> = {}): string =>
    choose(texts[language.value][key], values.count).replaceAll(/\{(\w+)\}/g, (whole, name) =>
      String(values[name] ?? whole),
    )
}

const plurals = { en: new Intl.PluralRules('en'), nl: new Intl.PluralRules('nl') }

function choose(text: Text, count: string | number | undefined): string {
  if (typeof text === 'string') return text
  return plurals[language.value].select(Number(count)) === 'one' ? text.one : text.other
}

/** A date and time as people of the language write them. */
export function formatDate(instant: number | undefined): string {
  if (instant === undefined) return ''
  // In the way of the person's own country, where that speaks the language.
  const regional = navigator.languages.find(tag => tag.startsWith(`${language.value}-`)) ?? language.value
  return new Intl.DateTimeFormat(regional, { dateStyle: 'medium', timeStyle: 'short' }).format(instant)
}

/** A number of bytes as `1.4 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const options = { style: 'unit', unit: units[step], unitDisplay: 'short', maximumSignificantDigits: 3 } as const
  return new Intl.NumberFormat(language.value, options).format(bytes / 1000 ** step)
}
