import { useSignal } from '@preact/signals'
import type { Production } from '@rushes/contract'
import { SelectField, TextAreaField, TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { bind } from '../platform/bind.ts'
import { fromLocalInput, toLocalInput } from '../platform/local-time.ts'
import { api } from '../platform/reading/api.ts'
import { saveOver } from '../platform/reading/stale-version.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { DeleteProduction } from './delete-production.tsx'
import { texts } from './messages.ts'
import { SettingForm, type SettingTabProps } from './setting-form.tsx'

interface GeneralSettingsProps extends SettingTabProps {
  production: Production
  onProduction: (production: Production) => void
}

/** What the production is called, its language, and its end. */
export function GeneralSettings({ production, onProduction, ...props }: GeneralSettingsProps) {
  return (
    <>
      <ProductionForm production={production} onProduction={onProduction} />
      <SettingForm {...props} name="defaultLanguage" title={texts('language')} read={value => String(value ?? '')}>
        {(draft, change, saving) => (
          <TextField
            label={texts('defaultLanguage')}
            hint={texts('languageHint')}
            error={saving.at('/defaultLanguage')}
            value={draft}
            onValue={change}
          />
        )}
      </SettingForm>
      <DeleteProduction production={production} />
    </>
  )
}

function ProductionForm({ production, onProduction }: Pick<GeneralSettingsProps, 'production' | 'onProduction'>) {
  const { id: prId } = production
  const version = useSignal(production.version)
  const name = useSignal(production.name ?? '')
  const description = useSignal(production.description ?? '')
  const activeStatus = useSignal(production.activeStatus ?? 'Active')
  const deliveryDate = useSignal(toLocalInput(production.deliveryDate))
  const saving = useSaving()
  const save = async () => {
    const date = fromLocalInput(deliveryDate.value)
    const body = {
      name: name.value,
      description: description.value,
      activeStatus: activeStatus.value,
      ...(date === undefined ? {} : { deliveryDate: date }),
    }
    const isSaved = await saving.run(async () => {
      const saved = await saveOver(version, held =>
        api.productions.updateProduction({ prId, body: { ...body, version: held } }),
      )
      version.value = saved.version
      onProduction(saved)
    })
    if (isSaved) tell(texts('saved'))
  }
  return (
    <section class="setting">
      <h2>{texts('production')}</h2>
      <Form saving={saving} onSubmit={save} label={texts('production')}>
        <TextField label={texts('name')} error={saving.at('/name')} {...bind(name)} />
        <TextAreaField label={texts('description')} error={saving.at('/description')} {...bind(description)} />
        <div class="form-columns">
          <SelectField
            label={texts('activeStatus')}
            value={activeStatus.value}
            options={[
              ['Active', texts('active')],
              ['Archived', texts('archived')],
            ]}
            onValue={value => {
              activeStatus.value = value === 'Archived' ? 'Archived' : 'Active'
            }}
          />
          <TextField
            label={texts('deliveryDate')}
            type="datetime-local"
            error={saving.at('/deliveryDate')}
            {...bind(deliveryDate)}
          />
        </div>
        <FormEnd saving={saving} />
      </Form>
    </section>
  )
}
