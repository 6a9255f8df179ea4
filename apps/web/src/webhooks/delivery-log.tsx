import { useSignal } from '@preact/signals'
import { deliveryStatuses, type WebhookDelivery } from '@rushes/contract'
import { useEffect } from 'preact/hooks'
import { Button } from '../design/button.tsx'
import { SelectField, TextField } from '../design/field.tsx'
import { Form, FormError } from '../design/form.tsx'
import { Loaded } from '../design/loaded.tsx'
import { tell, tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { bind } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
import { setQuery } from '../platform/router.tsx'
import { useSaving } from '../platform/saving.ts'
import { formatDate } from '../platform/translations.ts'
import { texts } from './messages.ts'

interface DeliveryLogProps {
  accountId: number
  webhookId: number
  name: string
}

/** While something is on its way the log is read again when it is to be tried, but not sooner or later than this. */
const soonestMs = 1000
const latestMs = 60_000
const pageSize = 50

/** What was sent to a webhook, how it was answered, and a way to send it again. */
export function DeliveryLog({ accountId: id, webhookId, name }: DeliveryLogProps) {
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
  const resend = async (deliveryId: number) => {
    await api.webhooks.redeliver({ id, webhookId, deliveryId })
    log.reload()
  }
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
        <Button onClick={log.reload}>{texts('reload')}</Button>
      </div>
      <Loaded resource={log}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p class="notice">{texts('logEmpty')}</p>
          ) : (
            <>
              <ul class="webhook-deliveries">
                {items.map(delivery => (
                  <DeliveryLine
                    key={delivery.id}
                    delivery={delivery}
                    onResend={() => {
                      resend(delivery.id).catch(tellError)
                    }}
                  />
                ))}
              </ul>
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

function DeliveryLine({ delivery, onResend }: { delivery: WebhookDelivery; onResend: () => void }) {
  const { type, eventId, status, attempts, created, completed, nextAttempt, response } = delivery
  const answer = [response?.status, response?.error, response?.body].filter(part => part !== undefined && part !== '')
  return (
    <li class="webhook-delivery">
      <div>
        <strong>{type}</strong> <span class="tag">{texts(status)}</span>
        <div class="field-hint">
          {[
            formatDate(completed ?? created),
            texts('eventId', { id: eventId }),
            `${texts('attempts')}: ${attempts}`,
            status === 'PENDING' && nextAttempt !== undefined && attempts > 0
              ? texts('nextAttempt', { date: formatDate(nextAttempt) })
              : '',
          ]
            .filter(part => part !== '')
            .join(' · ')}
        </div>
        {answer.length > 0 && (
          <div class={status === 'DELIVERED' ? 'field-hint' : 'error-text'}>
            {texts('answer')}: {answer.join(' ')}
          </div>
        )}
      </div>
      <Button aria-label={texts('resend', { event: type })} onClick={onResend}>
        {texts('resendShort')}
      </Button>
    </li>
  )
}

/** Sends the events again that are behind one of them, or all. */
function Replay({
  accountId,
  webhookId,
  onReplayed,
}: Omit<DeliveryLogProps, 'accountId' | 'name'> & { accountId: number; onReplayed: () => void }) {
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
