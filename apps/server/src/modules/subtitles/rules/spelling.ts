import { join } from 'node:path'
import type { Spelling, SubtitlePreset } from '@rushes/timed-text'
import type { Context } from '../../../platform/context.ts'
import type { Dictionary } from './dictionaries.ts'

/**
 * The words by which subtitles are checked: those of the dictionaries of their language, and of the production
 * (`spellingWords`). Undefined where the rules do not ask for them, or there is no dictionary.
 */
export async function findSpelling(
  { platform: { config, services } }: Context,
  { warningSeverities }: SubtitlePreset,
  language: string,
  words: unknown,
): Promise<Spelling | undefined> {
  if ((warningSeverities.get('SPELLING') ?? 'off') === 'off') return undefined
  const dictionaries = await services.dictionaries.get(language, join(config.dataDir, 'dictionaries'))
  return dictionaries.length > 0
    ? createSpelling(dictionaries, Array.isArray(words) ? words.map(String) : [])
    : undefined
}

/**
 * Takes a word as it is written, at the beginning of a sentence or in capitals; one with hyphens where each part is a
 * word, and a possessive (`'s`) where what it belongs to is one. Words of one letter are letters.
 */
export function createSpelling(dictionaries: readonly Dictionary[], words: readonly string[]): Spelling {
  const own = new Set(words.flatMap(word => [normalize(word), normalize(word).toLowerCase()]))
  const isIn = (word: string) => own.has(word) || dictionaries.some(({ has }) => has(word))
  const isWord = (word: string): boolean => {
    if (word.length < 2 || isIn(word)) return true
    const lower = word.toLowerCase()
    const isCapital = word === word.toUpperCase()
    const spellings = isCapital ? [lower, capitalize(lower)] : word === capitalize(lower) ? [lower] : []
    return spellings.some(isIn)
  }
  const isKnown = (word: string): boolean => {
    const plain = normalize(word)
    const base = plain.replace(/'[sS]$/, '')
    return isWord(plain) || (base !== plain && isWord(base)) || (plain.includes('-') && plain.split('-').every(isKnown))
  }
  return { isKnown }
}

function normalize(word: string): string {
  return word.normalize('NFC').replaceAll('’', "'").replaceAll(/[‐‑]/g, '-')
}

function capitalize(word: string): string {
  const [first = ''] = word
  return first.toUpperCase() + word.slice(first.length)
}
