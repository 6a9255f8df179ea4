/**
 * Carries events to the webhooks: reads the log for each of them, lists what is to be sent, and sends it in its order.
 * What was listed is sent at least once, also after a crash: a receiver passes over what has an id that it knows.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { createServiceContext, inTransaction, type Platform } from '../platform/context.ts'
import { readEventsById } from '../platform/event-log.ts'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { deleteCompletedBefore, keepOutcomes, listDueRows } from './delivery-store.ts'
import { followLog, followReplay } from './follow.ts'
import { deadAfterMs, keptForMs, toHold } from './policy.ts'
import { type Attempt, sendEvent } from './send.ts'
import { webhookSignal } from './service.ts'
import { leaseWebhook, listActiveIds, lockWebhookRow, releaseWebhook, updateWebhookRow } from './store.ts'
import type { WebhookRow } from './tables.ts'

/** Events are gathered for so long: they come in bursts. */
const gatherMs = 100
/** It also looks without being told. */
const pauseMs = 5_000
const cleanEveryMs = 3_600_000
const batchSize = 100
/** Longer than a batch takes; a process that dies keeps a webhook waiting for so long. */
const leaseMs = 60_000
/** Webhooks that are sent to at the same time. */
const mostAtOnce = 20

/** Starts to send; the result stops it. */
export function startWebhooks(platform: Platform): () => Promise<void> {
  const outbound = createOutbound(platform.config.outboundAllow)
  const stopping = new AbortController()
  let hint = Promise.withResolvers<void>()
  const wake = () => hint.resolve()
  const unsubscribe = [platform.signals.on('events', wake), platform.signals.on(webhookSignal, wake)]

  async function run(): Promise<void> {
    let cleaned = 0
    while (!stopping.signal.aborted) {
      await work(platform, outbound, stopping.signal).catch(error =>
        platform.log.error({ err: error }, 'could not send to webhooks'),
      )
      if (performance.now() - cleaned > cleanEveryMs || cleaned === 0) {
        cleaned = performance.now()
        await deleteCompletedBefore(platform.database, platform.clock.now() - keptForMs).catch(() => {})
      }
      await Promise.race([hint.promise, delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})])
      await delay(gatherMs, undefined, { signal: stopping.signal }).catch(() => {})
      hint = Promise.withResolvers<void>()
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    for (const end of unsubscribe) end()
    wake()
    await running
    outbound.stop()
  }
}

/** Everything that is due now. */
async function work(platform: Platform, outbound: Outbound, stopping: AbortSignal): Promise<void> {
  const waiting = await listActiveIds(platform.database)
  await Promise.all(
    Array.from({ length: Math.min(mostAtOnce, waiting.length) }, async () => {
      for (let id = waiting.shift(); id !== undefined && !stopping.aborted; id = waiting.shift()) {
        await serve(platform, outbound, id, stopping)
      }
    }),
  )
}

/** Reads the log for a webhook and sends until nothing is due, or until its target does not answer. */
async function serve(platform: Platform, outbound: Outbound, id: number, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const now = platform.clock.now()
    const webhook = await leaseWebhook(platform.database, id, now, now + leaseMs)
    if (!webhook) return
    let isDone = true
    let health: Health = { held_until: 0, failures: webhook.failures, failing_since: webhook.failing_since }
    try {
      const isReplaying = await followReplay(platform, webhook)
      const hasMore = (await followLog(platform, webhook)) || isReplaying
      const sent = await sendBatch(platform, outbound, webhook, stopping)
      health = sent.health
      isDone = sent.isHeld || !(hasMore || sent.count === batchSize)
    } finally {
      await releaseWebhook(platform.database, id, health)
    }
    if (isDone) return
  }
}

interface Health {
  held_until: number
  failures: number
  failing_since: number | null
}

/** Sends what is due, one after the other, until the target turns out to be ill. */
async function sendBatch(
  platform: Platform,
  outbound: Outbound,
  webhook: WebhookRow,
  stopping: AbortSignal,
): Promise<{ count: number; isHeld: boolean; health: Health }> {
  const began = platform.clock.now()
  const due = await listDueRows(platform.database, webhook.id, began, batchSize)
  const events = await readEventsById(
    platform.database,
    due.map(row => row.event_id),
  )
  const eventById = new Map(events.map(event => [event.id, event]))
  const attempts: Attempt[] = []
  let { failures, failing_since } = webhook
  const lastsMs = performance.now() + leaseMs / 2
  for (const delivery of due) {
    if (stopping.aborted || performance.now() > lastsMs) break
    const attempt = await sendEvent(platform, outbound, webhook, delivery, eventById.get(String(delivery.event_id)))
    attempts.push(attempt)
    if (attempt.verdict === 'taken') [failures, failing_since] = [0, null]
    else failing_since ??= platform.clock.now()
    if (attempt.verdict === 'ill') failures++
    if (attempt.verdict === 'ill' || attempt.verdict === 'gone') break
  }
  await keepOutcomes(
    platform.database,
    attempts.map(attempt => attempt.outcome),
  )
  const last = attempts.at(-1)
  const now = platform.clock.now()
  const isDead = failing_since !== null && last?.outcome.status === 'FAILED' && now - failing_since >= deadAfterMs
  if (last?.verdict === 'gone') await pause(platform, webhook, 'it answered 410 (gone)')
  else if (isDead) await pause(platform, webhook, 'it has taken nothing for a day')
  const isHeld = last?.verdict === 'ill'
  const held_until = isHeld ? now + toHold(failures) : 0
  return { count: attempts.length, isHeld, health: { held_until, failures, failing_since } }
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
