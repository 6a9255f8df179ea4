import { useSignal } from '@preact/signals'
import { type AccessTokenCreation, accountRights, productionRights, systemRights } from '@rushes/contract'
import { ChoiceGroup, SelectField, TextField } from '../../design/fields/field.tsx'
import { FormDialog } from '../../design/fields/form.tsx'
import { user } from '../../frame/session.ts'
import { fromLocalInput } from '../../platform/local-time.ts'
import { api } from '../../platform/reading/api.ts'
import { useDraft } from '../../platform/writes/draft.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { toRightOptions } from '../../team/right-texts.ts'
import { texts } from '../messages.ts'
import { getOwnId } from '../own-id.ts'

interface TokenFormProps {
  onClose: () => void
  onMade: (token: string) => void
}

type Rights = NonNullable<AccessTokenCreation['rights']>

/** A new API token: its name, its end, and the rights that it is confined to. */
export function TokenForm({ onClose, onMade }: TokenFormProps) {
  const saving = useSaving()
  const draft = useDraft<{ label: string; expires: string; extent: string; rights: Rights }>({
    label: '',
    expires: '',
    extent: 'some',
    rights: [],
  })
  const { label, extent, rights } = draft.values
  const expires = fromLocalInput(draft.values.expires)
  const isEmpty = useSignal(false)
  const make = () => {
    isEmpty.value = extent === 'some' && rights.length === 0
    if (isEmpty.value) return
    void saving.run(async () => {
      const body = {
        label,
        ...(expires === undefined ? {} : { expires }),
        ...(extent === 'all' ? {} : { rights }),
      }
      const { token = '' } = await api.authentication.createAccessToken({ id: getOwnId(), body })
      onMade(token)
    })
  }
  const held = user.value?.roles ?? []
  const groups = [
    ['productionRights', productionRights],
    ['accountRights', accountRights],
    ['systemRights', systemRights.filter(right => held.includes(right))],
  ] as const
  return (
    <FormDialog
      title={texts('newToken')}
      size="wide"
      onClose={onClose}
      saving={saving}
      onSubmit={make}
      action={texts('createToken')}
    >
      <TextField label={texts('tokenLabel')} required error={saving.at('/label')} {...draft.text('label')} />
      <TextField
        label={texts('tokenExpires')}
        hint={texts('tokenExpiresHint')}
        type="datetime-local"
        error={saving.at('/expires')}
        {...draft.text('expires')}
      />
      <SelectField
        label={texts('tokenRights')}
        options={[
          ['some', texts('tokenSome')],
          ['all', texts('tokenAll')],
        ]}
        error={isEmpty.value ? texts('tokenNoRight') : saving.at('/rights')}
        {...draft.text('extent')}
      />
      {extent === 'some' &&
        groups
          .filter(([, options]) => options.length > 0)
          .map(([name, options]) => (
            <ChoiceGroup
              key={name}
              label={texts(name)}
              options={toRightOptions(options as Rights)}
              chosen={rights}
              onChosen={chosen => {
                const others = rights.filter(right => !(options as Rights).includes(right))
                draft.change({ rights: [...others, ...(chosen as Rights)] })
              }}
            />
          ))}
    </FormDialog>
  )
}
