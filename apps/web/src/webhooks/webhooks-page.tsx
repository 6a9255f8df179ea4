import { useSignal } from '@preact/signals'
import type { Webhook } from '@rushes/contract'
import { AccountFrame } from '../app/account-frame.tsx'
import { Button } from '../design/button.tsx'
import { CopiedText } from '../design/copied-text.tsx'
import { ConfirmDialog, Dialog } from '../design/dialog.tsx'
import { Loaded } from '../design/loaded.tsx'
import { texts as designTexts } from '../design/messages.ts'
import { tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { texts } from './messages.ts'
import { WebhookForm } from './webhook-form.tsx'
import '../design/sections.css'
import './webhooks.css'

/** What stands above the page: a form, a question, or a secret that is shown once. */
type Open =
  | { readonly is: 'form'; readonly webhook: Webhook | undefined }
  | { readonly is: 'secret'; readonly webhook: Webhook }
  | { readonly is: 'renewing'; readonly webhook: Webhook }
  | { readonly is: 'removing'; readonly webhook: Webhook }

/** The webhooks of an account, and what was sent to each. */
export default function WebhooksPage(values: Record<string, string>) {
  const accountId = Number(values.accountId)
  const webhooks = useResource(signal => api.webhooks.listWebhooks({ id: accountId, signal }), [accountId])
  const open = useSignal<Open | undefined>(undefined)
  const close = () => {
    open.value = undefined
  }
  const renew = async (webhook: Webhook) => {
    const renewed = await api.webhooks.renewWebhookSecret({ id: accountId, webhookId: webhook.id })
    open.value = { is: 'secret', webhook: renewed }
    webhooks.reload()
  }
  const remove = async (webhook: Webhook) => {
    await api.webhooks.deleteWebhook({ id: accountId, webhookId: webhook.id })
    setQuery({ webhook: undefined })
    webhooks.reload()
  }
  const logged = webhooks.data?.items.find(({ id }) => id === Number(getQuery('webhook')))
  return (
    <AccountFrame accountId={accountId} here="webhooks">
      {() => (
        <div class="wide-section">
          <div class="page-head">
            <h2>{texts('webhooks')}</h2>
            <Button
              kind="primary"
              onClick={() => {
                open.value = { is: 'form', webhook: undefined }
              }}
            >
              + {texts('add')}
            </Button>
          </div>
          <p class="field-hint">{texts('hint')}</p>
          <Loaded resource={webhooks}>
            {({ items }) =>
              items.length === 0 ? (
                <p class="notice">{texts('none')}</p>
              ) : (
                <ul class="webhooks">
                  {items.map(webhook => (
                    <WebhookLine
                      key={webhook.id}
                      webhook={webhook}
                      onOpen={is => {
                        open.value = { is, webhook }
                      }}
                    />
                  ))}
                </ul>
              )
            }
          </Loaded>
          {logged && <DeliveryLog key={logged.id} accountId={accountId} webhookId={logged.id} name={toName(logged)} />}
          {open.value?.is === 'form' && (
            <WebhookForm
              accountId={accountId}
              webhook={open.value.webhook}
              onSaved={saved => {
                open.value = saved.secret === undefined ? undefined : { is: 'secret', webhook: saved }
                webhooks.reload()
              }}
              onClose={close}
            />
          )}
          {open.value?.is === 'secret' && (
            <Dialog title={texts('secret', { name: toName(open.value.webhook) })} onClose={close}>
              <CopiedText
                label={texts('secret', { name: toName(open.value.webhook) })}
                hint={texts('secretHint')}
                value={open.value.webhook.secret ?? ''}
              />
              <div class="actions">
                <Button kind="primary" onClick={close}>
                  {texts('done')}
                </Button>
              </div>
            </Dialog>
          )}
          {open.value?.is === 'renewing' && (
            <AskFirst question="secret" webhook={open.value.webhook} onConfirm={renew} onClose={close} />
          )}
          {open.value?.is === 'removing' && (
            <AskFirst question="remove" webhook={open.value.webhook} onConfirm={remove} onClose={close} />
          )}
        </div>
      )}
    </AccountFrame>
  )
}

interface AskFirstProps {
  question: 'secret' | 'remove'
  webhook: Webhook
  onConfirm: (webhook: Webhook) => Promise<void>
  onClose: () => void
}

function AskFirst({ question, webhook, onConfirm, onClose }: AskFirstProps) {
  return (
    <ConfirmDialog
      title={texts(`${question}Title`)}
      question={texts(`${question}Question`, { name: toName(webhook) })}
      action={texts(`${question}Action`)}
      onConfirm={() => {
        onConfirm(webhook).catch(tellError)
      }}
      onClose={onClose}
    />
  )
}

function WebhookLine({
  webhook,
  onOpen,
}: {
  webhook: Webhook
  onOpen: (is: 'form' | 'renewing' | 'removing') => void
}) {
  const { id, url = '', types = [], active = true, pauseReason } = webhook
  const name = toName(webhook)
  const told = types.length === 0 ? texts('all') : texts('someTypes', { count: types.length })
  return (
    <li class="webhook">
      <div>
        <h3>{name}</h3>
        {name !== url && <div class="webhook-url">{url}</div>}
        <div class="field-hint">
          <span class="tag">{texts(active ? 'isActive' : 'isPaused')}</span> {told}
        </div>
        {!active && pauseReason !== undefined && (
          <div class="error-text">{texts('pausedBecause', { reason: pauseReason })}</div>
        )}
      </div>
      <div class="actions">
        <Button aria-label={texts('log', { name })} onClick={() => setQuery({ webhook: String(id) })}>
          {texts('logShort')}
        </Button>
        <Button aria-label={texts('edit', { name })} onClick={() => onOpen('form')}>
          {designTexts('edit')}
        </Button>
        <Button aria-label={texts('newSecret', { name })} onClick={() => onOpen('renewing')}>
          {texts('newSecretShort')}
        </Button>
        <Button kind="danger" aria-label={texts('remove', { name })} onClick={() => onOpen('removing')}>
          ✕
        </Button>
      </div>
    </li>
  )
}

function toName({ label, url = '' }: Webhook): string {
  return label === undefined || label === '' ? url : label
}
