import {
  brokenRule,
  notFound,
  ServiceError,
  staleVersion,
  type Webhook,
  type WebhookCreation,
  type WebhookDelivery,
  type WebhookReplacement,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../platform/database/resource-columns.ts'
import { countEvents, insertEvents, type NewEvent, readEventsById, signalEvents } from '../../platform/events/log.ts'
import { findEnd } from '../../platform/events/position.ts'
import { assertPrecondition } from '../../platform/http/answers/precondition.ts'
import { parseOutboundUrl } from '../../platform/security/outbound.ts'
import { type SealedColumn, seal } from '../../platform/security/secrets/sealed.ts'
import { formerSecretMs, newSecret } from '../../platform/security/standard-webhooks.ts'
import { toEvent, toEventPosition } from '../events/index.ts'
import { findAccountIdOfProduction } from '../productions/index.ts'
import { findDeliveryOfEvent, findDeliveryRow, listAgain, listDeliveryRows, restartDelivery } from './delivery-store.ts'
import * as store from './store.ts'
import type { WebhookRow } from './tables.ts'
import { toDelivery, toWebhook } from './to-webhook.ts'

/** Wakes the sender. */
export const webhookSignal = 'webhooks'
/** What the key that seals secrets is made for. */
export const sealPurpose = 'webhook'
export const sealedWebhookSecrets: readonly SealedColumn[] = [
  { table: 'webhook', column: 'secret', purpose: sealPurpose },
  { table: 'webhook', column: 'former_secret', purpose: sealPurpose },
]
const mostPerAccount = 100

export async function listWebhooks(ctx: Context, accountId: number): Promise<Webhook[]> {
  return (await store.listWebhookRows(ctx.db, accountId)).map(row => toWebhook(row))
}

/** Throws NotFoundError. */
export async function getWebhook(ctx: Context, accountId: number, id: number): Promise<Webhook> {
  return toWebhook(await getRow(ctx, accountId, id))
}

async function getRow(ctx: Context, accountId: number, id: number): Promise<WebhookRow> {
  const row = await store.findWebhookRow(ctx.db, accountId, id)
  if (!row) throw notFound('Webhook', id)
  return row
}

async function lockRow(ctx: Transaction, accountId: number, id: number): Promise<WebhookRow> {
  const row = await store.lockWebhookRow(ctx.db, accountId, id)
  if (!row) throw notFound('Webhook', id)
  return row
}

/** It receives what happens from now on. */
export async function createWebhook(ctx: Context, accountId: number, request: WebhookCreation): Promise<Webhook> {
  const { productionId, types = [], active = true, label } = request
  const url = toUrl(request.url)
  const secret = newSecret()
  return inTransaction(ctx, async ctx => {
    await assertProduction(ctx, accountId, productionId)
    if ((await store.listWebhookRows(ctx.db, accountId)).length >= mostPerAccount) {
      throw new ServiceError('ConflictError', `An account has at most ${mostPerAccount} webhooks`)
    }
    const end = await findEnd(ctx.db)
    const row = await store.insertWebhookRow(ctx.db, {
      ...newResourceColumns(ctx),
      account_id: accountId,
      production_id: productionId ?? null,
      label: label ?? null,
      url,
      types: [...new Set(types)],
      active,
      secret: seal(ctx.platform.secret, sealPurpose, secret),
      transaction: end.transaction,
      event_id: end.id,
      skipped_events: await store.listHappened(ctx.db, accountId, end),
    })
    publish(ctx, row, 'Webhook.create')
    return toWebhook(row, secret)
  })
}

/** Members that the request leaves out stay as they are; `productionId: null` takes it away. Throws ConflictError with the stored version. */
export async function updateWebhook(
  ctx: Context,
  accountId: number,
  id: number,
  request: WebhookReplacement,
): Promise<Webhook> {
  return inTransaction(ctx, async ctx => {
    const row = await lockRow(ctx, accountId, id)
    assertPrecondition(ctx, row.version)
    if (request.version !== row.version) throw staleVersion('Webhook', id, row.version)
    const { productionId = row.production_id } = request
    await assertProduction(ctx, accountId, productionId ?? undefined)
    const active = request.active ?? row.active
    const revived = active && !row.active
    const changed = await store.updateWebhookRow(ctx.db, id, {
      ...changedResourceColumns(ctx),
      production_id: productionId,
      label: request.label ?? row.label,
      url: request.url === undefined ? row.url : toUrl(request.url),
      types: request.types ? [...new Set(request.types)] : row.types,
      active,
      ...(revived && { paused: null, pause_reason: null, failures: 0, failing_since: null }),
      // Another address, or another day: it is tried at once.
      held_until: 0,
    })
    publish(ctx, changed, 'Webhook.update')
    return toWebhook(changed)
  })
}

export async function renewSecret(ctx: Context, accountId: number, id: number): Promise<Webhook> {
  const secret = newSecret()
  return inTransaction(ctx, async ctx => {
    const row = await lockRow(ctx, accountId, id)
    const changed = await store.updateWebhookRow(ctx.db, id, {
      ...changedResourceColumns(ctx),
      secret: seal(ctx.platform.secret, sealPurpose, secret),
      former_secret: row.secret,
      former_secret_ends: ctx.platform.clock.now() + formerSecretMs,
    })
    publish(ctx, changed, 'Webhook.update')
    return toWebhook(changed, secret)
  })
}

export async function deleteWebhook(ctx: Context, accountId: number, id: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const row = await lockRow(ctx, accountId, id)
    assertPrecondition(ctx, row.version)
    await store.deleteWebhookRow(ctx.db, id)
    publish(ctx, row, 'Webhook.delete')
  })
}

export async function listDeliveries(
  ctx: Context,
  accountId: number,
  id: number,
  query: { limit?: number | undefined; offset?: number | undefined; status?: WebhookDelivery['status'] | undefined },
): Promise<{ items: WebhookDelivery[]; offset: number; total: number }> {
  await getRow(ctx, accountId, id)
  const { limit = 100, offset = 0, status } = query
  const { rows, total } = await listDeliveryRows(ctx.db, id, { limit, offset, status })
  return { items: rows.map(toDelivery), offset, total }
}

/** One delivery with the event that is posted, as long as that is in the log. Throws NotFoundError. */
export async function getDelivery(
  ctx: Context,
  accountId: number,
  id: number,
  deliveryId: number,
): Promise<WebhookDelivery> {
  await getRow(ctx, accountId, id)
  const row = await findDeliveryRow(ctx.db, id, deliveryId)
  if (!row) throw notFound('WebhookDelivery', deliveryId)
  const [event] = await readEventsById(ctx.db, [row.event_id])
  return { ...toDelivery(row), ...(event ? { event: toEvent(event) } : {}) }
}

/** Throws NotFoundError. */
export async function redeliver(
  ctx: Context,
  accountId: number,
  id: number,
  deliveryId: number,
): Promise<WebhookDelivery> {
  return inTransaction(ctx, async ctx => {
    await lockRow(ctx, accountId, id)
    const row = await restartDelivery(ctx.db, id, deliveryId, ctx.platform.clock.now())
    if (!row) throw notFound('WebhookDelivery', deliveryId)
    ctx.afterCommit(() => ctx.platform.signals.emit(webhookSignal))
    return toDelivery(row)
  })
}

/**
 * Posts an event that is a test and nothing else, after what is due and whatever the webhook receives otherwise. Throws
 * ConflictError where nothing is posted at all.
 */
export async function testWebhook(ctx: Context, accountId: number, id: number): Promise<WebhookDelivery> {
  return inTransaction(ctx, async ctx => {
    const row = await lockRow(ctx, accountId, id)
    if (!row.active) throw new ServiceError('ConflictError', 'Nothing is posted to a webhook that is not active')
    const events = await insertEvents(ctx, [toWebhookEvent(row, 'Webhook.test')])
    await listAgain(ctx.db, id, events, ctx.platform.clock.now())
    // A target that failed may have been repaired, which is what a test is to show.
    await store.endHold(ctx.db, id)
    ctx.afterCommit(() => {
      signalEvents(ctx.platform.signals, events)
      ctx.platform.signals.emit(webhookSignal)
    })
    return toDelivery(await findDeliveryOfEvent(ctx.db, id, Number(events[0]?.id)))
  })
}

/**
 * Sends the events after `since` to the webhook again: the sender lists them step by step, however many
 * they are. Another replay takes the place of one that is under way. Throws BadRequestError when `since` is no event.
 */
export async function replay(
  ctx: Context,
  accountId: number,
  id: number,
  since: string | undefined,
): Promise<{ deliveries: number }> {
  return inTransaction(ctx, async ctx => {
    const row = await lockRow(ctx, accountId, id)
    const matching = store.matchesWebhook(row)
    const start = await toEventPosition(ctx, since)
    const deliveries = await countEvents(ctx.db, start, { matching })
    await store.keepReplay(ctx.db, id, start, { transaction: row.transaction, id: row.event_id })
    // The replay ends where what is still to be sent begins.
    await store.skipNothing(ctx.db, id)
    ctx.afterCommit(() => ctx.platform.signals.emit(webhookSignal))
    return { deliveries }
  })
}

function toUrl(url: string | undefined): string {
  const parsed = url === undefined ? undefined : parseOutboundUrl(url)
  if (!parsed) throw brokenRule('/url', 'must be an address with http or https, and without a user name')
  return parsed.href
}

async function assertProduction(ctx: Context, accountId: number, productionId: number | undefined): Promise<void> {
  if (productionId === undefined) return
  if ((await findAccountIdOfProduction(ctx.db, productionId)) !== accountId) {
    throw brokenRule('/productionId', 'is no production of this account')
  }
}

function toWebhookEvent(row: WebhookRow, verb: string): NewEvent {
  return {
    type: 'Activity',
    verb,
    accountId: row.account_id,
    object: { objectType: 'Webhook', id: row.id, url: row.url, active: row.active },
  }
}

function publish(ctx: Transaction, row: WebhookRow, verb: string): void {
  ctx.publish(toWebhookEvent(row, verb))
  ctx.afterCommit(() => ctx.platform.signals.emit(webhookSignal))
}
