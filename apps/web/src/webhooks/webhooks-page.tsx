import { useSignal } from '@preact/signals'
import type { Webhook } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { CopiedText } from '../design/copying/copied-text.tsx'
import { Button } from '../design/fields/button.tsx'
import { ConfirmDialog, Dialog } from '../design/floating/dialog.tsx'
import { tellError } from '../design/floating/toasts.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { texts as designTexts } from '../design/messages.ts'
import { Status } from '../design/status/status.tsx'
import { AccountFrame } from '../frame/account-frame.tsx'
import { layout } from '../frame/shell/layout.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, setQuery } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
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
  // Beside the list, or on a phone below the webhook that it is of.
  const isNarrow = layout.value === 'narrow'
  const log = logged && (
    <DeliveryLog
      key={logged.id}
      accountId={accountId}
      webhookId={logged.id}
      name={toName(logged)}
      isActive={logged.active !== false}
    />
  )
  return (
    <AccountFrame accountId={accountId} here="webhooks">
      {() => (
        <div class="wide-section">
          <div class="page-head">
            <h2>{texts('webhooks')}</h2>
            <Button
              icon="plus"
              kind="primary"
              onClick={() => {
                open.value = { is: 'form', webhook: undefined }
              }}
            >
              {texts('add')}
            </Button>
          </div>
          <p class="field-hint">{texts('hint')}</p>
          <div class="webhook-board" data-open={(log && !isNarrow) || undefined}>
            <Loaded resource={webhooks}>
              {({ items }) =>
                items.length === 0 ? (
                  <EmptyState text={texts('none')} />
                ) : (
                  <Records
                    label={texts('webhooks')}
                    columns={[
                      ['minmax(0, 5fr)', texts('url')],
                      ['minmax(0, 2fr)', texts('status')],
                      ['minmax(0, 2fr)', texts('types')],
                      ['260px', ''],
                    ]}
                    items={items}
                    toKey={({ id }) => id}
                    isChosen={({ id }) => id === logged?.id}
                    below={({ id }) => isNarrow && id === logged?.id && log}
                  >
                    {webhook =>
                      toWebhookCells(webhook, is => {
                        open.value = { is, webhook }
                      })
                    }
                  </Records>
                )
              }
            </Loaded>
            {!isNarrow && log}
          </div>
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

function toWebhookCells(webhook: Webhook, onOpen: (is: 'form' | 'renewing' | 'removing') => void): ComponentChildren[] {
  const { id, url = '', types = [], active = true, pauseReason, failingSince } = webhook
  const name = toName(webhook)
  return [
    <RecordName key="name" name={name} facts={[name === url ? undefined : url]} />,
    <>
      <Status
        kind={
          active ? (failingSince === undefined ? 'good' : 'attention') : pauseReason === undefined ? 'none' : 'danger'
        }
      >
        {texts(active ? 'isActive' : 'isPaused')}
      </Status>
      {active && failingSince !== undefined && (
        <p class="error-text">{texts('failingSince', { date: formatDate(failingSince) })}</p>
      )}
      {!active && pauseReason !== undefined && (
        <p class="error-text">{texts('pausedBecause', { reason: pauseReason })}</p>
      )}
    </>,
    types.length === 0 ? texts('all') : texts('someTypes', { count: types.length }),
    <div key="actions" class="record-actions">
      <Button small aria-label={texts('log', { name })} onClick={() => setQuery({ webhook: String(id) })}>
        {texts('logShort')}
      </Button>
      <Button small aria-label={texts('edit', { name })} onClick={() => onOpen('form')}>
        {designTexts('edit')}
      </Button>
      <Button small aria-label={texts('newSecret', { name })} onClick={() => onOpen('renewing')}>
        {texts('newSecretShort')}
      </Button>
      <Button kind="icon" icon="trash" aria-label={texts('remove', { name })} onClick={() => onOpen('removing')} />
    </div>,
  ]
}

function toName({ label, url = '' }: Webhook): string {
  return label === undefined || label === '' ? url : label
}
