import type { AccountRight } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Button } from '../../design/fields/button.tsx'
import { RecordName } from '../../design/lists/records.tsx'
import { Avatar } from '../../design/people/avatar.tsx'
import { Status, type StatusKind } from '../../design/status/status.tsx'
import { user } from '../../frame/session.ts'
import { formatDay } from '../../platform/dates.ts'
import { formatDate } from '../../platform/translations.ts'
import { writeAge } from '../../review/comments/age.ts'
import { nameRight } from '../../team/right-texts.ts'
import { texts } from '../administration-messages.ts'
import { toPersonName } from '../person-name.ts'

interface PersonProps {
  person: AccountRight
  onEdit: () => void
  onRemove: () => void
  onResend: () => void
}

const kinds: Readonly<Record<AccountRight['accountInvitationState'], StatusKind>> = {
  ACCEPTED: 'good',
  ACCEPTED_AWAITING_2FA: 'attention',
  PENDING: 'info',
  PENDING_AWAITING_2FA: 'info',
  EXPIRED: 'attention',
}

/** Somebody who takes part in an account, or is invited to, in columns: name, rights, state, when last seen. */
export function toPersonCells(row: PersonProps): ComponentChildren[] {
  const { person } = row
  const name = toPersonName(person)
  const { user: known, userId, ownerId, accountInvitationState: state, rights, invitationExpires } = person
  const isOwner = known !== undefined && userId === ownerId
  return [
    <>
      <Avatar name={name} id={userId} size={28} />
      <div class="record-name">
        <RecordName
          name={
            <>
              {name} {known !== undefined && userId === user.value?.id && <span class="tag">{texts('you')}</span>}
            </>
          }
          facts={[
            known?.email === name ? undefined : known?.email,
            invitationExpires === undefined ? undefined : texts('until', { date: formatDay(invitationExpires) }),
          ]}
        />
        {person.invitationFailure !== undefined && (
          <span class="field-error">{texts('undelivered', { reason: person.invitationFailure })}</span>
        )}
      </div>
    </>,
    isOwner ? texts('ownerHint') : rights.map(nameRight).join(' · '),
    <Status key="state" kind={kinds[state]}>
      {texts(isOwner ? 'owner' : state)}
    </Status>,
    known?.lastSeen !== undefined && (
      <time key="seen" dateTime={new Date(known.lastSeen).toISOString()} title={formatDate(known.lastSeen)}>
        {writeAge(known.lastSeen)}
      </time>
    ),
    <Actions key="actions" {...row} name={name} isInvited={known === undefined} isOwner={isOwner} />,
  ]
}

interface ActionsProps extends PersonProps {
  name: string
  isInvited: boolean
  isOwner: boolean
}

function Actions({ name, isInvited, isOwner, onEdit, onRemove, onResend }: ActionsProps) {
  return (
    <div class="record-actions">
      {isInvited && (
        <Button small aria-label={texts('resendOf', { name })} onClick={onResend}>
          {texts('resend')}
        </Button>
      )}
      {!isOwner && (
        <>
          <Button small aria-label={texts('editOf', { name })} onClick={onEdit}>
            {texts('edit')}
          </Button>
          <Button kind="icon" icon="trash" aria-label={texts('removeOf', { name })} onClick={onRemove} />
        </>
      )}
    </div>
  )
}
