import type { AccountRight } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { user } from '../../frame/session.ts'
import { formatDate } from '../../platform/translations.ts'
import { nameRight } from '../../team/right-texts.ts'
import { texts } from '../administration-messages.ts'
import { toPersonName } from '../person-name.ts'

interface PersonProps {
  person: AccountRight
  onEdit: () => void
  onRemove: () => void
  onResend: () => void
}

/** Somebody who takes part in an account, or is invited to. */
export function Person({ person, onEdit, onRemove, onResend }: PersonProps) {
  const name = toPersonName(person)
  const { user: known, userId, ownerId, accountInvitationState: state, rights, invitationExpires } = person
  const isInvited = known === undefined
  const isOwner = !isInvited && userId === ownerId
  const facts = [
    known === undefined ? '' : known.email,
    invitationExpires === undefined ? '' : texts('until', { date: formatDate(invitationExpires) }),
    known?.lastSeen === undefined ? '' : texts('lastSeen', { date: formatDate(known.lastSeen) }),
  ]
  return (
    <>
      <div class="row-main">
        <strong>{name}</strong>{' '}
        <span class="tags">
          {!isInvited && userId === user.value?.id && <span class="tag">{texts('you')}</span>}
          {isOwner && <span class="tag">{texts('owner')}</span>}
          {state !== 'ACCEPTED' && <span class="tag">{texts(state)}</span>}
        </span>
        <p>{facts.filter(fact => fact !== '').join(' · ')}</p>
        {person.invitationFailure !== undefined && (
          <p>
            <span class="field-error">{texts('undelivered', { reason: person.invitationFailure })}</span>
          </p>
        )}
        <p>{isOwner ? texts('ownerHint') : rights.map(nameRight).join(' · ')}</p>
      </div>
      {isInvited && (
        <Button aria-label={texts('resendOf', { name })} onClick={onResend}>
          {texts('resend')}
        </Button>
      )}
      {!isOwner && (
        <>
          <Button aria-label={texts('editOf', { name })} onClick={onEdit}>
            {texts('edit')}
          </Button>
          <Button kind="danger" aria-label={texts('removeOf', { name })} onClick={onRemove}>
            {texts('remove')}
          </Button>
        </>
      )}
    </>
  )
}
