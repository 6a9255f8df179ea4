import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import type { Participant } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { ConfirmDialog } from '../design/dialog.tsx'
import { TextField } from '../design/field.tsx'
import { Loaded } from '../design/loaded.tsx'
import { tellError } from '../design/toasts.tsx'
import { Invited } from '../invitation/invited.tsx'
import { api } from '../platform/api.ts'
import { assign, bind } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { texts } from './messages.ts'
import { ParticipantForm } from './participant-form.tsx'
import { PersonRow } from './person-row.tsx'

interface PeopleProps {
  prId: number
  mayManage: boolean
}

/** How a member of the team, or somebody invited, is called. */
const toName = ({ fullName, username }: Participant) => fullName ?? username

/** Who is in a team and who is invited; those who manage it invite, change and remove here. */
export function People({ prId, mayManage }: PeopleProps) {
  const people = useResource(() => Array.fromAsync(listAll(api.productions.listParticipants, { prId }, 500)), [prId])
  const typed = useSignal('')
  const edited = useSignal<Participant | 'new' | undefined>(undefined)
  const removed = useSignal<Participant | undefined>(undefined)
  const invited = useSignal<Participant | undefined>(undefined)
  const finish = (saved: Participant) => {
    edited.value = undefined
    if (saved.invitationToken !== undefined) invited.value = saved
    people.reload()
  }
  const resend = async (person: Participant) => {
    finish(await api.productions.resendProductionInvitation({ prId, userId: person.id }))
  }
  const remove = (person: Participant) =>
    api.productions.removeParticipant({ prId, userId: person.id }).catch(tellError).finally(people.reload)
  return (
    <section class="section">
      <div class="page-head">
        <h2>{texts('people')}</h2>
        {mayManage && (
          <Button kind="primary" onClick={assign(edited, 'new')}>
            {texts('invite')}
          </Button>
        )}
      </div>
      <Loaded resource={people}>
        {all => {
          const shown = all.filter(person => isMeant(person, typed.value))
          return (
            <>
              <TextField label={texts('search')} type="search" {...bind(typed)} />
              <p role="status">{texts('found', { count: shown.length })}</p>
              <ul class="row-list">
                {shown.map(person => (
                  <li key={`${person.type} ${person.id}`}>
                    <PersonRow
                      person={person}
                      name={toName(person)}
                      mayManage={mayManage}
                      onEdit={assign(edited, person)}
                      onRemove={assign(removed, person)}
                      onResend={() => void resend(person).catch(tellError)}
                    />
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </Loaded>
      {edited.value !== undefined && (
        <ParticipantForm
          prId={prId}
          person={edited.value === 'new' ? undefined : edited.value}
          title={edited.value === 'new' ? texts('inviteTitle') : toName(edited.value)}
          onClose={assign(edited, undefined)}
          onSaved={finish}
        />
      )}
      {invited.value && (
        <Invited
          email={invited.value.email}
          path="/app/invitation"
          token={invited.value.invitationToken ?? ''}
          onClose={assign(invited, undefined)}
        />
      )}
      {removed.value && (
        <ConfirmDialog
          title={texts('remove')}
          question={texts('removeQuestion', { name: toName(removed.value) })}
          action={texts('remove')}
          onConfirm={() => {
            if (removed.value) void remove(removed.value)
          }}
          onClose={assign(removed, undefined)}
        />
      )}
    </section>
  )
}

function isMeant(person: Participant, typed: string): boolean {
  const text = [person.fullName, person.username, person.email, ...(person.roles ?? [])].join(' ').toLowerCase()
  return text.includes(typed.trim().toLowerCase())
}
