import type { Participant, ProductionRight } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Button } from '../design/fields/button.tsx'
import { Menu } from '../design/floating/menu.tsx'
import { RecordName } from '../design/lists/records.tsx'
import { Avatar } from '../design/people/avatar.tsx'
import { Status } from '../design/status/status.tsx'
import { user } from '../frame/session.ts'
import { formatDate } from '../platform/translations.ts'
import { texts } from './messages.ts'
import { nameRight } from './right-texts.ts'

interface PersonRowProps {
  person: Participant
  name: string
  mayManage: boolean
  onEdit: () => void
  onRemove: () => void
  onResend: () => void
}

/** One of a team in columns: name, roles, rights on demand, whether they have come yet, and when last. */
export function toPersonCells(row: PersonRowProps): ComponentChildren[] {
  const { person, name, mayManage, onEdit } = row
  const { email, roles = [], rights = [], invitationFailure } = person
  const isYou = person.type !== 'UNREGISTERED' && person.id === user.value?.id
  const told = roles.length === 0 ? texts('noRole') : roles.map(String).join(', ')
  return [
    <>
      <Avatar name={name} id={person.id} size={28} />
      <div class="record-name">
        <RecordName
          name={
            <>
              {name} {isYou && <span class="tag">{texts('you')}</span>}
            </>
          }
          facts={[email === name ? undefined : email]}
        />
        {invitationFailure !== undefined && (
          <span class="field-error">{texts('undelivered', { reason: invitationFailure })}</span>
        )}
      </div>
    </>,
    mayManage ? (
      <Button kind="quiet" class="record-choice" aria-label={`${texts('editOf', { name })}: ${told}`} onClick={onEdit}>
        {told}
      </Button>
    ) : (
      told
    ),
    rights.length === 0 ? (
      texts('noRights')
    ) : (
      <details>
        <summary>{texts('rightCount', { count: rights.length })}</summary>
        <ul>
          {rights.map(right => (
            <li key={right}>{nameRight(right as ProductionRight)}</li>
          ))}
        </ul>
      </details>
    ),
    <Standing key="standing" person={person} />,
    person.lastSeen === undefined ? '' : formatDate(person.lastSeen),
    mayManage ? <Actions {...row} /> : '',
  ]
}

/** Of somebody invited, how far they are; of a member, whether they sign in with a second factor. */
function Standing({ person: { invitationState = 'ACCEPTED', authenticationType } }: { person: Participant }) {
  if (invitationState !== 'ACCEPTED')
    return <Status kind={invitationState === 'EXPIRED' ? 'attention' : 'info'}>{texts(invitationState)}</Status>
  const isOn = authenticationType === 'TWO_FA_AUTHENTICATOR'
  return <Status kind={isOn ? 'good' : 'none'}>{texts(isOn ? 'factorOn' : 'factorOff')}</Status>
}

function Actions({ person, name, onEdit, onRemove, onResend }: PersonRowProps) {
  return (
    <div class="record-actions">
      {person.type === 'UNREGISTERED' && (
        <Button small aria-label={texts('resendOf', { name })} onClick={onResend}>
          {texts('resend')}
        </Button>
      )}
      <Menu
        label={texts('actionsFor', { name })}
        button={{ kind: 'icon', icon: 'ellipsis' }}
        items={[
          { text: texts('edit'), icon: 'pencil', onChoose: onEdit },
          { text: texts('remove'), icon: 'trash', kind: 'danger', onChoose: onRemove },
        ]}
      />
    </div>
  )
}
