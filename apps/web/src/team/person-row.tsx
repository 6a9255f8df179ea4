import type { Participant, ProductionRight } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Button } from '../design/fields/button.tsx'
import { Menu } from '../design/floating/menu.tsx'
import { Icon } from '../design/icons.tsx'
import { RecordName } from '../design/lists/records.tsx'
import { Avatar } from '../design/people/avatar.tsx'
import { Status } from '../design/status/status.tsx'
import { user } from '../frame/session.ts'
import { formatDay } from '../platform/dates.ts'
import { formatDate } from '../platform/translations.ts'
import { writeAge } from '../review/comments/age.ts'
import { texts } from './messages.ts'
import { nameRight } from './right-texts.ts'

interface PersonRowProps {
  person: Participant
  name: string
  mayManage: boolean
  /** The names of the roles of the production. */
  roles: readonly string[]
  onRole: (role: string) => void
  onEdit: () => void
  onRemove: () => void
  onResend: () => void
}

/** One of a team in columns: name, roles, rights on demand, whether they have come yet, and when last. */
export function toPersonCells(row: PersonRowProps): ComponentChildren[] {
  const { person, name, mayManage } = row
  const { email, roles = [], rights = [], invitationFailure, invitationExpires, invitationState } = person
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
          facts={[
            email === name ? undefined : email,
            invitationExpires === undefined || invitationState === 'EXPIRED'
              ? undefined
              : texts('invitationEnds', { date: formatDay(invitationExpires) }),
          ]}
        />
        {invitationFailure !== undefined && (
          <span class="field-error">{texts('undelivered', { reason: invitationFailure })}</span>
        )}
      </div>
    </>,
    mayManage ? <RoleMenu {...row} shown={told} /> : told,
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
    person.lastSeen === undefined ? (
      ''
    ) : (
      <time key="seen" dateTime={new Date(person.lastSeen).toISOString()} title={formatDate(person.lastSeen)}>
        {writeAge(person.lastSeen)}
      </time>
    ),
    mayManage ? <Actions {...row} /> : '',
  ]
}

/** The role of somebody, and another one in its place; several are given in a window. */
function RoleMenu({ person, name, roles, shown, onRole, onEdit }: PersonRowProps & { shown: string }) {
  const held = (person.roles ?? []).map(String)
  return (
    <Menu
      label={texts('roleOf', { name, role: shown })}
      button={{ kind: 'quiet', class: 'record-choice' }}
      align="start"
      items={[
        ...roles.map(role => ({
          text: role,
          section: 'roles',
          isChecked: held.includes(role),
          onChoose: () => onRole(role),
        })),
        { text: texts('rolesAndRights'), section: 'more', icon: 'sliders', onChoose: onEdit },
      ]}
    >
      {shown} <Icon name="chevron-down" size={14} />
    </Menu>
  )
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
