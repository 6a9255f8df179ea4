/**
 * Tags of languages as migration 0275 names them: its rules, which are never changed. Which subtags and aliases there are
 * says the release that runs it, by its registry (IANA) and ICU (CLDR): a later one may know more of them.
 */

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

type SubtagType = 'language' | 'extlang' | 'script' | 'region' | 'variant' | 'grandfathered' | 'redundant'

/** By subtag or tag, in small letters: where its records are in the registry. */
type Index = Readonly<Record<string, Partial<Record<SubtagType, number>> | undefined>>

interface Registration {
  readonly 'Preferred-Value'?: string
  readonly Prefix?: readonly string[]
}

const index = new Map(
  Object.entries(require('language-subtag-registry/data/json/index.json') as Index).filter(([tag]) => tag !== ''),
)

/** A record of the registry; a megabyte, which is read for tags of former times only. */
function getRegistration(place: number): Registration {
  return require('language-subtag-registry/data/json/registry.json')[place]
}

const hasType = (subtag: string, type: SubtagType) => index.get(subtag)?.[type] !== undefined

/** Subtags that are left to private agreements, by the ranges of RFC 5646, 2.2. */
const isPrivateLanguage = (subtag: string) => /^q[a-t][a-z]$/.test(subtag)
const isPrivateScript = (subtag: string) => /^qa(?:a[a-z]|b[a-x])$/.test(subtag)
const isPrivateRegion = (subtag: string) => /^(?:aa|q[m-z]|x[a-z]|zz)$/.test(subtag)

const privateTag = /^x(?:-[a-z\d]{1,8})+$/

/**
 * A language tag (RFC 5646) in its canonical spelling, so that two names of one language do not become two resources:
 * `nl-BE` for `nl_be` and `dut-BE`. Undefined for what is no tag, or has a subtag that the IANA registry lacks.
 */
export function findLanguage(text: string): string | undefined {
  const tag = text.replaceAll('_', '-').toLowerCase()
  if (privateTag.test(tag)) return tag
  const modern = toModern(tag)
  const [canonical] = tryCanonical(modern)
  return canonical !== undefined && isRegistered(canonical) ? canonical : undefined
}

/** Whole tags of RFC 3066, and languages after the one that they extend (`zh-yue`), as tags that CLDR knows. */
function toModern(tag: string): string {
  const whole = index.get(tag)
  const place = whole?.grandfathered ?? whole?.redundant
  const preferred = place === undefined ? undefined : getRegistration(place)['Preferred-Value']
  if (preferred !== undefined) return preferred
  const [primary = '', second = '', ...rest] = tag.split('-')
  const extension = index.get(second)?.extlang
  if (extension === undefined || !getRegistration(extension).Prefix?.includes(primary)) return tag
  return [second, ...rest].join('-')
}

function tryCanonical(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

/** Whether the subtags before the first extension are registered; what the tag is made of was checked before. */
function isRegistered(tag: string): boolean {
  const [primary = '', ...others] = tag.toLowerCase().split('-')
  if (!hasType(primary, 'language') && !isPrivateLanguage(primary)) return false
  const extension = others.findIndex(subtag => subtag.length === 1)
  return others.slice(0, extension < 0 ? others.length : extension).every(subtag => {
    if (/^[a-z]{4}$/.test(subtag)) return hasType(subtag, 'script') || isPrivateScript(subtag)
    if (/^(?:[a-z]{2}|\d{3})$/.test(subtag)) return hasType(subtag, 'region') || isPrivateRegion(subtag)
    return hasType(subtag, 'variant')
  })
}

/**
 * A key of a map of statuses, `<language>;<subtitlePresetId>` or `<language>`, its language in canonical spelling; `en;`
 * is `en`. Undefined where the language is none.
 */
export function findStatusKey(key: string): string | undefined {
  const end = key.indexOf(';')
  const language = findLanguage(end < 0 ? key : key.slice(0, end))
  if (language === undefined || end < 0 || end === key.length - 1) return language
  return language + key.slice(end)
}
