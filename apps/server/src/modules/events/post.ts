import { brokenRule, type Event, type EventCreation } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import { insertEvents, type LoggedEvent, type NewEvent, signalEvents } from '../../platform/events/log.ts'
import { findAccountIdOfProduction } from '../productions/index.ts'
import { toEvent } from './service.ts'

declare module '../../platform/module.ts' {
  interface Services {
    /** Does what posted events ask for, in the transaction that writes them. */
    readonly followPostedEvents: (ctx: Transaction, accountId: number, events: readonly LoggedEvent[]) => Promise<void>
  }
}

/**
 * Takes events of another system into the log of an account, in their order, all or none (events-8). Who acted is whom
 * the event names, or the caller; the log keeps the caller either way.
 * Throws ValidationError for an event of a production that is not the account's.
 */
export async function postEvents(ctx: Context, accountId: number, posted: readonly EventCreation[]): Promise<Event[]> {
  return inTransaction(ctx, async ctx => {
    const checked = new Set<number>()
    for (const [index, { productionId }] of posted.entries()) {
      if (productionId === undefined || checked.has(productionId)) continue
      if ((await findAccountIdOfProduction(ctx.db, productionId)) !== accountId) {
        throw brokenRule(`/${index}/productionId`, 'is no production of this account')
      }
      checked.add(productionId)
    }
    const logged = await insertEvents(
      ctx,
      posted.map(event => toNewEvent(event, accountId)),
    )
    await ctx.platform.services.followPostedEvents(ctx, accountId, logged)
    ctx.afterCommit(() => signalEvents(ctx.platform.signals, logged))
    return logged.map(toEvent)
  })
}

/** An event without a type is an `Activity`, as those of deliveries are. The service gives `id`, `objectType` and account. */
function toNewEvent(event: EventCreation, accountId: number): NewEvent {
  const { id: _id, objectType: _objectType, ...posted } = event
  return { type: 'Activity', ...posted, accountId }
}
