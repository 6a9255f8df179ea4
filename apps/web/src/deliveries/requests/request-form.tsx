import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import type { DeliveryRequest, DeliveryRequestCreation, JsonPatch } from '@rushes/contract'
import { FormDefinition, fromNamedFields, toNamedFields } from '../../custom-fields/editor/form-definition.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../design/fields/field.tsx'
import { FormDialog } from '../../design/fields/form.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { fromLocalInput, toLocalInput } from '../../platform/local-time.ts'
import { api } from '../../platform/reading/api.ts'
import { toPointer } from '../../platform/reading/faults.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { saveOver } from '../../platform/reading/stale-version.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { texts } from '../messages.ts'
import { toName } from '../standing.ts'

interface RequestFormProps {
  prId: number
  /** The one to change; nothing for a new one. */
  request: DeliveryRequest | undefined
  onSaved: (request: DeliveryRequest) => void
  onClose: () => void
}

const textNames = ['label', 'group', 'subGroup', 'assignee'] as const
const dateNames = ['deliveryDate', 'expectedDeliveryDate'] as const
const flagNames = ['allowMultipleSubmissions', 'continueFromPreviousSubmission', 'allowFlowTransfer'] as const
const draftNames = [
  ...textNames,
  ...dateNames,
  ...flagNames,
  'deliveryRequestType',
  'description',
  'editorialObjectId',
  'volumeAccessHandle',
] as const

/** Members of a request that the form edits. */
type Draft = Omit<DeliveryRequestCreation, 'formFieldsDefinition' | 'editorialObject'>

/** What is asked for, of whom, until when, and what suppliers fill in. */
export function RequestForm({ prId, request, onSaved, onClose }: RequestFormProps) {
  const before = useSignal(pickDraft(request)).value
  const version = useSignal(request?.version ?? 0)
  const draft = useSignal<Draft>(before)
  const fieldsBefore = useSignal(toNamedFields(request?.formFieldsDefinition?.fields)).value
  const fields = useSignal(fieldsBefore)
  const saving = useSaving()
  const collections = useResource(
    () => Array.fromAsync(listAll(api.collections.listCollections, { prId, query: { sort: 'title asc' } }, 500)),
    [prId],
  )
  const change = (changed: Partial<Record<keyof Draft, unknown>>) => {
    draft.value = { ...draft.value, ...changed } as Draft
  }
  const save = () =>
    saving.run(async () => {
      const isFormChanged = JSON.stringify(fields.value) !== JSON.stringify(fieldsBefore)
      const formFieldsDefinition = { ...request?.formFieldsDefinition, fields: fromNamedFields(fields.value) }
      const form = isFormChanged ? { formFieldsDefinition } : {}
      onSaved(
        request
          ? await saveOver(version, held => {
              const headers = { 'if-match': `"${held}"` }
              const body = [...listSteps(before, draft.value), ...Object.entries(form).map(toAddition)]
              return api.delivery.patchDeliveryRequest({ prId, id: request.id, body, headers })
            })
          : await api.delivery.createDeliveryRequest({ prId, body: { ...draft.value, ...form } }),
      )
      tell(texts('saved'))
    })
  return (
    <FormDialog
      title={request ? texts('edit', { name: toName(request) }) : texts('add')}
      size="wide"
      onClose={onClose}
      saving={saving}
      onSubmit={save}
    >
      <div class="form-columns">
        {textNames.map(name => (
          <TextField
            key={name}
            label={texts(name)}
            error={saving.at(`/${name}`)}
            value={draft.value[name] ?? ''}
            onValue={value => change({ [name]: value })}
          />
        ))}
        <TextField
          label={texts('deliveryRequestType')}
          hint={texts('deliveryRequestTypeHint')}
          error={saving.at('/deliveryRequestType')}
          value={draft.value.deliveryRequestType ?? ''}
          onValue={value => change({ deliveryRequestType: value === '' ? undefined : value })}
        />
        <SelectField
          label={texts('collection')}
          error={saving.at('/editorialObjectId')}
          // A request cannot be taken away from its collection.
          disabled={request?.editorialObjectId !== undefined && draft.value.editorialObjectId === undefined}
          value={String(draft.value.editorialObjectId ?? '')}
          options={[
            ...(request?.editorialObjectId === undefined ? [['', texts('noCollection')] as const] : []),
            ...(collections.data ?? []).map(({ id, title = `#${id}` }) => [String(id), title] as const),
          ]}
          onValue={value => change({ editorialObjectId: value === '' ? undefined : Number(value) })}
        />
        {dateNames.map(name => (
          <TextField
            key={name}
            label={texts(name)}
            type="datetime-local"
            error={saving.at(`/${name}`)}
            value={toLocalInput(draft.value[name])}
            onValue={value => change({ [name]: fromLocalInput(value) })}
          />
        ))}
        <TextField
          label={texts('volumeAccessHandle')}
          hint={texts('volumeAccessHandleHint')}
          error={saving.at('/volumeAccessHandle')}
          value={draft.value.volumeAccessHandle ?? ''}
          onValue={value => change({ volumeAccessHandle: value === '' ? undefined : value })}
        />
      </div>
      <TextAreaField
        label={texts('description')}
        error={saving.at('/description')}
        value={draft.value.description ?? ''}
        onValue={value => change({ description: value })}
      />
      <div class="choices">
        {flagNames.map(name => (
          <CheckField
            key={name}
            label={texts(name)}
            checked={draft.value[name] === true}
            onValue={value => change({ [name]: value })}
          />
        ))}
      </div>
      <h3>{texts('form')}</h3>
      <FormDefinition
        label={texts('form')}
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

function pickDraft(request: DeliveryRequest | undefined): Draft {
  if (!request) return {}
  return Object.fromEntries(draftNames.map(name => [name, request[name]])) as Draft
}

/** The steps for what was changed alone: what others change meanwhile in the rest stays. What was emptied goes. */
function listSteps(before: Draft, after: Draft): JsonPatch {
  return draftNames
    .filter(name => (after[name] ?? '') !== (before[name] ?? ''))
    .flatMap(name => {
      const value = after[name] ?? ''
      // What others have emptied already cannot be removed, only overwritten.
      return value === ''
        ? [toAddition([name, null]), { op: 'remove' as const, path: toPointer(name) }]
        : [toAddition([name, value])]
    })
}

function toAddition([name, value]: [name: string, value: unknown]): JsonPatch[number] {
  return { op: 'add', path: toPointer(name), value }
}
