import type { FieldDescription } from '../../../documents/schema.ts'
import { WordCache } from '../../../documents/words.ts'

/**
 * What this process knows of the dictionaries in the database: ordinals of values, places of fields, words. They only
 * grow and never change, so what was once read in a committed transaction stays true and need not be asked for again,
 * until something is found to be lost and all documents are rewritten: then another generation begins.
 */
export interface Dictionary {
  generation: number
  readonly ordinals: Ordinals
  readonly slots: Map<string, FieldSlot>
  readonly words: Set<string>
  /** The words of texts. */
  readonly texts: WordCache
  /** What the names of fields say. */
  readonly fields: Map<string, FieldDescription>
}

/** Where documents have the one value of a field; `isList`: whether some document has several, and they are counted elsewhere. */
export interface FieldSlot {
  readonly slot: number
  readonly isList: boolean
}

/** A value as the dictionary tells values apart: a text and a number that look alike are two. */
interface DictionaryValue {
  readonly field: string
  readonly value: string
  readonly number: number | null
}

/** Ordinals by value. */
export class Ordinals {
  readonly #texts = new Map<string, Map<string, number>>()
  readonly #numbers = new Map<string, Map<string, number>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  find({ field, value, number }: DictionaryValue): number | undefined {
    return (number === null ? this.#texts : this.#numbers).get(field)?.get(value)
  }

  set({ field, value, number }: DictionaryValue, ordinal: number): void {
    const fields = number === null ? this.#texts : this.#numbers
    const values = fields.get(field) ?? new Map<string, number>()
    if (!fields.has(field)) fields.set(field, values)
    if (!values.has(value)) this.#size += 1
    values.set(value, ordinal)
  }

  clear(): void {
    this.#texts.clear()
    this.#numbers.clear()
    this.#size = 0
  }
}

/** What one batch of documents has shown of the dictionaries. */
export interface Learned {
  readonly generation: number
  readonly ordinals: readonly (DictionaryValue & { readonly ord: number })[]
  readonly slots: ReadonlyMap<string, FieldSlot>
  readonly words: readonly string[]
}

/** Max entries cached of each kind; then the cache is emptied. */
const mostEntries = 200_000

export function createDictionary(): Dictionary {
  return {
    generation: 0,
    ordinals: new Ordinals(),
    slots: new Map(),
    words: new Set(),
    texts: new WordCache(),
    fields: new Map(),
  }
}

/** Forgets everything that was known before the last rebuild began. */
export function forgetEarlier(dictionary: Dictionary, generation: number): void {
  if (generation === dictionary.generation) return
  for (const entries of [dictionary.ordinals, dictionary.slots, dictionary.words]) entries.clear()
  dictionary.generation = generation
}

/** Keeps what a transaction has learned; only once it is committed, since its own additions may be undone. */
export function remember(dictionary: Dictionary, learned: Learned): void {
  if (learned.generation !== dictionary.generation) return
  for (const entries of [dictionary.ordinals, dictionary.slots, dictionary.words]) {
    if (entries.size > mostEntries) entries.clear()
  }
  for (const value of learned.ordinals) dictionary.ordinals.set(value, value.ord)
  for (const [field, slot] of learned.slots) dictionary.slots.set(field, slot)
  for (const word of learned.words) dictionary.words.add(word)
}
