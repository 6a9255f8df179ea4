import { useSignal } from '@preact/signals'
import type { AccessToken } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { CopiedText } from '../design/copied-text.tsx'
import { ConfirmDialog, Dialog } from '../design/dialog.tsx'
import { Loaded } from '../design/loaded.tsx'
import { tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { assign } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { formatDate } from '../platform/translations.ts'
import { nameRight } from '../team/right-texts.ts'
import { texts } from './messages.ts'
import { getOwnId } from './own-id.ts'
import { TokenForm } from './token-form.tsx'

/** The API tokens of the user: made, and shown once; listed; revoked. */
export function Tokens() {
  const id = getOwnId()
  const tokens = useResource(signal => api.authentication.listAccessTokens({ id, signal }), [id])
  const isMaking = useSignal(false)
  const made = useSignal<string | undefined>(undefined)
  const revoked = useSignal<AccessToken | undefined>(undefined)
  const revoke = ({ id: tokenId }: AccessToken) =>
    api.authentication.deleteAccessToken({ id, tokenId }).catch(tellError).finally(tokens.reload)
  return (
    <section class="section">
      <div class="page-head">
        <h2>{texts('tokens')}</h2>
        <Button kind="primary" onClick={assign(isMaking, true)}>
          {texts('newToken')}
        </Button>
      </div>
      <p>{texts('tokensHint')}</p>
      <Loaded resource={tokens}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="notice">{texts('noTokens')}</p>
          ) : (
            <ul class="row-list">
              {items.map(token => (
                <li key={token.id}>
                  <TokenRow token={token} onRevoke={assign(revoked, token)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isMaking.value && (
        <TokenForm
          onClose={assign(isMaking, false)}
          onMade={token => {
            isMaking.value = false
            made.value = token
            tokens.reload()
          }}
        />
      )}
      {made.value !== undefined && <Made token={made.value} onClose={assign(made, undefined)} />}
      {revoked.value && (
        <ConfirmDialog
          title={texts('revoke')}
          question={texts('revokeQuestion', { name: toName(revoked.value) })}
          action={texts('revoke')}
          onConfirm={() => {
            if (revoked.value) void revoke(revoked.value)
          }}
          onClose={assign(revoked, undefined)}
        />
      )}
    </section>
  )
}

const toName = ({ label }: AccessToken) => (label === '' ? texts('unnamed') : label)

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { created, lastSeen, expires, rights } = token
  const facts = [
    texts('created', { date: formatDate(created) }),
    texts('lastUsed', { date: formatDate(lastSeen) }),
    expires === undefined ? texts('neverEnds') : texts('endsOn', { date: formatDate(expires) }),
  ]
  return (
    <>
      <div class="row-main">
        <strong>{toName(token)}</strong>
        <p>{facts.join(' · ')}</p>
        <p>{rights === undefined ? texts('allRights') : rights.map(nameRight).join(' · ')}</p>
      </div>
      <Button kind="danger" aria-label={texts('revokeToken', { name: toName(token) })} onClick={onRevoke}>
        {texts('revoke')}
      </Button>
    </>
  )
}

function Made({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog title={texts('newToken')} onClose={onClose}>
      <div class="form">
        <CopiedText label={texts('tokenOnce')} value={token} />
        <div class="actions">
          <Button kind="primary" onClick={onClose}>
            {texts('done')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
