import type { Context } from '../../../platform/context.ts'
import { toFormC } from '../../../platform/text/form-c.ts'
import { findThesauriByNames } from './names.ts'
import { findEntries, holdEntries } from './store.ts'

/** A word in a custom field that is bound to a thesaurus, with the id of its entry where it tells that. */
export interface BoundWord {
  /** The id or the `secondaryId` of the thesaurus. */
  readonly thesaurus: string
  readonly value: string
  readonly id: number | undefined
}

/**
 * Those of the words that are not values of their thesaurus, or not of the entry that they name. With `hold`, what is
 * found stays as it is until the transaction ends. A thesaurus that does not exist knows every word.
 */
export async function findUnknownWords<Word extends BoundWord>(
  ctx: Context,
  accountId: number,
  words: readonly Word[],
  { hold = false } = {},
): Promise<Word[]> {
  const byName = Map.groupBy(words, word => word.thesaurus)
  const thesauri = await findThesauriByNames(ctx, accountId, [...byName.keys()])
  const unknown: Word[] = []
  for (const [name, ofName] of byName) {
    const thesaurus = thesauri.get(name)
    if (!thesaurus) continue
    const read = hold ? holdEntries : findEntries
    const wanted = { ids: [], values: [...new Set(ofName.map(word => word.value))] }
    const entries = await read(ctx.db, thesaurus.id, wanted)
    const ids = new Map(entries.map(entry => [toFormC(entry.value), entry.id]))
    unknown.push(
      ...ofName.filter(({ value, id }) => {
        const known = ids.get(toFormC(value))
        return known === undefined || (id !== undefined && id !== known)
      }),
    )
  }
  return unknown
}
