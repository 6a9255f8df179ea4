/** The words that thesauri offer to the fields of a form. */

import type { ThesaurusTag } from '@rushes/contract'
import { api } from '../platform/reading/api.ts'

/** A value of a field that is bound to a thesaurus: what is stored is `value`, what people read is `label`. */
export interface Word {
  readonly id: number
  readonly value: string
  readonly label: string
}

/** Which thesaurus a name means, and which one stands above it. */
interface Place {
  readonly thesaurusId: number | undefined
  readonly linkedThesaurusId: number | undefined
}

/** What is asked of thesauri for one form; each is asked once who it is. */
export class Vocabulary {
  readonly #prId: number
  readonly #places = new Map<string, Promise<Place>>()

  constructor(prId: number) {
    this.#prId = prId
  }

  /**
   * Words of a thesaurus that begin so. "Forms suggest only the applicable child entries when both fields are shown":
   * `shown` are the values of the other fields, by the names of their thesauri.
   */
  async suggest(
    thesaurus: string,
    prefix: string,
    shown: ReadonlyMap<string, unknown>,
    signal?: AbortSignal,
  ): Promise<readonly ThesaurusTag[]> {
    const model = await this.#findModel(thesaurus, shown)
    const query = { prefix, ...(model === undefined ? {} : { model }) }
    return api.thesauri.suggestTags({ prId: this.#prId, id: thesaurus, query, ...(signal ? { signal } : {}) })
  }

  async #findModel(thesaurus: string, shown: ReadonlyMap<string, unknown>): Promise<string | undefined> {
    const { linkedThesaurusId } = await this.#getPlace(thesaurus)
    if (linkedThesaurusId === undefined) return undefined
    for (const [other, value] of shown) {
      const word = toFirstWord(value)
      if (word !== undefined && (await this.#getPlace(other)).thesaurusId === linkedThesaurusId) return word
    }
    return undefined
  }

  #getPlace(thesaurus: string): Promise<Place> {
    const known = this.#places.get(thesaurus)
    if (known) return known
    const place = api.thesauri
      .suggestTags({ prId: this.#prId, id: thesaurus })
      .then(([first]) => ({ thesaurusId: first?.thesaurusId, linkedThesaurusId: first?.linkedThesaurusId }))
    this.#places.set(thesaurus, place)
    return place
  }
}

/** The id of the word that a field holds, or the word itself where it came bare; of several the first. */
function toFirstWord(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (first === undefined || first === null) return undefined
  return typeof first === 'object' ? String((first as Word).id) : String(first)
}

/** What people read of a stored word. */
export function toWordText(word: unknown): string {
  if (typeof word !== 'object' || word === null) return String(word ?? '')
  const { label, value } = word as { label?: unknown; value?: unknown }
  return String(label ?? value ?? '')
}
