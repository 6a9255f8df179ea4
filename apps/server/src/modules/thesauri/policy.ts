import { brokenRule, ServiceError } from '@rushes/contract'

/** How values are made out of labels: readable, without signs that mean something in addresses, queries and files. */
export function toBaseValue(label: string): string {
  const words =
    label
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const base = [...words.join('-')].slice(0, longestBase).join('').replace(/-$/, '')
  return base === '' ? 'entry' : base
}

const longestBase = 100
const longestKey = 200

/** A label as suggestions compare it: case, accents and the width of spaces mean nothing. */
export function toLabelKey(label: string): string {
  return toPrefixKey(label.trimEnd())
}

/** The same of the beginning of a label: a space at its end is the end of a word. */
export function toPrefixKey(prefix: string): string {
  const plain = prefix.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const key = plain.trimStart().replaceAll(/\s+/g, ' ')
  return [...key].slice(0, longestKey).join('')
}

/** The smallest text that is behind every text with this beginning, in the order of code points; nothing where there is none. */
export function toEndOfPrefix(prefix: string): string | undefined {
  const letters = [...prefix].map(letter => letter.codePointAt(0)!)
  for (let last = letters.pop(); last !== undefined; last = letters.pop()) {
    // No text holds half a pair of surrogates.
    const next = last === 0xd7ff ? 0xe000 : last + 1
    if (next <= 0x10ffff) return String.fromCodePoint(...letters, next)
  }
  return undefined
}

/** A word as it is stored: trimmed; nothing for one without a letter. Throws ValidationError for what no word has. */
export function toWord(path: string, text: string | undefined): string | undefined {
  const word = text?.trim() ?? ''
  if (/\p{Cc}/u.test(word)) throw brokenRule(path, 'holds characters that no word has')
  return word === '' ? undefined : word
}

/** The id of a resource as written in an address or in `linkedThesaurusEntryId`; nothing for what cannot be one. */
export function parseId(text: string): number | undefined {
  const id = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : undefined
  return id !== undefined && Number.isSafeInteger(id) ? id : undefined
}

/** Refuses a deletion, or a change as good as one, and tells what stands against it. */
export function stillUsed(message: string, data: Record<string, unknown>): ServiceError {
  return new ServiceError('ConflictError', message, data)
}
