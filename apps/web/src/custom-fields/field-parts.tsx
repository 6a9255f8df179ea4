import { useSignal } from '@preact/signals'
import type { CustomFieldDescription } from '@rushes/contract'
import { CheckField, SelectField, TextAreaField, TextField } from '../design/fields/field.tsx'
import type { Saving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'

/** A thesaurus that a field may be bound to: by its id, or by the name that the house gave it. */
export interface ThesaurusName {
  readonly id: string
  readonly secondaryId: string | undefined
  readonly label: string
}

/** What every part of the editor is given. */
export interface PartProps {
  draft: CustomFieldDescription
  change: (changed: Partial<Record<keyof CustomFieldDescription, unknown>>) => void
  saving: Saving
}

type FlagName = 'multiValued' | 'readOnly' | 'hidden' | 'requiresId'
const flagTexts = {
  multiValued: 'multiValued',
  readOnly: 'isReadOnly',
  hidden: 'hidden',
  requiresId: 'requiresId',
} as const satisfies Record<FlagName, string>

/** Members of a field that are true or absent. */
export function Flags({ draft, change, names }: PartProps & { names: readonly FlagName[] }) {
  return (
    <div class="choices">
      {names.map(name => (
        <CheckField
          key={name}
          label={texts(flagTexts[name])}
          checked={draft[name] === true}
          onValue={isSet => change({ [name]: isSet || undefined })}
        />
      ))}
    </div>
  )
}

/** Where values come from: a thesaurus, or a list of the field's own. */
export function Vocabulary({
  draft,
  change,
  saving,
  thesauri,
}: PartProps & { thesauri: readonly ThesaurusName[] | undefined }) {
  const { type = 'STRING', thesaurus = '' } = draft
  if (type === 'JSON' || type === 'COMPOUND' || type === 'BOOLEAN') return null
  const error = saving.at('/thesaurus')
  const bind = (name: string) => change({ thesaurus: name === '' ? undefined : name })
  const names = thesauri?.map(
    ({ id, secondaryId, label }) => [secondaryId === thesaurus ? thesaurus : id, label] as const,
  )
  const isKnown = thesaurus === '' || names?.some(([name]) => name === thesaurus)
  return (
    <div class="form-columns">
      {names ? (
        <SelectField
          label={texts('thesaurus')}
          error={error}
          value={thesaurus}
          options={[['', texts('noThesaurus')], ...(isKnown ? [] : [[thesaurus, thesaurus] as const]), ...names]}
          onValue={bind}
        />
      ) : (
        <TextField label={texts('thesaurus')} error={error} value={thesaurus} onValue={bind} />
      )}
      {thesaurus === '' && (
        <WordList
          label={texts('whiteList')}
          error={saving.at('/whiteList')}
          words={draft.whiteList}
          onWords={whiteList => change({ whiteList })}
        />
      )}
      {(draft.whiteList ?? []).length > 0 && (
        <CheckField
          label={texts('skipWhiteList')}
          checked={draft.skipWhiteListValidation === true}
          onValue={isSet => change({ skipWhiteListValidation: isSet || undefined })}
        />
      )}
    </div>
  )
}

/** What values must be like, and where the field may stand. */
export function Restrictions({ draft, change, saving }: PartProps) {
  return (
    <div class="form">
      <div class="form-columns">
        <TextField
          label={texts('validation')}
          error={saving.at('/validation')}
          value={draft.validation ?? ''}
          onValue={validation => change({ validation: validation === '' ? undefined : validation })}
        />
        <WordList
          label={texts('blackList')}
          error={saving.at('/blackList')}
          words={draft.blackList}
          onWords={blackList => change({ blackList })}
        />
        <WordList
          label={texts('restrictedTo')}
          hint={texts('restrictedHint')}
          separator=", "
          error={saving.at('/restrictedTo')}
          words={draft.restrictedTo}
          onWords={restrictedTo => change({ restrictedTo })}
        />
      </div>
      <div class="choices">
        {(['clipAllowed', 'subClipAllowed'] as const).map(name => (
          <CheckField
            key={name}
            label={texts(name)}
            checked={draft[name] !== false}
            onValue={isAllowed => change({ [name]: isAllowed ? undefined : false })}
          />
        ))}
      </div>
      <Flags {...{ draft, change, saving }} names={['readOnly', 'hidden', 'requiresId']} />
    </div>
  )
}

/** What only other clients read. */
export function Further({ draft, change, saving }: PartProps) {
  return (
    <div class="form-columns">
      {(['autocompleteUrl', 'autocompleteExtractor'] as const).map(name => (
        <TextField
          key={name}
          label={texts(name)}
          error={saving.at(`/${name}`)}
          value={draft[name] ?? ''}
          onValue={value => change({ [name]: value === '' ? undefined : value })}
        />
      ))}
    </div>
  )
}

interface WordListProps {
  label: string
  hint?: string
  error: string | undefined
  words: readonly string[] | undefined
  /** Between the words; a line for each where it is absent. */
  separator?: string
  onWords: (words: string[] | undefined) => void
}

/** A list of words as a text; empty lines are no words. */
function WordList({ label, hint, error, words = [], separator, onWords }: WordListProps) {
  const typed = useSignal(words.join(separator ?? '\n'))
  const read = (text: string) => {
    typed.value = text
    const found = text
      .split(separator === undefined ? '\n' : ',')
      .map(word => word.trim())
      .filter(word => word !== '')
    onWords(found.length === 0 ? undefined : found)
  }
  const field = { label, hint, error, value: typed.value, onValue: read }
  return separator === undefined ? <TextAreaField {...field} rows={4} /> : <TextField {...field} />
}

/** Whether the field has any of these. */
export function hasRestrictions({ validation, blackList, restrictedTo, ...flags }: CustomFieldDescription): boolean {
  const { clipAllowed = true, subClipAllowed = true, readOnly, hidden, requiresId } = flags
  return Boolean(
    validation ||
      blackList?.length ||
      restrictedTo?.length ||
      readOnly ||
      hidden ||
      requiresId ||
      !clipAllowed ||
      !subClipAllowed,
  )
}
