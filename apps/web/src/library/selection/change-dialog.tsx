import { useSignal } from '@preact/signals'
import { listFormFields, toLabel } from '../../custom-fields/described.ts'
import { FieldForm } from '../../custom-fields/field-form.tsx'
import { type FormValues, isNothing } from '../../custom-fields/values.ts'
import { CheckField, TextAreaField, TextField } from '../../design/fields/field.tsx'
import { FormDialog } from '../../design/fields/form.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { api } from '../../platform/reading/api.ts'
import { toPointer } from '../../platform/reading/faults.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { texts } from '../messages.ts'
import { texts as dialogTexts } from './messages.ts'
import type { WritingDialogProps } from './rename/rename-dialog.tsx'

const bearer = { objectType: 'MediaObjectAnnotation', funnel: 'MediaObjectAnnotation' }
const ownMembers = ['description', 'language'] as const

/** Writes what was filled in to all selected clips, and empties what is marked for that; everything else stays. */
export function FieldsDialog({ prId, ids, writer, onClose }: WritingDialogProps) {
  const description = useResource(signal => api.customFields.getAnnotationFields({ prId, signal }), [prId])
  const values = useSignal<FormValues>({})
  const own = useSignal<Readonly<Record<string, string>>>({})
  const emptied = useSignal<ReadonlySet<string>>(new Set())
  const saving = useSaving()
  const members: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(own.value)) {
    if (value.trim() !== '') members[toPointer(name)] = value.trim()
  }
  for (const [name, value] of Object.entries(values.value)) {
    if (!isNothing(value) && value !== '') members[toPointer('customFields', name)] = value
  }
  for (const path of emptied.value) members[path] = null
  const save = () => {
    const text = (count: number) => texts('applied', { count })
    const typed = Object.values(own.value).join('\n')
    void writer.change(ids, { what: 'set', members }, { text, ...(typed === '' ? {} : { typed }) })
    onClose()
  }
  const member = (name: (typeof ownMembers)[number]) => ({
    label: texts(name),
    value: own.value[name] ?? '',
    disabled: emptied.value.has(toPointer(name)),
    onValue: (value: string) => {
      own.value = { ...own.value, [name]: value }
    },
  })
  const empty = (path: string, label: string) => (
    <CheckField
      key={path}
      label={label}
      checked={emptied.value.has(path)}
      onValue={isEmptied => {
        const next = new Set(emptied.value)
        if (isEmptied) next.add(path)
        else next.delete(path)
        emptied.value = next
      }}
    />
  )
  return (
    <FormDialog
      title={dialogTexts('editFields')}
      saving={saving}
      onSubmit={save}
      action={dialogTexts('apply')}
      isDisabled={Object.keys(members).length === 0}
      onClose={onClose}
    >
      <p class="field-hint">{dialogTexts('editFieldsHint', { count: ids.length })}</p>
      <TextAreaField {...member('description')} rows={2} />
      <TextField {...member('language')} />
      <Loaded resource={description}>
        {({ fields = {} }) => (
          <>
            <FieldForm
              prId={prId}
              fields={fields}
              values={values.value}
              bearer={bearer}
              onChange={(name, value) => {
                values.value = { ...values.value, [name]: value }
              }}
            />
            <fieldset class="change-emptied">
              <legend>{dialogTexts('emptyFields')}</legend>
              {ownMembers.map(name => empty(toPointer(name), texts(name)))}
              {listFormFields(fields, bearer).map(field =>
                empty(toPointer('customFields', field.name), toLabel(field)),
              )}
            </fieldset>
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}
