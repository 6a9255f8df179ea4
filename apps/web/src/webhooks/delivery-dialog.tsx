import type { WebhookDelivery } from '@rushes/contract'
import { Dialog } from '../design/floating/dialog.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { RecordName, Records } from '../design/lists/records.tsx'
import { Status } from '../design/status/status.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { formatDate } from '../platform/translations.ts'
import { texts } from './messages.ts'

interface DeliveryDialogProps {
  accountId: number
  webhookId: number
  delivery: WebhookDelivery
  onClose: () => void
}

/** One event on its way: every attempt, how the last was answered, and what is posted. */
export function DeliveryDialog({ accountId: id, webhookId, delivery, onClose }: DeliveryDialogProps) {
  const read = useResource(
    signal => api.webhooks.getWebhookDelivery({ id, webhookId, deliveryId: delivery.id, signal }),
    [delivery.id],
  )
  return (
    <Dialog title={delivery.type} size="wide" onClose={onClose}>
      <Loaded resource={read}>
        {({ attemptLog, response, event }) => (
          <div class="webhook-delivery">
            <section class="section">
              <h3>{texts('attempts')}</h3>
              {attemptLog.length === 0 ? (
                <p class="field-hint">{texts('noAttempts')}</p>
              ) : (
                <Records
                  label={texts('attempts')}
                  isOrdered
                  columns={[
                    ['minmax(0, 3fr)', texts('created')],
                    ['minmax(0, 3fr)', texts('answer')],
                    ['minmax(0, 2fr)', texts('duration')],
                  ]}
                  items={attemptLog.toReversed()}
                  toKey={({ at }) => at}
                >
                  {({ at, status, error, durationMs }) => [
                    <RecordName key="name" name={formatDate(at)} />,
                    <Status key="answer" kind={status !== undefined && status < 300 ? 'good' : 'danger'}>
                      {error ?? String(status ?? '')}
                    </Status>,
                    <span key="duration" class="num">
                      {texts('milliseconds', { ms: durationMs })}
                    </span>,
                  ]}
                </Records>
              )}
            </section>
            {response?.body !== undefined && response.body !== '' && (
              <Shown title={texts('body')} text={response.body} />
            )}
            {event ? (
              <Shown title={texts('posted')} text={JSON.stringify(event, null, 2)} />
            ) : (
              <p class="field-hint">{texts('eventIsGone')}</p>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Shown({ title, text }: { title: string; text: string }) {
  return (
    <div class="section">
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section class="webhook-text" tabIndex={0} aria-label={title}>
        <pre>{text}</pre>
      </section>
    </div>
  )
}
