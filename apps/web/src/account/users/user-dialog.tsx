import type { User } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { CheckField } from '../../design/fields/field.tsx'
import { Form, FormEnd } from '../../design/fields/form.tsx'
import { Dialog } from '../../design/floating/dialog.tsx'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { texts as appTexts } from '../../frame/messages.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { useDraft } from '../../platform/writes/draft.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { NewPasswordField } from '../../sign-in/new-password.tsx'
import { SessionList } from '../access/session-list.tsx'
import { texts } from '../administration-messages.ts'

/** What SUPPORT may do about a user: keep them out, let them in again, end their sessions, set a password. */
export function UserDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const person = useResource(signal => api.accounts.getUser({ id, signal }), [id])
  const name = person.data?.fullName ?? ''
  const act = (work: Promise<unknown>) =>
    work
      .then(() => tell(texts('done1', { name })))
      .catch(tellError)
      .finally(person.reload)
  return (
    <Dialog title={name} size="wide" onClose={onClose}>
      <Loaded resource={person}>
        {user => (
          <div class="sections">
            <section class="section">
              <p class="field-hint">
                {user.username} · {user.email}
              </p>
              <StateFields
                user={user}
                onState={state => {
                  // The new value until it is loaded again, so that the box does not jump back meanwhile.
                  person.replace({ ...user, ...state })
                  void act(setState(id, state))
                }}
              />
              {user.authenticationType === 'TWO_FA_AUTHENTICATOR' && (
                <Button kind="danger" onClick={() => void act(api.authentication.disableSecondFactor({ id }))}>
                  {texts('factorOff')}
                </Button>
              )}
            </section>
            <section class="section">
              <h3>{appTexts('sessions')}</h3>
              <SessionList key={user.version} id={id} />
            </section>
            <PasswordOf id={id} name={name} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

type State = { locked?: boolean; disabled?: boolean }

async function setState(id: number, body: State): Promise<void> {
  await api.accounts.updateUserState({ id, body, query: { waitForIndex: true } })
}

function StateFields({ user, onState }: { user: User; onState: (state: State) => void }) {
  return (
    <div>
      <CheckField label={texts('locked')} checked={user.locked === true} onValue={locked => onState({ locked })} />
      <CheckField
        label={texts('disabled')}
        checked={user.disabled === true}
        onValue={disabled => onState({ disabled })}
      />
    </div>
  )
}

function PasswordOf({ id, name }: { id: number; name: string }) {
  const saving = useSaving()
  const draft = useDraft({ newPassword: '' })
  const save = async () => {
    const isSaved = await saving.run(() => api.authentication.changePassword({ id, body: draft.values }))
    if (!isSaved) return
    draft.change({ newPassword: '' })
    tell(texts('done1', { name }))
  }
  return (
    <Form saving={saving} onSubmit={() => void save()} isFleeting>
      <NewPasswordField
        label={texts('setPasswordOf', { name })}
        error={saving.at('/newPassword')}
        {...draft.text('newPassword')}
      />
      <FormEnd saving={saving} action={texts('setPassword')} kind="quiet" />
    </Form>
  )
}
