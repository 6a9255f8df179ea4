import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import { type EventType, eventTypes, type Webhook } from '@rushes/contract'
import { CheckField, ChoiceGroup, FieldGroup, SelectField, TextField } from '../design/fields/field.tsx'
import { FormDialog } from '../design/fields/form.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { bind, bindCheck } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { saveOver } from '../platform/reading/stale-version.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'

interface WebhookFormProps {
  accountId: number
  /** The one to change; nothing for a new one. */
  webhook: Webhook | undefined
  /** Told what was saved; a new one has its secret with it. */
  onSaved: (webhook: Webhook) => void
  onClose: () => void
}

const byFamily = [...Map.groupBy(eventTypes, type => type.split('.')[0] ?? type)]
/** All kinds of events that the service knows, by the first part of their names; those that stand alone together. */
const families: readonly (readonly [name: string | undefined, types: readonly EventType[]])[] = [
  ...byFamily.filter(([, types]) => types.length > 1),
  [undefined, byFamily.flatMap(([, types]) => (types.length > 1 ? [] : types))],
]

/** Where events go, and which. */
export function WebhookForm({ accountId, webhook, onSaved, onClose }: WebhookFormProps) {
  const label = useSignal(webhook?.label ?? '')
  const url = useSignal(webhook?.url ?? '')
  const production = useSignal(String(webhook?.productionId ?? ''))
  const types = useSignal<readonly EventType[]>(webhook?.types ?? [])
  const isActive = useSignal(webhook?.active ?? true)
  const version = useSignal(webhook?.version ?? 0)
  const saving = useSaving()
  const productions = useResource(
    async signal => {
      const query = { sort: 'name asc' }
      const all = await Array.fromAsync(listAll(api.productions.listProductions, { query, signal }, 500))
      return all.filter(item => item.accountId === accountId)
    },
    [accountId],
  )
  const productionId = production.value === '' ? undefined : Number(production.value)
  const save = () =>
    saving.run(async () => {
      const body = { label: label.value, url: url.value, types: [...types.value], active: isActive.value }
      const id = accountId
      if (webhook) {
        const changed = { ...body, productionId: productionId ?? null }
        const save = (held: number) =>
          api.webhooks.updateWebhook({ id, webhookId: webhook.id, body: { ...changed, version: held } })
        onSaved(await saveOver(version, save))
      } else {
        const created = { ...body, ...(productionId === undefined ? {} : { productionId }) }
        onSaved(await api.webhooks.createWebhook({ id, body: created }))
      }
      tell(texts('saved'))
    })
  return (
    <FormDialog
      title={webhook ? texts('edit', { name: webhook.label ?? webhook.url ?? '' }) : texts('add')}
      size="wide"
      onClose={onClose}
      saving={saving}
      onSubmit={save}
    >
      <div class="form-columns">
        <TextField label={texts('label')} error={saving.at('/label')} {...bind(label)} />
        <TextField label={texts('url')} hint={texts('urlHint')} error={saving.at('/url')} {...bind(url)} />
        <SelectField
          label={texts('production')}
          error={saving.at('/productionId')}
          options={[
            ['', texts('allProductions')],
            ...(productions.data ?? []).map(({ id, name = `#${id}` }) => [String(id), name] as const),
          ]}
          {...bind(production)}
        />
      </div>
      <CheckField label={texts('active')} {...bindCheck(isActive)} />
      <FieldGroup label={texts('types')} hint={texts('typesHint')} error={saving.at('/types')}>
        {families.map(([family, members]) => (
          <ChoiceGroup
            key={family}
            label={family ?? texts('otherTypes')}
            options={members.map(type => [type, type] as const)}
            chosen={types.value}
            onChosen={chosen => {
              const others = types.value.filter(type => !members.includes(type))
              types.value = [...others, ...members.filter(type => chosen.includes(type))]
            }}
          />
        ))}
      </FieldGroup>
    </FormDialog>
  )
}
