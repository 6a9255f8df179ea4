import { useSignal } from '@preact/signals'
import { type CustomFieldDescription, customFieldTypes } from '@rushes/contract'
import { SelectField, TextField } from '../../design/fields/field.tsx'
import { FormDialog } from '../../design/fields/form.tsx'
import { useSaving } from '../../platform/writes/saving.ts'
import { isSearchName } from '../described.ts'
import { FieldForm } from '../field-form.tsx'
import { Flags, Further, hasRestrictions, Restrictions, type ThesaurusName, Vocabulary } from '../field-parts.tsx'
import { texts } from '../messages.ts'

interface FieldEditorProps {
  prId: number
  /** Of a field that is there; a new one is named here, from `begin` on. */
  name: string | undefined
  begin: string
  described: CustomFieldDescription
  taken: readonly string[]
  thesauri: readonly ThesaurusName[] | undefined
  onSave: (name: string, described: CustomFieldDescription) => Promise<void>
  onClose: () => void
}

/** A name by which a field with this label can be searched: `Scene number` as `scene_number`. */
function toFieldName(label: string): string {
  const plain = label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, '_').replaceAll(/^_|_$/g, '')
}

/** What one field is: its type, its values, and where it may stand. */
export function FieldEditor(props: FieldEditorProps) {
  const { prId, name, begin, described, taken, thesauri, onSave, onClose } = props
  const newName = useSignal(begin)
  /** Whether the name is made of the label, as long as nobody types one. */
  const isDerived = useSignal(begin === '')
  const draft = useSignal<CustomFieldDescription>(described)
  const saving = useSaving()
  const change = (changed: Partial<Record<keyof CustomFieldDescription, unknown>>) => {
    // A member without a value is left out.
    const entries = Object.entries({ ...draft.value, ...changed }).filter(([, value]) => value !== undefined)
    draft.value = Object.fromEntries(entries) as CustomFieldDescription
  }
  const save = async () => {
    if (await saving.run(() => onSave(name ?? newName.value, draft.value))) onClose()
  }
  const isTaken = name === undefined && taken.includes(newName.value)
  const isUnsearchable = name === undefined && newName.value !== '' && !isSearchName(newName.value)
  const part = { draft: draft.value, change, saving }
  return (
    <FormDialog
      title={name === undefined ? texts('add') : texts('edit', { name })}
      size="wide"
      onClose={onClose}
      saving={saving}
      onSubmit={save}
      isDisabled={isTaken || isUnsearchable}
    >
      <div class="form-columns">
        <TextField
          label={texts('label')}
          error={saving.at('/label')}
          value={draft.value.label ?? ''}
          onValue={label => {
            change({ label: label === '' ? undefined : label })
            if (isDerived.value) newName.value = toFieldName(label)
          }}
        />
        <TextField
          label={texts('name')}
          hint={texts('nameHint')}
          error={isTaken ? texts('taken') : isUnsearchable ? texts('nameFits') : saving.at('/', '/property')}
          required
          disabled={name !== undefined}
          value={name ?? newName.value}
          onValue={value => {
            newName.value = value
            isDerived.value = value === ''
          }}
        />
        <SelectField
          label={texts('type')}
          error={saving.at('/type')}
          value={draft.value.type ?? 'STRING'}
          options={customFieldTypes.map(type => [type, texts(type)] as const)}
          onValue={type => change({ type, defaultValue: undefined })}
        />
      </div>
      <TextField
        label={texts('description')}
        error={saving.at('/description')}
        value={draft.value.description ?? ''}
        onValue={description => change({ description: description === '' ? undefined : description })}
      />
      <Flags {...part} names={['multiValued']} />
      <Vocabulary {...part} thesauri={thesauri} />
      <details class="part" open={hasRestrictions(described)}>
        <summary>{texts('restrictions')}</summary>
        <Restrictions {...part} />
      </details>
      <FieldForm
        prId={prId}
        fields={{ defaultValue: withoutPlaces(draft.value) }}
        values={{ defaultValue: draft.value.defaultValue }}
        errors={() => saving.at('/defaultValue')}
        onChange={(_, value) => change({ defaultValue: value ?? undefined })}
      />
      <details class="part">
        <summary>{texts('further')}</summary>
        <Further {...part} />
      </details>
    </FormDialog>
  )
}

/** The field for typing its own default: without restrictions. */
function withoutPlaces({ type, multiValued, whiteList, skipWhiteListValidation, thesaurus }: CustomFieldDescription) {
  const shown = { type, multiValued, whiteList, skipWhiteListValidation, thesaurus, label: texts('defaultValue') }
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)) as CustomFieldDescription
}
