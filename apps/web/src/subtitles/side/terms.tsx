import { useSignal } from '@preact/signals'
import type { Thesaurus } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { SelectField, TextField } from '../../design/fields/field.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { bind } from '../../platform/bind.ts'
import { api, isRefusal } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { toWordQuery, toWords } from '../../platform/word-query.ts'
import { listThesauri } from '../../thesauri/entries.ts'
import type { Desk } from '../editor/desk.ts'
import { setStyle } from '../entries/styles.ts'
import { texts } from '../messages.ts'
import { setMembers } from '../model/edits.ts'
import { replaceRange, toText } from '../model/rich-text.ts'

interface TermsProps {
  desk: Desk
  prId: number
  /** That owns the production; its thesauri are the glossaries. */
  accountId: number
  /** What another language says at the same time: its words are looked up too. */
  beside: readonly string[]
}

const keyOf = (prId: number) => `rushes.subtitles.terms.${prId}`

/** As many as are of use at once. */
const maxTerms = 50
/** Words that are shorter are not looked up: they are in every entry. */
const leastLetters = 4

/** Terms and characters of a thesaurus: those of the selected subtitle, or those that are sought; put in by a click. */
export function Terms({ desk, prId, accountId, beside }: TermsProps) {
  const thesauri = useResource(signal => findThesauri(accountId, signal), [accountId])
  return (
    <Loaded resource={thesauri}>
      {known =>
        known.length === 0 ? (
          <p class="field-hint">{texts('noThesauri')}</p>
        ) : (
          <TermsOf desk={desk} prId={prId} thesauri={known} beside={beside} />
        )
      }
    </Loaded>
  )
}

/** Those that the user may see; none for those who take part in productions alone. */
async function findThesauri(accountId: number, signal: AbortSignal): Promise<Thesaurus[]> {
  try {
    return await listThesauri(accountId, signal)
  } catch (error) {
    if (isRefusal(error, 'ForbiddenError')) return []
    throw error
  }
}

interface TermsOfProps extends Omit<TermsProps, 'accountId'> {
  thesauri: readonly Thesaurus[]
}

function TermsOf({ desk, prId, thesauri, beside }: TermsOfProps) {
  const last = thesauri.find(({ id }) => String(id) === localStorage.getItem(keyOf(prId)))
  const chosen = useSignal(String((last ?? thesauri[0])?.id))
  const typed = useSignal('')
  const row = desk.row.value
  const said = typed.value === '' ? [toText(row?.entry.textParts), ...beside].join(' ') : ''
  const words = toWords(said.replaceAll(/[^\p{L}\p{N}\s]/gu, ' ')).filter(({ length }) => length >= leastLetters)
  const query = typed.value === '' ? words.join(' ') : toWordQuery(typed.value)
  const found = useResource(
    async signal => {
      if (query === '') return []
      const { results } = await api.thesauri.searchEntriesInProduction({
        prId,
        id: Number(chosen.value),
        query: { q: query, 'q.op': typed.value === '' ? 'OR' : 'AND', rows: maxTerms, sort: 'label asc,id asc' },
        signal,
      })
      return results.map(({ id, label }) => ({ id: String(id), label: String(label) }))
    },
    [prId, chosen.value, query],
  )
  const disabled = desk.isReadOnly.value || !row
  return (
    <div class="terms">
      <SelectField
        label={texts('thesaurus')}
        options={thesauri.map(({ id, label }): [string, string] => [String(id), label])}
        value={chosen.value}
        onValue={id => {
          chosen.value = id
          localStorage.setItem(keyOf(prId), id)
        }}
      />
      <TextField label={texts('findTerm')} type="search" {...bind(typed)} />
      <Loaded resource={found}>
        {terms => (
          <>
            {terms.length === 0 && <p>{texts(typed.value === '' ? 'noTermsHere' : 'noTerms')}</p>}
            <ul>
              {terms.map(({ id, label }) => (
                <li key={id}>
                  <Button
                    kind="quiet"
                    small
                    disabled={disabled}
                    // The text keeps its focus and its cursor.
                    onPointerDown={event => event.preventDefault()}
                    onClick={() => insertTerm(desk, label)}
                  >
                    {label}
                  </Button>
                  <Button
                    kind="icon"
                    small
                    icon="user"
                    disabled={disabled}
                    aria-label={texts('asSpeaker', { name: label })}
                    onClick={() => row && setStyle(desk, row, { speaker: label })}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Puts a term where the cursor is, instead of what is marked. */
function insertTerm(desk: Desk, term: string): void {
  const row = desk.row.value
  if (!row) return
  const { from, to } = desk.marked.value
  const textParts = replaceRange(row.entry.textParts ?? [], from, to, term)
  desk.editing.change(setMembers(desk.editing.rows.value, row.key, { textParts }))
  desk.goOn(row.key, from + term.length)
}
