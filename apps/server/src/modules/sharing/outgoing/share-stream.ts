/** Events of what a share shows, for its visitors: no more than they could find by asking. */

import { type Event, internalClass } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { FeedEntry } from '../../../platform/events/feed.ts'
import type { LoggedEvent } from '../../../platform/events/log.ts'
import type { EventWriter } from '../../../platform/http/index.ts'
import { isHiddenFromShare } from '../../annotations/index.ts'
import { toMessage } from '../../events/index.ts'
import { getShare } from '../shares/get-share.ts'
import { findPlacement, type Inside, type Placement } from '../visitors/inside.ts'

/** The object of an event, as the modules below describe it. */
interface Told {
  id?: unknown
  objectType?: unknown
  mediaObjectId?: unknown
  relatedToId?: unknown
  createdByShareId?: unknown
  securityClasses?: unknown
}

/** Members of the event's object that say what to reload; who caused the event is not disclosed. */
const toldMembers = ['objectType', 'id', 'funnel', 'mediaObjectId', 'version'] as const

/**
 * Writes the events of the clips in a share from now on, as server-sent events. What came before is not looked through
 * for visitors, who ask for everything again when they come back. Throws NotFoundError.
 */
export async function followShare(
  ctx: Context,
  productionId: number,
  id: number,
): Promise<(entry: FeedEntry, writer: EventWriter) => Promise<void>> {
  const share = await getShare(ctx, productionId, id)
  const inside = { shareId: share.id, editorialObjectId: share.editorial_object_id }
  const { database } = ctx.platform
  return (entry, writer) =>
    new Promise((_resolve, reject) => {
      entry.join(productionId, async batch => {
        try {
          const placement = await batch.derive(findTold, events => findTold(database, productionId, events))
          const messages = batch.derive(`share ${share.id}`, events => toMessages(events, inside, placement))
          if (messages.length > 0) writer.send(messages)
        } catch (error) {
          reject(error)
        }
      })
    })
}

/** Where everything is that these events are about. */
function findTold(db: Database, productionId: number, events: readonly LoggedEvent[]): Promise<Placement> {
  const told = events.filter(isTold)
  return findPlacement(db, productionId, {
    clipIds: told.map(toClipId).filter(Number.isSafeInteger),
    annotationIds: told.flatMap(toAnnotationId).filter(Number.isSafeInteger),
  })
}

function toMessages(events: readonly LoggedEvent[], share: Inside, placement: Placement): Buffer {
  const seen = events.filter(isTold).flatMap(event => {
    if (isSeen(event, share, placement)) return [event]
    return isWithdrawn(event, share, placement) ? [{ ...event, verb: deletion }] : []
  })
  return Buffer.from(seen.map(event => toMessage(toVisitorEvent(event))).join(''))
}

/** Whether visitors get such events at all. */
function isTold(event: LoggedEvent): boolean {
  return isOfClip(event) || event.verb?.startsWith('Annotation.') === true
}

function isOfClip(event: LoggedEvent): boolean {
  return event.type.startsWith('Media.')
}

function isSeen(event: LoggedEvent, share: Inside, placement: Placement): boolean {
  if (!placement.hasClip(share, toClipId(event))) return false
  if (isOfClip(event)) return true
  if (isEnd(event) && isHiddenFromShare(toAudience(event.object), share.shareId)) return false
  // A reply that was deleted with the comment it answers: that deletion has its own event.
  return toAnnotationId(event).every(id => placement.hasAnnotation(share, id))
}

/** Of a comment that visitors saw until it was made one for the team only: to them it is gone. */
function isWithdrawn(event: LoggedEvent, share: Inside, placement: Placement): boolean {
  return event.extended?.internal === true && toAnnotationId(event).every(id => placement.hadAnnotation(share, id))
}

/** Whom an annotation was for that is gone. */
function toAudience({ objectType, createdByShareId, securityClasses }: Told = {}) {
  return {
    object_type: String(objectType),
    created_by_share_id: createdByShareId === undefined ? null : Number(createdByShareId),
    is_internal: Array.isArray(securityClasses) && securityClasses.includes(internalClass),
  }
}

const deletion = 'Annotation.delete'

function isEnd(event: LoggedEvent): boolean {
  return event.verb === deletion
}

function toClipId({ object = {} }: LoggedEvent): number {
  const told: Told = object
  return Number(told.mediaObjectId ?? (told.objectType === 'MediaObject' ? told.id : undefined))
}

/** The annotation that visitors have to see to be notified: it, or what it answered when it is gone. */
function toAnnotationId(event: LoggedEvent): number[] {
  if (isOfClip(event)) return []
  const told: Told = event.object ?? {}
  if (!isEnd(event)) return [Number(told.id)]
  return told.relatedToId === undefined ? [] : [Number(told.relatedToId)]
}

/** An event as visitors see it. */
function toVisitorEvent({ id, type, verb, created, productionId, object = {} }: LoggedEvent): Event {
  const members = toldMembers.flatMap(name => (object[name] === undefined ? [] : [[name, object[name]]]))
  return {
    id,
    objectType: 'Event',
    type,
    created,
    ...(productionId === undefined ? {} : { productionId }),
    ...(verb === undefined ? {} : { verb }),
    object: Object.fromEntries(members),
  }
}
