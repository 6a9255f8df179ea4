/** Sends one event to one address. */

import type { Platform } from '../../platform/context.ts'
import type { LoggedEvent } from '../../platform/events/log.ts'
import type { Outbound } from '../../platform/security/outbound.ts'
import { type ServiceKey, unseal } from '../../platform/security/secrets/sealed.ts'
import { toSignedHeaders } from '../../platform/security/standard-webhooks.ts'
import { toEvent } from '../events/index.ts'
import type { Outcome } from './outcome-store.ts'
import { judge, parseRetryAfter, toRetryDelay } from './policy.ts'
import { sealPurpose } from './service.ts'
import type { DeliveryResponse, DeliveryRow, WebhookRow } from './tables.ts'

const timeoutMs = 15_000
const mostAnswerBytes = 2_000

/** What became of the attempt, and what that says of the target: nothing where it could not be signed. */
export interface Attempt {
  readonly outcome: Outcome
  readonly verdict: ReturnType<typeof judge> | 'unsigned'
  /** How long the target wishes to be left alone. */
  readonly retryAfterMs: number
}

export async function sendEvent(
  { clock, secret, log }: Platform,
  outbound: Outbound,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  event: LoggedEvent | undefined,
): Promise<Attempt> {
  const [newest, former] = openSecrets(webhook, secret, clock.now())
  let retryAfter: string | undefined
  const at = clock.now()
  const response = event ? await post() : { error: 'the event is no longer in the log' }
  const verdict = !event ? 'refused' : newest === undefined ? 'unsigned' : judge(response.status)
  const attempts = delivery.attempts + 1
  const now = clock.now()
  const delay = verdict === 'taken' || !event ? undefined : toRetryDelay(attempts, Math.random())
  const isOver = delay === undefined
  const status = verdict === 'taken' ? 'DELIVERED' : isOver ? 'FAILED' : 'PENDING'
  const retryAfterMs = verdict === 'ill' ? parseRetryAfter(retryAfter, now) : 0
  const nextAttempt = isOver ? null : now + Math.max(delay, retryAfterMs)
  const { body: _stored, ...answer } = response
  const logged = { at, durationMs: now - at, ...answer }
  return {
    outcome: { id: delivery.id, status, attempts, nextAttempt, completed: isOver ? now : null, response, logged },
    verdict,
    retryAfterMs,
  }

  async function post(): Promise<DeliveryResponse> {
    const body = JSON.stringify(toEvent(event!))
    const id = `msg_${webhook.id}_${delivery.event_id}`
    const now = clock.now()
    if (newest === undefined) {
      log.error({ webhookId: webhook.id }, 'secret of a webhook cannot be opened')
      return { error: 'not sent: the secret of this webhook cannot be opened; renew it' }
    }
    try {
      const answer = await outbound.call({
        url: webhook.url,
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...toSignedHeaders(former === undefined ? [newest] : [newest, former], id, now, body),
        },
        body,
        timeoutMs,
        mostAnswerBytes,
      })
      retryAfter = answer.headers['retry-after']
      return { status: answer.status, body: toText(answer.body) }
    } catch (error) {
      return { error: (error as Error).message.slice(0, 500) }
    }
  }
}

/** The secret, and the one before it while that still signs; undefined for one that cannot be opened. */
function openSecrets(row: WebhookRow, key: ServiceKey, now: number): [string | undefined, string | undefined] {
  const former = (row.former_secret_ends ?? 0) > now ? row.former_secret : null
  return [unseal(key, sealPurpose, row.secret), former ? unseal(key, sealPurpose, former) : undefined]
}

/** What the database can hold of it. */
function toText(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '').toWellFormed()
}
