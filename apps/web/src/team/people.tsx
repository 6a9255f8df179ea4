import { useSignal } from '@preact/signals'
import { listAll } from '@rushes/client'
import type { Participant } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { SearchField } from '../design/fields/search-field.tsx'
import { Segments } from '../design/fields/segments.tsx'
import { ConfirmDialog } from '../design/floating/dialog.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { Records } from '../design/lists/records.tsx'
import { Invited } from '../invitation/invited.tsx'
import { assign, bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { formatNumber } from '../platform/translations.ts'
import { texts } from './messages.ts'
import { findFurther, ParticipantForm } from './participant-form.tsx'
import { toPersonCells } from './person-row.tsx'

interface PeopleProps {
  prId: number
  mayManage: boolean
}

/** How a member of the team, or somebody invited, is called. */
const toName = ({ fullName, username }: Participant) => fullName ?? username

/** Who is in a team and who is invited; those who manage it invite, change and remove here. */
export function People({ prId, mayManage }: PeopleProps) {
  const people = useResource(() => Array.fromAsync(listAll(api.productions.listParticipants, { prId }, 500)), [prId])
  const roles = useResource(
    async signal => (mayManage ? (await api.productions.listRoles({ prId, signal })).items : []),
    [prId, mayManage],
  )
  const typed = useSignal('')
  const filter = useSignal<Filter>('everybody')
  const edited = useSignal<Participant | 'new' | undefined>(undefined)
  const removed = useSignal<Participant | undefined>(undefined)
  const invited = useSignal<Participant | undefined>(undefined)
  const clear = () => {
    typed.value = ''
    filter.value = 'everybody'
  }
  const finish = (saved: Participant) => {
    edited.value = undefined
    if (saved.invitationToken !== undefined) invited.value = saved
    people.reload()
  }
  const resend = async (person: Participant) => {
    finish(await api.productions.resendProductionInvitation({ prId, userId: person.id }))
  }
  const grant = async (person: Participant, names: readonly string[]) => {
    const body = { roles: [...names], rights: findFurther(person, roles.data ?? []) }
    await api.productions.updateParticipant({ prId, userId: person.id, body })
    people.reload()
  }
  const setRole = async (person: Participant, role: string) => {
    const before = (person.roles ?? []).map(String)
    if (before.length === 1 && before[0] === role) return
    await grant(person, [role])
    tell(texts('nowHas', { name: toName(person), role }), 'info', [
      { text: texts('undo'), onChoose: () => void grant(person, before).catch(tellError) },
    ])
  }
  const remove = (person: Participant) =>
    api.productions.removeParticipant({ prId, userId: person.id }).catch(tellError).finally(people.reload)
  const all = people.data ?? []
  const shown = all.filter(person => isMeant(person, typed.value) && passes(person, filter.value))
  const choices = filters
    .map(name => [name, texts(name), all.filter(person => passes(person, name)).length] as const)
    .filter(([name, , count]) => name === 'everybody' || name === filter.value || count > 0)
  return (
    <section class="section">
      <div class="page-head">
        <h2>
          {texts('people')} {people.data && <span class="count">{formatNumber(people.data.length)}</span>}
        </h2>
        <div class="actions">
          <SearchField label={texts('search')} placeholder={texts('searchHint')} {...bind(typed)} />
          {mayManage && (
            <Button kind="primary" icon="user-plus" onClick={assign(edited, 'new')}>
              {texts('invite')}
            </Button>
          )}
        </div>
      </div>
      <p class="only-heard" role="status">
        {texts('found', { count: shown.length })}
      </p>
      {choices.length > 1 && (
        <Segments
          label={texts('filter')}
          choices={choices}
          chosen={filter.value}
          onChoose={name => {
            filter.value = name
          }}
        />
      )}
      <Loaded resource={people}>
        {() =>
          shown.length === 0 ? (
            <EmptyState text={texts('nobodyFound')} action={<Button onClick={clear}>{texts('clearSearch')}</Button>} />
          ) : (
            <Records
              label={texts('people')}
              columns={[
                ['minmax(0, 4fr)', texts('name')],
                ['minmax(0, 4fr)', texts('role')],
                ['minmax(0, 2fr)', texts('showRights')],
                ['minmax(0, 2fr)', texts('secondFactor')],
                ['minmax(0, 2fr)', texts('lastSeen')],
                ['120px', ''],
              ]}
              items={shown}
              toKey={person => `${person.type} ${person.id}`}
            >
              {person =>
                toPersonCells({
                  person,
                  name: toName(person),
                  mayManage,
                  roles: (roles.data ?? []).map(({ name = '' }) => name),
                  onRole: role => void setRole(person, role).catch(tellError),
                  onEdit: assign(edited, person),
                  onRemove: assign(removed, person),
                  onResend: () => void resend(person).catch(tellError),
                })
              }
            </Records>
          )
        }
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

const filters = ['everybody', 'invitedOnly', 'withoutFactor'] as const
type Filter = (typeof filters)[number]

function passes({ type, authenticationType }: Participant, filter: Filter): boolean {
  if (filter === 'invitedOnly') return type === 'UNREGISTERED'
  return filter === 'everybody' || (type !== 'UNREGISTERED' && authenticationType !== 'TWO_FA_AUTHENTICATOR')
}

function isMeant(person: Participant, typed: string): boolean {
  const text = [person.fullName, person.username, person.email, ...(person.roles ?? [])].join(' ').toLowerCase()
  return text.includes(typed.trim().toLowerCase())
}
