/** Lists what is to be sent to a webhook: what has happened since, and what somebody wants to have again. */

import type { Platform } from '../../platform/context.ts'
import { readEvents } from '../../platform/events/log.ts'
import { listAgain, listNextEvents } from './delivery-store.ts'
import { keepReplay, lockReplay, matchesWebhook } from './store.ts'
import type { WebhookRow } from './tables.ts'

/** Events that one step lists. */
const stepSize = 1000

/** Lists what has happened since; answers whether there may be more, at once or as soon as an older transaction ends. */
export function followLog({ database, clock }: Platform, webhook: WebhookRow) {
  return listNextEvents(database, webhook, { now: clock.now(), limit: stepSize })
}

/** Takes a step of the replay that is wanted, if one is; answers whether there may be more. */
export async function followReplay(platform: Platform, webhook: WebhookRow): Promise<boolean> {
  if (webhook.replay_transaction === null) return false
  return platform.database.transaction().execute(async db => {
    // Another replay may have been asked for meanwhile.
    const replay = await lockReplay(db, webhook.id)
    if (!replay) return false
    const { position: after, end } = replay
    const wanted = { matching: matchesWebhook(webhook), limit: stepSize, upTo: end }
    const { events, position, hasMore } = await readEvents(db, after, wanted)
    await listAgain(db, webhook.id, events, platform.clock.now())
    await (hasMore ? keepReplay(db, webhook.id, position, end) : keepReplay(db, webhook.id, undefined, undefined))
    return hasMore
  })
}
