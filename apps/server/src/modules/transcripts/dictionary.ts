import { brokenRule } from '@rushes/contract'
import type { DictionaryEntry } from '@rushes/timed-text'
import type { Context } from '../../platform/context.ts'
import { readVocabulary } from '../thesauri/index.ts'

/** A house has so many words at most; further ones are not used. */
const mostEntries = 20_000
/** What engines heed of a prompt is short: 224 tokens. */
const longestPrompt = 800

/**
 * The words of a house: the labels of a thesaurus; `soundsLike` among the values of an entry's form (a text, or texts
 * parted by semicolons) says what engines make of it. Throws ValidationError for a thesaurus that the account has not.
 */
export async function readDictionary(
  ctx: Context,
  accountId: number,
  dictionaryId: number,
  path = '/transcriptionDictionaryId',
): Promise<DictionaryEntry[]> {
  const entries = await readVocabulary(ctx, accountId, dictionaryId, mostEntries)
  if (!entries) throw brokenRule(path, `${dictionaryId} is not a thesaurus of the account`)
  return entries.map(({ label, formFieldValues }) => ({
    text: label,
    soundsLike: readSpellings(formFieldValues.soundsLike),
  }))
}

function readSpellings(value: unknown): string[] {
  const texts = Array.isArray(value) ? value : [value]
  return texts.flatMap(text => (typeof text === 'string' ? text.split(';') : [])).filter(text => text.trim() !== '')
}

/** The words as a prompt: as many as an engine heeds. */
export function toPrompt(entries: readonly DictionaryEntry[]): string | undefined {
  let prompt = ''
  for (const { text } of entries) {
    const longer = prompt === '' ? text : `${prompt}, ${text}`
    if (longer.length > longestPrompt) break
    prompt = longer
  }
  return prompt === '' ? undefined : prompt
}
