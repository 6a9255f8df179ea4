import { useSignal } from '@preact/signals'
import type { CustomFieldsDescription, JsonPatch } from '@rushes/contract'
import { FieldForm } from '../custom-fields/field-form.tsx'
import { Button } from '../design/button.tsx'
import { TextAreaField, TextField } from '../design/field.tsx'
import { Form, FormError } from '../design/form.tsx'
import { tell } from '../design/toasts.tsx'
import { isRefusal } from '../platform/api.ts'
import { toPointer } from '../platform/faults.ts'
import { useSaving } from '../platform/saving.ts'
import { type Conflicts, type Draft, listSteps, mergeDrafts } from './clip-record.ts'
import { texts } from './messages.ts'

/** What a form begins with: what is stored, and of which version. */
export interface Stored {
  readonly version: number
  readonly draft: Draft
}

interface MetadataFormProps {
  prId: number
  label: string
  bearer: { objectType: string; funnel?: string }
  description: CustomFieldsDescription
  stored: Stored
  mayEdit: boolean
  /** Reads what is stored now. */
  load: () => Promise<Stored>
  /** Writes steps onto this version; refused where there is a newer one. Gives what is stored then. */
  save: (steps: JsonPatch, version: number) => Promise<Stored>
}

const noConflicts: Conflicts = new Map()

/** The metadata of a clip or of a part of it: its texts, and its custom fields as the production describes them. */
export function MetadataForm(props: MetadataFormProps) {
  const { prId, label, bearer, description, stored, mayEdit, load, save } = props
  const base = useSignal(stored)
  const draft = useSignal(stored.draft)
  const conflicts = useSignal(noConflicts)
  const saving = useSaving()
  const steps = listSteps(base.value.draft, draft.value)
  const take = (saved: Stored) => {
    base.value = saved
    draft.value = saved.draft
    conflicts.value = noConflicts
  }
  /** Writes what was typed; where others have saved meanwhile onto what they saved, unless both changed the same. */
  const write = async (): Promise<void> => {
    const next = listSteps(base.value.draft, draft.value)
    if (next.length === 0) return
    try {
      take(await save(next, base.value.version))
      tell(texts('saved'))
    } catch (error) {
      if (!isRefusal(error, 'PreconditionFailedError', 'ConflictError')) throw error
      const newest = await load()
      if (newest.version === base.value.version) throw error
      const merged = mergeDrafts(base.value.draft, draft.value, newest.draft)
      base.value = newest
      draft.value = merged.draft
      conflicts.value = merged.conflicts
      if (merged.conflicts.size === 0) await write()
    }
  }
  const faultAt = (...names: string[]) => {
    const path = toPointer(...names)
    if (!conflicts.value.has(path)) return saving.at(path)
    return texts('meanwhile', { value: writeValue(conflicts.value.get(path)) })
  }
  const setText = (name: string) => (value: string) => {
    draft.value = { ...draft.value, texts: { ...draft.value.texts, [name]: value } }
  }
  const { texts: written, fields } = draft.value
  const disabled = !mayEdit
  return (
    <Form label={label} saving={saving} onSubmit={() => void saving.run(write)}>
      {written.name !== undefined && (
        <TextField
          label={texts('name')}
          value={written.name}
          error={faultAt('name')}
          disabled={disabled}
          onValue={setText('name')}
        />
      )}
      <TextAreaField
        label={texts('description')}
        value={written.description ?? ''}
        error={faultAt('description')}
        disabled={disabled}
        onValue={setText('description')}
      />
      <TextField
        label={texts('tags')}
        hint={texts('tagsHint')}
        value={written.tags ?? ''}
        error={faultAt('tags')}
        disabled={disabled}
        onValue={setText('tags')}
      />
      <TextField
        label={texts('language')}
        value={written.language ?? ''}
        error={faultAt('language')}
        disabled={disabled}
        onValue={setText('language')}
      />
      <FieldForm
        prId={prId}
        fields={description.fields}
        values={fields}
        errors={name => faultAt('customFields', name)}
        bearer={bearer}
        disabled={disabled}
        onChange={(name, value) => {
          draft.value = { ...draft.value, fields: { ...draft.value.fields, [name]: value } }
        }}
      />
      {conflicts.value.size > 0 && (
        <div class="notice" data-kind="error" role="alert">
          {texts('conflict')}
        </div>
      )}
      <FormError saving={saving} />
      {mayEdit && (
        <div class="actions">
          {steps.length > 0 && <span class="field-hint">{texts('unsaved')}</span>}
          {conflicts.value.size > 0 && <Button onClick={() => take(base.value)}>{texts('takeTheirs')}</Button>}
          <Button kind="primary" type="submit" disabled={saving.isBusy || steps.length === 0}>
            {texts('save')}
          </Button>
        </div>
      )}
    </Form>
  )
}

function writeValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return texts('nothing')
  if (Array.isArray(value)) return value.map(writeValue).join(', ')
  const { value: word } = Object(value) as { value?: unknown }
  return word === undefined ? String(value) : writeValue(word)
}
