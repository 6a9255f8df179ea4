import type { Thesaurus } from '@rushes/contract'
import type { Labelled } from '../design/fields/field.tsx'
import { SuggestField, type Suggestion } from '../design/fields/suggest-field.tsx'
import { type FoundEntry, findEntries } from './entries.ts'
import { texts } from './messages.ts'

interface EntrySuggestProps extends Labelled {
  thesaurus: Thesaurus
  mayManage: boolean
  /** The label of what is chosen. */
  value: string
  onChoose: (entry: FoundEntry) => void
  onClear?: () => void
}

interface Offer extends Suggestion {
  readonly entry: FoundEntry
}

/** As many as a list can show. */
const mostOffers = 20

/** A field that takes a word of a thesaurus. */
export function EntrySuggest({ thesaurus, mayManage, onChoose, ...field }: EntrySuggestProps) {
  const suggest = async (typed: string, signal: AbortSignal): Promise<Offer[]> => {
    const wanted = { thesaurus, typed, under: undefined, mayManage }
    const { items } = await findEntries(wanted, 0, mostOffers, signal)
    return items.map(entry => ({ key: String(entry.id), text: entry.label, entry }))
  }
  return <SuggestField {...field} none={texts('noWord')} suggest={suggest} onChoose={({ entry }) => onChoose(entry)} />
}
