import { malformed } from '@rushes/contract'

const tagPattern = /^(?:[a-z]{2,8}|x(?=-))(?:-[a-z\d]{1,8})*$/

/**
 * A language tag in its usual spelling (RFC 5646, 2.1.1: `zh-Hant-TW`), so that two spellings of one language do not
 * become two resources. Throws BadRequestError for what is no tag.
 */
export function parseLanguage(text: string): string {
  const tag = text.toLowerCase()
  if (!tagPattern.test(tag)) throw malformed('language', 'must be a language tag, as en or nl-BE')
  let isAfterSingleton = false
  return tag
    .split('-')
    .map((subtag, index) => {
      const isPlain = index === 0 || isAfterSingleton
      isAfterSingleton ||= subtag.length === 1
      if (isPlain) return subtag
      if (subtag.length === 2) return subtag.toUpperCase()
      return subtag.length === 4 && /^[a-z]/.test(subtag) ? subtag[0]!.toUpperCase() + subtag.slice(1) : subtag
    })
    .join('-')
}
