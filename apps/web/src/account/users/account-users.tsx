import { useSignal } from '@preact/signals'
import type { AccountRight } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { ConfirmDialog } from '../../design/floating/dialog.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { Records } from '../../design/lists/records.tsx'
import { Invited } from '../../invitation/invited.tsx'
import { assign } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { texts } from '../administration-messages.ts'
import { toPersonName } from '../person-name.ts'
import { toPersonCells } from './account-person.tsx'
import { AccountUserForm } from './account-user-form.tsx'
import { NewUserForm } from './new-user-form.tsx'

/** Who takes part in an account and who is invited; rights are given and taken here. */
export function AccountUsers({ accountId }: { accountId: number }) {
  const people = useResource(signal => api.accounts.listAccountParticipants({ id: accountId, signal }), [accountId])
  const edited = useSignal<AccountRight | 'new' | undefined>(undefined)
  const removed = useSignal<AccountRight | undefined>(undefined)
  const invited = useSignal<AccountRight | undefined>(undefined)
  const isMaking = useSignal(false)
  const finish = (saved: AccountRight) => {
    edited.value = undefined
    if (saved.invitationToken !== undefined) invited.value = saved
    people.reload()
  }
  const resend = async (person: AccountRight) => {
    finish(await api.accounts.resendAccountInvitation({ id: accountId, userId: person.userId }))
  }
  const remove = ({ userId }: AccountRight) =>
    api.accounts.removeAccountParticipant({ id: accountId, userId }).catch(tellError).finally(people.reload)
  return (
    <section class="section">
      <div class="page-head">
        <h2>{texts('users')}</h2>
        <div class="actions">
          <Button kind="primary" onClick={assign(edited, 'new')}>
            {texts('invite')}
          </Button>
          <Button onClick={assign(isMaking, true)}>{texts('newUser')}</Button>
        </div>
      </div>
      <p>{texts('usersHint')}</p>
      <Loaded resource={people}>
        {({ items }) => (
          <Records
            label={texts('users')}
            columns={[
              ['minmax(0, 4fr)', texts('userName')],
              ['minmax(0, 4fr)', texts('rights')],
              ['minmax(0, 2fr)', texts('userState')],
              ['minmax(88px, 1fr)', texts('seen')],
              ['176px', ''],
            ]}
            items={items}
            toKey={person => `${person.email ?? ''}${person.userId}`}
          >
            {person =>
              toPersonCells({
                person,
                onEdit: assign(edited, person),
                onRemove: assign(removed, person),
                onResend: () => void resend(person).catch(tellError),
              })
            }
          </Records>
        )}
      </Loaded>
      {edited.value !== undefined && (
        <AccountUserForm
          accountId={accountId}
          person={edited.value === 'new' ? undefined : edited.value}
          onClose={assign(edited, undefined)}
          onSaved={finish}
        />
      )}
      {isMaking.value && (
        <NewUserForm
          accountId={accountId}
          onClose={assign(isMaking, false)}
          onMade={() => {
            isMaking.value = false
            people.reload()
          }}
        />
      )}
      {removed.value && (
        <ConfirmDialog
          title={texts('remove')}
          question={texts('removeQuestion', { name: toPersonName(removed.value) })}
          action={texts('remove')}
          onConfirm={() => {
            if (removed.value) void remove(removed.value)
          }}
          onClose={assign(removed, undefined)}
        />
      )}
      {invited.value && (
        <Invited
          email={invited.value.email ?? ''}
          path="/app/account-invitation"
          token={invited.value.invitationToken ?? ''}
          onClose={assign(invited, undefined)}
        />
      )}
    </section>
  )
}
