import { useSignal } from '@preact/signals'
import { deliveryStatuses, type WebhookDelivery } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button } from '../design/fields/button.tsx'
import { SelectField, TextField } from '../design/fields/field.tsx'
import { Form, FormError } from '../design/fields/form.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { EmptyState } from '../design/lists/empty-state.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { Status } from '../design/status/status.tsx'
import { assign, bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { setQuery } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { texts } from './messages.ts'

interface DeliveryLogProps {
  accountId: number
  webhookId: number
  name: string
  /** Nothing is posted to one that is not. */
  isActive: boolean
}

/** While something is on its way the log is read again when it is to be tried, but not sooner or later than this. */
const soonestMs = 1000
const latestMs = 60_000
const pageSize = 50

/** What was sent to a webhook, how it was answered, and a way to send it again. */
export function DeliveryLog({ accountId: id, webhookId, name, isActive }: DeliveryLogProps) {
  const status = useSignal<WebhookDelivery['status'] | ''>('')
  const limit = useSignal(pageSize)
  const log = useResource(
    signal => {
      const query = { limit: limit.value, ...(status.value === '' ? {} : { status: status.value }) }
      return api.webhooks.listWebhookDeliveries({ id, webhookId, query, signal })
    },
    [id, webhookId, status.value, limit.value],
  )
  const { data, isLoading } = log
  useEffect(() => {
    const waitMs = toWait(data?.items ?? [], Date.now())
    if (isLoading || waitMs === undefined) return undefined
    const timer = setTimeout(log.reload, waitMs)
    return () => clearTimeout(timer)
  }, [data, isLoading])
  const shown = useSignal<WebhookDelivery | undefined>(undefined)
  const resend = async (deliveries: readonly WebhookDelivery[]) => {
    for (const { id: deliveryId } of deliveries) await api.webhooks.redeliver({ id, webhookId, deliveryId })
    tell(texts('resent', { count: deliveries.length }))
  }
  const sendTest = async () => {
    await api.webhooks.testWebhook({ id, webhookId })
    tell(texts('tested'))
  }
  const resendAll = (deliveries: readonly WebhookDelivery[]) =>
    void resend(deliveries).catch(tellError).finally(log.reload)
  const failed = data?.items.filter(delivery => delivery.status === 'FAILED') ?? []
  return (
    <section class="webhook-log" aria-label={texts('log', { name })}>
      <div class="page-head">
        <h2>{texts('log', { name })}</h2>
        <Button onClick={() => setQuery({ webhook: undefined })}>{texts('close')}</Button>
      </div>
      <p class="field-hint">{texts('logHint')}</p>
      <div class="webhook-log-bar">
        <SelectField
          label={texts('status')}
          options={[['', texts('anyStatus')], ...deliveryStatuses.map(known => [known, texts(known)] as const)]}
          {...bind(status)}
        />
        {isActive && (
          <Button onClick={() => void sendTest().catch(tellError).finally(log.reload)}>{texts('test')}</Button>
        )}
        <Button onClick={log.reload}>{texts('reload')}</Button>
        {failed.length > 0 && (
          <Button onClick={() => resendAll(failed)}>{texts('resendFailed', { count: failed.length })}</Button>
        )}
      </div>
      <Loaded resource={log}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState text={texts('logEmpty')} />
          ) : (
            <>
              <Records
                label={texts('log', { name })}
                columns={[
                  ['minmax(0, 4fr)', texts('types')],
                  ['minmax(0, 2fr)', texts('status')],
                  ['minmax(0, 3fr)', texts('answer')],
                  ['minmax(0, 3fr)', texts('created')],
                  ['172px', ''],
                ]}
                items={items}
                toKey={delivery => delivery.id}
              >
                {delivery => toDeliveryCells(delivery, assign(shown, delivery), () => resendAll([delivery]))}
              </Records>
              {items.length < total && (
                <Button
                  onClick={() => {
                    limit.value = Math.min(1000, limit.value + pageSize)
                  }}
                >
                  {texts('showMore')}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
      <Replay accountId={id} webhookId={webhookId} onReplayed={log.reload} />
      {shown.value && (
        <DeliveryDialog
          accountId={id}
          webhookId={webhookId}
          delivery={shown.value}
          onClose={assign(shown, undefined)}
        />
      )}
    </section>
  )
}

/** How long until something may have changed; nothing where all has been delivered or given up. */
function toWait(deliveries: readonly WebhookDelivery[], now: number): number | undefined {
  const pending = deliveries.filter(({ status }) => status === 'PENDING')
  if (pending.length === 0) return undefined
  const next = Math.min(...pending.map(({ nextAttempt = now }) => nextAttempt))
  return Math.min(Math.max(next - now, soonestMs), latestMs)
}

const kinds = { PENDING: 'info', DELIVERED: 'good', FAILED: 'danger' } as const

function toDeliveryCells(delivery: WebhookDelivery, onShow: () => void, onResend: () => void): ComponentChildren[] {
  const { type, eventId, status, attempts, created, completed, nextAttempt, response } = delivery
  const answer = [response?.status, response?.error, response?.body].filter(part => part !== undefined && part !== '')
  const isTriedAgain = status === 'PENDING' && nextAttempt !== undefined && attempts > 0
  return [
    <RecordName
      key="name"
      name={type}
      facts={[
        texts('eventId', { id: String(eventId) }),
        `${texts('attempts')}: ${attempts}`,
        isTriedAgain ? texts('nextAttempt', { date: formatDate(nextAttempt) }) : undefined,
      ]}
    />,
    <Status key="status" kind={kinds[status]}>
      {texts(status)}
    </Status>,
    answer.length > 0 && <span class={status === 'DELIVERED' ? 'record-small' : 'error-text'}>{answer.join(' ')}</span>,
    formatDate(completed ?? created),
    <div key="actions" class="record-actions">
      <Button small aria-label={texts('details', { event: type, id: String(eventId) })} onClick={onShow}>
        {texts('detailsShort')}
      </Button>
      <Button small aria-label={texts('resend', { event: type })} onClick={onResend}>
        {texts('resendShort')}
      </Button>
    </div>,
  ]
}

/** Sends the events again that followed one of them, or all. */
function Replay({
  accountId,
  webhookId,
  onReplayed,
}: Pick<DeliveryLogProps, 'webhookId'> & { accountId: number; onReplayed: () => void }) {
  const since = useSignal('')
  const saving = useSaving()
  const replay = () =>
    saving.run(async () => {
      const body = since.value === '' ? {} : { since: since.value }
      const { deliveries } = await api.webhooks.replay({ id: accountId, webhookId, body })
      tell(texts('replayed', { count: deliveries }))
      onReplayed()
    })
  return (
    <Form saving={saving} onSubmit={replay} label={texts('replay')} isFleeting>
      <div class="webhook-log-bar">
        <TextField
          label={texts('since')}
          hint={texts('replayHint')}
          error={saving.at('/since', 'since')}
          {...bind(since)}
        />
        <Button type="submit" aria-disabled={saving.isBusy}>
          {texts('replay')}
        </Button>
      </div>
      <FormError saving={saving} />
    </Form>
  )
}
