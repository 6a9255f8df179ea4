/** Texts in all languages of the pages. Each feature has its own, in a `messages.ts` beside it. */

import { computed, signal } from '@preact/signals'

/** Another language is one line here, and its texts in each call of `createTexts`: the type check names those that lack it. */
export const languages = {
  en: { name: 'English', direction: 'ltr' },
  nl: { name: 'Nederlands', direction: 'ltr' },
} as const satisfies Readonly<Record<string, { name: string; direction: 'ltr' | 'rtl' }>>

export type Language = keyof typeof languages

const kept = 'rushes.language'

/** The language of the pages; changing it renders them again. */
export const language = signal<Language>(findLanguage())

function findLanguage(): Language {
  // There is none where models are tested without a browser.
  const chosen = globalThis.localStorage?.getItem(kept) ?? ''
  const wanted = [chosen, ...navigator.languages].map(tag => tag.split('-')[0] ?? '')
  return wanted.find(isLanguage) ?? 'en'
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag)
}

export function setLanguage(chosen: Language): void {
  localStorage.setItem(kept, chosen)
  language.value = chosen
  applyLanguage()
}

/** Has the page say its language, and in which direction that is written. */
export function applyLanguage(): void {
  document.documentElement.lang = language.value
  document.documentElement.dir = languages[language.value].direction
}

/** Of a text, one for each number of things that the language tells apart, chosen by the value `count`. */
type Plural = { readonly other: string } & { readonly [rule in Intl.LDMLPluralRule]?: string }
type Text = string | Plural
type Texts<Key extends string> = { readonly [known in Language]: Record<known extends 'en' ? Key : NoInfer<Key>, Text> }

const plurals = computed(() => new Intl.PluralRules(language.value))
const numbers = computed(() => new Intl.NumberFormat(language.value))

/** A function from keys to texts; `{name}` in a text is replaced by the value of that name, a number as people write it. */
export function createTexts<Key extends string>(texts: Texts<Key>) {
  return (key: Key, values: Record<string, string | number> = {}): string =>
    choose(texts[language.value][key], values.count).replaceAll(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name] ?? whole
      return typeof value === 'number' ? formatNumber(value) : value
    })
}

function choose(text: Text, count: string | number | undefined): string {
  if (typeof text === 'string') return text
  return text[plurals.value.select(Number(count))] ?? text.other
}

/** A number as `1,234.5`. */
export function formatNumber(number: number): string {
  return numbers.value.format(number)
}

/** A number of hundredths as `64%`. */
export function formatPercent(percent: number): string {
  return new Intl.NumberFormat(language.value, { style: 'percent' }).format(percent / 100)
}

/** A date and time as people of the language write them. */
export function formatDate(instant: number | undefined): string {
  if (instant === undefined) return ''
  return new Intl.DateTimeFormat(findRegion(), { dateStyle: 'medium', timeStyle: 'short' }).format(instant)
}

/** The person's own country, where that speaks the language of the pages. */
export function findRegion(): string {
  return navigator.languages.find(tag => tag.startsWith(`${language.value}-`)) ?? language.value
}

/** A number of bytes as `1.4 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const options = { style: 'unit', unit: units[step], unitDisplay: 'short', maximumSignificantDigits: 3 } as const
  return new Intl.NumberFormat(language.value, options).format(bytes / 1000 ** step)
}
