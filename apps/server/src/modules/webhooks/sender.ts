/**
 * Carries events to the webhooks: reads the log for each of them, lists what is to be sent, and sends it in its order.
 * What was listed is sent at least once, also after a crash: a receiver passes over what has an id that it knows.
 */

import { startBackground } from '../../platform/background/background.ts'
import { renewLease } from '../../platform/background/lease.ts'
import { createServiceContext, inTransaction, type Platform } from '../../platform/context.ts'
import { type LoggedEvent, parseSmallEvent, readEventsById } from '../../platform/events/log.ts'
import type { Outbound } from '../../platform/security/outbound.ts'
import { type DueDelivery, listDueRows } from './delivery-store.ts'
import { followLog, followReplay } from './follow.ts'
import type { Outcome } from './outcome-store.ts'
import { deadAfterMs, toHold } from './policy.ts'
import { type Attempt, sendEvent } from './send.ts'
import { webhookSignal } from './service.ts'
import {
  endOtherLeases,
  type Health,
  leaseAgain,
  leaseWebhooks,
  lockWebhookRow,
  releaseWebhook,
  renewWebhookLease,
  updateWebhookRow,
} from './store.ts'
import type { WebhookRow } from './tables.ts'

/** Events are gathered for so long: they come in bursts. */
const gatherMs = 100
/** An event may have been missed. */
const everyMs = 5_000
/** What an older transaction still hides can be listed once that has ended, which nobody announces. */
const blockedMs = 500
const batchSize = 100
/** A batch ends after so long, so that others get their turn. */
const maxBatchMs = 30_000
const deadReason = 'it has taken nothing for a day'
const unsignedReason = 'its secret could not be opened for a day, so that nothing was sent; renew it'
/** Webhooks that are sent to at the same time. */
const mostAtOnce = 20

/** Starts to send; the result stops it. */
export function startWebhooks(platform: Platform): () => Promise<void> {
  const { database, outbound } = platform
  let mayHavePredecessor = platform.isAlone
  return startBackground(platform, {
    name: 'sending to webhooks',
    everyMs,
    wakeOn: ['events', webhookSignal],
    gatherMs,
    async run(_, signal) {
      if (mayHavePredecessor) await endOtherLeases(database, platform.instance)
      mayHavePredecessor = false
      return (await work(platform, outbound, signal)) ? blockedMs : undefined
    },
  })
}

/** Everything that is due now; whether an older transaction hides more. */
async function work(platform: Platform, outbound: Outbound, stopping: AbortSignal): Promise<boolean> {
  const leased = leaseEach(platform)
  let isBlocked = false
  const serveNext = async () => {
    for await (const webhook of leased) {
      if (!stopping.aborted && (await serve(platform, outbound, webhook, stopping))) isBlocked = true
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, serveNext))
  return isBlocked
}

/** The webhooks that may be sent to: as many at once as are served at once, then each when it can be served. */
async function* leaseEach({ database, clock, instance: holder }: Platform): AsyncGenerator<WebhookRow> {
  for (let after = 0, limit = mostAtOnce; ; limit = 1) {
    const leased = await leaseWebhooks(database, { holder, now: clock.now(), after, limit })
    yield* leased
    if (leased.length < limit) return
    after = leased.at(-1)!.id
  }
}

/**
 * Reads the log for a leased webhook and sends until nothing is due, or until its target does not answer; whether an
 * older transaction hides more.
 */
async function serve(
  platform: Platform,
  outbound: Outbound,
  leased: WebhookRow,
  stopping: AbortSignal,
): Promise<boolean> {
  const { database, instance: holder, clock } = platform
  const { id } = leased
  let webhook: WebhookRow | undefined = leased
  let isBlocked = false
  while (webhook) {
    const lease = renewLease(() => renewWebhookLease(database, id, holder))
    const { failures, failing_since } = webhook
    let sent: Sent = { outcomes: [], health: { held_until: 0, failures, failing_since }, isHeld: false }
    let hasMore = false
    try {
      const isReplaying = await followReplay(platform, webhook)
      const followed = await followLog(platform, webhook)
      hasMore = followed.isFull || isReplaying
      isBlocked = followed.isBlocked
      sent = await sendBatch(platform, outbound, webhook, AbortSignal.any([stopping, lease.lost]))
    } finally {
      await lease.end()
      await releaseWebhook(database, id, { holder, ...sent })
    }
    if (sent.pauseReason !== undefined) await pause(platform, webhook, sent.pauseReason)
    const isDone: boolean = lease.lost.aborted || sent.isHeld || !(hasMore || sent.outcomes.length === batchSize)
    webhook = isDone || stopping.aborted ? undefined : await leaseAgain(database, id, { holder, now: clock.now() })
  }
  return isBlocked
}

/** What became of a batch. */
interface Sent {
  readonly outcomes: readonly Outcome[]
  readonly health: Health
  /** Whether the webhook is left alone for a while. */
  readonly isHeld: boolean
  readonly pauseReason?: string | undefined
}

/** Sends what is due, one after the other, until the target turns out to be ill. */
async function sendBatch(
  platform: Platform,
  outbound: Outbound,
  webhook: WebhookRow,
  stopping: AbortSignal,
): Promise<Sent> {
  const began = platform.clock.now()
  const due = await listDueRows(platform.database, webhook.id, began, batchSize)
  const attempts: Attempt[] = []
  let { failures, failing_since } = webhook
  const lastsMs = performance.now() + maxBatchMs
  for (const delivery of due) {
    if (stopping.aborted || performance.now() > lastsMs) break
    const attempt = await sendEvent(platform, outbound, webhook, delivery, await readEvent(platform, delivery))
    attempts.push(attempt)
    if (attempt.verdict === 'taken') [failures, failing_since] = [0, null]
    else failing_since ??= platform.clock.now()
    if (isToHold(attempt)) failures++
    if (isToHold(attempt) || attempt.verdict === 'gone') break
  }
  const last = attempts.at(-1)
  const now = platform.clock.now()
  const isDead = failing_since !== null && last?.outcome.status === 'FAILED' && now - failing_since >= deadAfterMs
  const isHeld = last !== undefined && isToHold(last)
  return {
    outcomes: attempts.map(attempt => attempt.outcome),
    health: { held_until: isHeld ? now + toHold(failures, last.retryAfterMs) : 0, failures, failing_since },
    isHeld,
    pauseReason: toPauseReason(last, isDead),
  }
}

function toPauseReason(last: Attempt | undefined, isDead: boolean): string | undefined {
  if (last?.verdict === 'gone') return 'it answered 410 (gone)'
  if (!isDead) return undefined
  return last?.verdict === 'unsigned' ? unsignedReason : deadReason
}

/** One large event at a time: a hundred may be a hundred megabytes. */
async function readEvent({ database }: Platform, delivery: DueDelivery): Promise<LoggedEvent | undefined> {
  if (delivery.smallEvent !== null) return parseSmallEvent(delivery.smallEvent)
  const [event] = await readEventsById(database, [delivery.event_id])
  return event
}

/** Whether the webhook is left alone for a while after this attempt. */
function isToHold({ verdict }: Attempt): boolean {
  return verdict === 'ill' || verdict === 'unsigned'
}

/** Makes a webhook inactive, and says so in the account. */
async function pause(platform: Platform, { id, account_id, url }: WebhookRow, reason: string): Promise<void> {
  await inTransaction(createServiceContext(platform, 'webhooks'), async ctx => {
    const row = await lockWebhookRow(ctx.db, account_id, id)
    if (!row?.active) return
    await updateWebhookRow(ctx.db, id, {
      active: false,
      paused: platform.clock.now(),
      pause_reason: reason,
      modified_by: ctx.requestId,
      last_updated: platform.clock.now(),
    })
    ctx.publish({
      type: 'Notification',
      verb: 'Webhook.pause',
      accountId: account_id,
      message: `The webhook ${url} is paused: ${reason}`,
      object: { objectType: 'Webhook', id, url },
    })
  })
}
