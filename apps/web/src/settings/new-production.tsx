import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../design/fields/button.tsx'
import { SelectField, TextAreaField, TextField } from '../design/fields/field.tsx'
import { FormDialog } from '../design/fields/form.tsx'
import { user } from '../frame/session.ts'
import { assign, bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, navigate, setQuery } from '../platform/router.tsx'
import { useSaving } from '../platform/writes/saving.ts'
import { listCreatableAccounts } from './creatable-accounts.ts'
import { texts } from './messages.ts'
import { toItems, toMembers } from './setting-form.tsx'

/** A button that creates a production, for users who may do so in one of their accounts. */
export function NewProduction() {
  const userId = user.value?.id
  const isOpen = useSignal(false)
  const accounts = useResource(signal => listCreatableAccounts(userId, signal), [userId])
  const isAsked = getQuery('new') === 'production'
  useEffect(() => {
    if (!isAsked) return
    isOpen.value = true
    setQuery({ new: undefined })
  }, [isAsked])
  if (!accounts.data || accounts.data.length === 0) return null
  return (
    <>
      <Button kind="primary" icon="plus" onClick={assign(isOpen, true)}>
        {texts('newProduction')}
      </Button>
      {isOpen.value && (
        <NewProductionDialog
          accounts={accounts.data.map(({ id, displayName = `#${id}` }) => [String(id), displayName] as const)}
          onClose={assign(isOpen, false)}
        />
      )}
    </>
  )
}

interface NewProductionDialogProps {
  /** Those in which the user may make one: id and name. */
  accounts: readonly (readonly [id: string, name: string])[]
  onClose: () => void
}

function NewProductionDialog({ accounts, onClose }: NewProductionDialogProps) {
  const account = useSignal(accounts[0]?.[0] ?? '')
  const name = useSignal('')
  const description = useSignal('')
  const template = useSignal('')
  const saving = useSaving()
  const accountId = Number(account.value)
  const templates = useResource(signal => listTemplates(accountId, signal), [accountId])
  const create = () =>
    saving.run(async () => {
      const body = {
        accountId,
        name: name.value,
        ...(description.value === '' ? {} : { description: description.value }),
        ...(template.value === '' ? {} : { settingsTemplate: template.value }),
      }
      const { id } = await api.productions.createProduction({ body })
      navigate(`/app/production/${id}`)
    })
  return (
    <FormDialog
      title={texts('newProduction')}
      onClose={onClose}
      saving={saving}
      onSubmit={create}
      action={texts('create')}
    >
      {accounts.length > 1 && (
        <SelectField
          label={texts('account')}
          error={saving.at('/accountId')}
          value={account.value}
          options={accounts}
          onValue={value => {
            account.value = value
            template.value = ''
          }}
        />
      )}
      <TextField label={texts('name')} error={saving.at('/name')} {...bind(name)} />
      <TextAreaField label={texts('description')} error={saving.at('/description')} {...bind(description)} />
      {templates.data !== undefined && templates.data.length > 0 && (
        <SelectField
          label={texts('template')}
          error={saving.at('/settingsTemplate')}
          options={[['', texts('templateDefault')], ...templates.data]}
          {...bind(template)}
        />
      )}
    </FormDialog>
  )
}

/** The account's templates of settings: name and label. */
async function listTemplates(accountId: number, signal: AbortSignal): Promise<(readonly [string, string])[]> {
  const { productionSettingsTemplates } = toMembers(await api.accounts.getAccountSettings({ id: accountId, signal }))
  return toItems(productionSettingsTemplates)
    .map(toMembers)
    .map(({ name, label }) => [String(name), String(label ?? name)] as const)
}
