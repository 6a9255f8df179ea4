import type { ThesaurusTag } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { FieldGroup, type Labelled } from '../design/fields/field.tsx'
import { SuggestField, type Suggestion } from '../design/fields/suggest-field.tsx'
import { texts } from './messages.ts'
import { toWordText, type Word } from './vocabulary.ts'

interface WordFieldProps extends Labelled {
  /** A word, or a list of them where the field has many; see `Word`, bare words too. */
  value: unknown
  isMany: boolean
  required: boolean
  disabled: boolean
  suggest: (prefix: string, signal: AbortSignal) => Promise<readonly ThesaurusTag[]>
  onChange: (value: unknown) => void
}

interface Offer extends Suggestion {
  readonly word: Word
}

/** A field whose values are words of a thesaurus. */
export function WordField({ value, isMany, required, disabled, suggest, onChange, ...labelled }: WordFieldProps) {
  const words: readonly unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  const offer = async (prefix: string, signal: AbortSignal): Promise<Offer[]> =>
    (await suggest(prefix, signal)).map(({ id, value, label }) => ({
      key: String(id),
      text: label,
      word: { id, value, label },
    }))
  if (!isMany) {
    return (
      <SuggestField
        {...labelled}
        hint={labelled.hint ?? texts('suggestHint')}
        value={toWordText(words[0])}
        required={required}
        disabled={disabled}
        none={texts('noWord')}
        suggest={offer}
        onChoose={({ word }) => onChange(word)}
        onClear={() => onChange(null)}
      />
    )
  }
  const { label, hint, error } = labelled
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      {words.length > 0 && (
        <ul class="field-words">
          {words.map((word, index) => (
            <li class="tag" key={toWordText(word)}>
              {toWordText(word)}
              {!disabled && (
                <Button
                  kind="icon"
                  icon="x"
                  aria-label={texts('removeValue', { value: toWordText(word) })}
                  onClick={() => onChange(words.filter((_, at) => at !== index))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!disabled && (
        <SuggestField
          label={texts('addValue')}
          hint={texts('suggestHint')}
          value=""
          none={texts('noWord')}
          suggest={offer}
          onChoose={({ word }) => {
            if (!words.some(known => toWordText(known) === word.label)) onChange([...words, word])
          }}
        />
      )}
    </FieldGroup>
  )
}
