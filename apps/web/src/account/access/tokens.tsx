import { useSignal } from '@preact/signals'
import type { AccessToken } from '@rushes/contract'
import { CopiedText } from '../../design/copying/copied-text.tsx'
import { Button } from '../../design/fields/button.tsx'
import { ConfirmDialog, Dialog } from '../../design/floating/dialog.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { EmptyState } from '../../design/lists/empty-state.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { RecordName, Records } from '../../design/lists/records.tsx'
import { texts as appTexts } from '../../frame/messages.ts'
import { assign } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { formatDate } from '../../platform/translations.ts'
import { nameRight } from '../../team/right-texts.ts'
import { texts } from '../messages.ts'
import { getOwnId } from '../own-id.ts'
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
        <h2>{appTexts('tokens')}</h2>
        <Button kind="primary" onClick={assign(isMaking, true)}>
          {texts('newToken')}
        </Button>
      </div>
      <p>{texts('tokensHint')}</p>
      <Loaded resource={tokens}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text={texts('noTokens')} />
          ) : (
            <Records
              label={appTexts('tokens')}
              columns={[
                ['minmax(0, 4fr)', texts('tokenName')],
                ['minmax(0, 2fr)', texts('made')],
                ['minmax(0, 2fr)', texts('used')],
                ['minmax(0, 2fr)', texts('ends')],
                ['80px', ''],
              ]}
              items={items}
              toKey={token => token.id}
            >
              {token => [
                <RecordName
                  key="name"
                  name={toName(token)}
                  facts={[token.rights === undefined ? texts('allRights') : token.rights.map(nameRight).join(' · ')]}
                />,
                formatDate(token.created),
                formatDate(token.lastSeen),
                token.expires === undefined ? texts('neverEnds') : formatDate(token.expires),
                <Button
                  key="revoke"
                  small
                  kind="danger"
                  aria-label={texts('revokeToken', { name: toName(token) })}
                  onClick={assign(revoked, token)}
                >
                  {texts('revoke')}
                </Button>,
              ]}
            </Records>
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
