import { useSignal } from '@preact/signals'
import type { Thesaurus } from '@rushes/contract'
import { FormDefinition, fromNamedFields, toNamedFields } from '../custom-fields/editor/form-definition.tsx'
import { SelectField, TextField } from '../design/fields/field.tsx'
import { FormDialog } from '../design/fields/form.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { saveOver } from '../platform/reading/stale-version.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'

interface ThesaurusFormProps {
  accountId: number
  /** The one to change; nothing for a new one. */
  thesaurus: Thesaurus | undefined
  /** All of the account, which it may stand below. */
  others: readonly Thesaurus[]
  onSaved: (thesaurus: Thesaurus) => void
  onClose: () => void
}

/** What a thesaurus is called, what it stands below, and what else its words have. */
export function ThesaurusForm({ accountId, thesaurus, others, onSaved, onClose }: ThesaurusFormProps) {
  const label = useSignal(thesaurus?.label ?? '')
  const secondaryId = useSignal(thesaurus?.secondaryId ?? '')
  const linked = useSignal(String(thesaurus?.linkedThesaurusId ?? ''))
  const fields = useSignal(toNamedFields(thesaurus?.formFieldsDefinition?.fields))
  const version = useSignal(thesaurus?.version ?? 0)
  const saving = useSaving()
  const save = () =>
    saving.run(async () => {
      const definition = { ...thesaurus?.formFieldsDefinition, fields: fromNamedFields(fields.value) }
      const body = {
        label: label.value,
        ...(secondaryId.value === '' ? {} : { secondaryId: secondaryId.value }),
        ...(linked.value === '' ? {} : { linkedThesaurusId: Number(linked.value) }),
        ...(fields.value.length === 0 ? {} : { formFieldsDefinition: definition }),
      }
      onSaved(
        thesaurus
          ? await saveOver(version, held =>
              api.thesauri.updateThesaurus({ accountId, id: thesaurus.id, body: { ...body, version: held } }),
            )
          : await api.thesauri.createThesaurus({ accountId, body }),
      )
      tell(texts('saved'))
    })
  return (
    <FormDialog
      title={thesaurus ? texts('edit', { name: thesaurus.label }) : texts('add')}
      size="wide"
      onClose={onClose}
      saving={saving}
      onSubmit={save}
    >
      <div class="form-columns">
        <TextField label={texts('label')} error={saving.at('/label')} {...bind(label)} />
        <TextField
          label={texts('secondaryId')}
          hint={texts('secondaryIdHint')}
          error={saving.at('/secondaryId')}
          {...bind(secondaryId)}
        />
        <SelectField
          label={texts('linked')}
          hint={texts('linkedHint')}
          error={saving.at('/linkedThesaurusId')}
          options={[
            ['', texts('notLinked')],
            ...others.filter(({ id }) => id !== thesaurus?.id).map(({ id, label }) => [String(id), label] as const),
          ]}
          {...bind(linked)}
        />
      </div>
      <h3>{texts('formFields')}</h3>
      <FormDefinition
        label={texts('formFields')}
        rows={fields.value}
        saving={saving}
        base="/formFieldsDefinition"
        onChange={rows => {
          fields.value = rows
        }}
      />
    </FormDialog>
  )
}
