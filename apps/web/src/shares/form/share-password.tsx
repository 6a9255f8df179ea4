import type { ShareObject } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { Form, FormEnd } from '../../design/fields/form.tsx'
import { PasswordField } from '../../design/fields/password-field.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { texts as designTexts } from '../../design/messages.ts'
import { api } from '../../platform/reading/api.ts'
import { useDraft } from '../../platform/writes/draft.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { texts } from '../messages.ts'

interface SharePasswordProps {
  share: ShareObject
  onSaved: (share: ShareObject) => void
}

/** The password of a share: set, changed, taken away. */
export function SharePassword({ share, onSaved }: SharePasswordProps) {
  const { id, productionId: prId = 0, passwordProtected } = share
  const saving = useSaving()
  const draft = useDraft({ password: '' })
  const set = async (password: string) => {
    const isSaved = await saving.run(async () => {
      onSaved(await api.sharing.setSharePassword({ prId, id, body: password }))
    })
    if (!isSaved) return
    draft.change({ password: '' })
    tell(designTexts('saved'))
  }
  return (
    <section class="section">
      <h2>{texts('password')}</h2>
      <p>{texts(passwordProtected ? 'passwordSet' : 'passwordNone')}</p>
      <Form saving={saving} onSubmit={() => void set(draft.values.password)} label={texts('password')} isFleeting>
        <PasswordField label={texts('passwordNew')} required {...draft.text('password')} />
        <FormEnd saving={saving} action={texts('changePassword')} kind="quiet">
          {passwordProtected && (
            <Button kind="danger" disabled={saving.isBusy} onClick={() => void set('')}>
              {texts('clearPassword')}
            </Button>
          )}
        </FormEnd>
      </Form>
    </section>
  )
}
