import type { Participant, ProductionRight } from '@rushes/contract'
import { user } from '../app/session.ts'
import { Button } from '../design/button.tsx'
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

/** One of a team: name, roles, rights on demand, and whether they have come yet. */
export function PersonRow({ person, name, mayManage, onEdit, onRemove, onResend }: PersonRowProps) {
  const { email, roles = [], rights = [], invitationState = 'ACCEPTED' } = person
  const isInvited = person.type === 'UNREGISTERED'
  return (
    <>
      <div class="row-main">
        <strong>{name}</strong>{' '}
        <span class="tags">
          {!isInvited && person.id === user.value?.id && <span class="tag">{texts('you')}</span>}
          {roles.map(role => (
            <span class="tag" key={String(role)}>
              {String(role)}
            </span>
          ))}
          {invitationState !== 'ACCEPTED' && <span class="tag">{texts(invitationState)}</span>}
        </span>
        {email !== name && <p>{email}</p>}
        {person.invitationFailure !== undefined && (
          <p>
            <span class="field-error">{texts('undelivered', { reason: person.invitationFailure })}</span>
          </p>
        )}
        <details>
          <summary>{texts('showRights')}</summary>
          {rights.length === 0 ? (
            <p>{texts('noRights')}</p>
          ) : (
            <ul>
              {rights.map(right => (
                <li key={right}>{nameRight(right as ProductionRight)}</li>
              ))}
            </ul>
          )}
        </details>
      </div>
      {mayManage && (
        <>
          {isInvited && (
            <Button aria-label={texts('resendOf', { name })} onClick={onResend}>
              {texts('resend')}
            </Button>
          )}
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
