/**
 * Calls to the `callbackURL` of a share: each event of the share, as GET event shows it, by POST. Anything but an answer
 * 2xx is tried again by the outbox; 410 ends it. A share that is gone has no address to call: its end is not told here.
 */

import type { Event } from '@rushes/contract'
import type { Platform, Transaction } from '../../../platform/context.ts'
import { startFollower } from '../../../platform/events/follower.ts'
import type { LoggedEvent } from '../../../platform/events/log.ts'
import { type Carry, putIntoOutbox, startCarrying, UndeliverableError } from '../../../platform/events/outbox/index.ts'
import type { Outbound } from '../../../platform/security/outbound.ts'
import { toEvent } from '../../events/index.ts'
import { findCallbackUrls } from '../shares/store.ts'

const carrier = 'callback'
const timeoutMs = 15_000
const mostAnswerBytes = 1_000

interface Call {
  url: string
  event: Event
}

/** Starts to report what happens in shares that name an address for it; the result stops it. */
export async function startShareCalls(platform: Platform): Promise<() => Promise<void>> {
  const stopFollowing = await startFollower(platform, { name: 'share calls', wants: isOfShare, follow: queueCalls })
  const stopCarrying = startCarrying(platform, carrier, createCarrier(platform.outbound))
  return async () => {
    await Promise.all([stopFollowing(), stopCarrying()])
  }
}

/** Whether it happened in a share. */
function isOfShare({ shareId }: LoggedEvent): boolean {
  return shareId !== undefined
}

async function queueCalls(ctx: Transaction, events: readonly LoggedEvent[]): Promise<void> {
  const urls = await findCallbackUrls(ctx.db, [...new Set(events.flatMap(event => event.shareId ?? []))])
  for (const event of events) {
    const url = urls.get(event.shareId ?? 0)
    if (url === undefined) continue
    const content: Call = { url, event: toEvent(event) }
    await putIntoOutbox(ctx, {
      carrier,
      kind: event.verb ?? event.type,
      address: new URL(url).host,
      productionId: event.productionId,
      content,
    })
  }
}

function createCarrier(outbound: Outbound): Carry {
  return async (content, { id }) => {
    const { url, event } = content as Call
    const answer = await outbound.call({
      url,
      method: 'POST',
      // The same at every attempt, so that a receiver can pass over what it has.
      headers: { 'content-type': 'application/json; charset=utf-8', 'webhook-id': `share_${id}` },
      body: JSON.stringify(event),
      timeoutMs,
      mostAnswerBytes,
    })
    if (answer.status === 410) throw new UndeliverableError('the address is gone (410)')
    if (answer.status < 200 || answer.status > 299) throw new Error(`the address answered ${answer.status}`)
  }
}
