/** Lists what is to be sent to a webhook: what has happened since, and what somebody wants to have again. */

import { sql } from 'kysely'
import type { Platform } from '../platform/context.ts'
import type { Database } from '../platform/database/index.ts'
import { readEvents } from '../platform/event-log.ts'
import { listProductionIds } from '../productions/index.ts'
import { insertDeliveries } from './delivery-store.ts'
import { keepPosition, keepReplay, lockReplay, matchesWebhook } from './store.ts'
import type { WebhookRow } from './tables.ts'

/** Events that one step lists. */
const stepSize = 1000

/** Lists what has happened since; answers whether there may be more. */
export async function followLog(platform: Platform, webhook: WebhookRow): Promise<boolean> {
  return platform.database.transaction().execute(async db => {
    const after = { transaction: webhook.transaction, id: webhook.event_id }
    const matching = await matchWebhook(db, webhook)
    const { events, position } = await readEvents(db, after, { limit: stepSize, matching })
    await insertDeliveries(db, webhook.id, events, { now: platform.clock.now(), anew: false })
    await keepPosition(db, webhook.id, position)
    return events.length === stepSize
  })
}

/** Takes a step of the replay that is wanted, if one is; answers whether there may be more. */
export async function followReplay(platform: Platform, webhook: WebhookRow): Promise<boolean> {
  if (webhook.replay_transaction === null) return false
  return platform.database.transaction().execute(async db => {
    // Another replay may have been asked for meanwhile.
    const replay = await lockReplay(db, webhook.id)
    if (!replay) return false
    const { position: after, end } = replay
    const upToEnd = sql<boolean>`(transaction, id) <= (${end.transaction}::xid8, ${end.id}::bigint)`
    const matching = sql<boolean>`(${await matchWebhook(db, webhook)} and ${upToEnd})`
    const { events, position } = await readEvents(db, after, { limit: stepSize, matching })
    await insertDeliveries(db, webhook.id, events, { now: platform.clock.now(), anew: true })
    const hasMore = events.length === stepSize
    await (hasMore ? keepReplay(db, webhook.id, position, end) : keepReplay(db, webhook.id, undefined, undefined))
    return hasMore
  })
}

async function matchWebhook(db: Database, webhook: WebhookRow) {
  return matchesWebhook(webhook, await listProductionIds(db, webhook.account_id))
}
