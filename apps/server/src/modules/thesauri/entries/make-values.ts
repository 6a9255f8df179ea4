import type { Database } from '../../../platform/database/index.ts'
import { toBaseValue } from '../policy.ts'
import type { Draft } from './drafts.ts'
import { listTaken } from './store.ts'

/**
 * Makes values for the entries of one list that bring none ("entry `Value` left empty => system creates a unique
 * identifier"), beside those that it brings: the label in plain words, with a number behind it where that is taken. The
 * thesaurus must be locked.
 */
export function createValueMaker(
  db: Database,
  thesaurusId: number,
  broughtValues: Iterable<string>,
): (batch: readonly Draft[]) => Promise<Map<Draft, string>> {
  const taken = new Set(broughtValues)
  /** The number that was tried last, by what stands before it. */
  const numbers = new Map<string, number>()

  function propose(base: string): string {
    for (;;) {
      const number = (numbers.get(base) ?? 0) + 1
      numbers.set(base, number)
      const value = number === 1 ? base : `${base}-${number}`
      if (taken.has(value)) continue
      taken.add(value)
      return value
    }
  }

  return async batch => {
    const made = new Map<Draft, string>()
    let open = batch
    while (open.length > 0) {
      const proposed = new Map(open.map(draft => [draft, propose(toBaseValue(draft.label ?? ''))]))
      const stored = new Set(await listTaken(db, thesaurusId, [...proposed.values()]))
      for (const [draft, value] of proposed) if (!stored.has(value)) made.set(draft, value)
      open = open.filter(draft => !made.has(draft))
    }
    return made
  }
}
