import type { Platform } from '../platform/context.ts'

/**
 * What this process knows of the dictionaries in the database: ordinals of values, places of fields, words. They only
 * grow and never change, so what was once read in a committed transaction stays true and need not be asked for again.
 */
export interface Dictionary {
  /** Ordinals by the key of a value. */
  readonly ordinals: Map<string, number>
  readonly slots: Map<string, FieldSlot>
  readonly words: Set<string>
}

/** Where documents have the one value of a field; `isList`: whether some document has several, and they are counted elsewhere. */
export interface FieldSlot {
  readonly slot: number
  readonly isList: boolean
}

/** Entries of each kind that are kept; then it begins anew. */
const mostEntries = 50_000

const dictionaries = new WeakMap<Platform, Dictionary>()

/** The dictionary of this process. */
export function getDictionary(platform: Platform): Dictionary {
  const known = dictionaries.get(platform) ?? { ordinals: new Map(), slots: new Map(), words: new Set() }
  dictionaries.set(platform, known)
  return known
}

/** Keeps what a transaction has learned; only once it is committed, since its own additions may be undone. */
export function remember(dictionary: Dictionary, learned: Dictionary): void {
  for (const map of [dictionary.ordinals, dictionary.slots, dictionary.words]) {
    if (map.size > mostEntries) map.clear()
  }
  for (const [key, ordinal] of learned.ordinals) dictionary.ordinals.set(key, ordinal)
  for (const [field, slot] of learned.slots) dictionary.slots.set(field, slot)
  for (const word of learned.words) dictionary.words.add(word)
}
