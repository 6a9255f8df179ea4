/** What happens to what a share shows, for whoever looks at it: no more of it than they could find by asking. */

import type { Event } from '@rushes/contract'
import { isClipAttached } from '../annotations/index.ts'
import { isOfAnotherShare, listCollectionIds } from '../collections/index.ts'
import { findStart, writeEvents } from '../events/index.ts'
import type { Context } from '../platform/context.ts'
import type { LoggedEvent } from '../platform/event-log.ts'
import { getShare } from './get-share.ts'
import type { ShareRow } from './tables.ts'
import { isAnnotationInside } from './visitor.ts'

/** The thing that an event tells of, as rooms below tell it. */
interface Told {
  id?: unknown
  objectType?: unknown
  mediaObjectId?: unknown
  relatedToId?: unknown
  createdByShareId?: unknown
}

/** Members of what it happened to that say what to look at anew; who did it is not told. */
const toldMembers = ['objectType', 'id', 'funnel', 'mediaObjectId', 'version'] as const

/**
 * The events of the clips in a share from now on until the signal, as server-sent events. What came before is not
 * looked through for visitors: whoever comes back asks for everything anew. Throws NotFoundError.
 */
export async function openShareEvents(
  ctx: Context,
  productionId: number,
  id: number,
): Promise<(signal: AbortSignal) => AsyncGenerator<string, void, undefined>> {
  const share = await getShare(ctx, productionId, id)
  const start = await findStart(ctx, undefined)
  return signal => writeEvents(ctx, productionId, start, signal, event => toVisitorEvent(ctx, share, event))
}

/** An event as visitors see it; nothing for one that is not of their share. */
async function toVisitorEvent(ctx: Context, share: ShareRow, event: LoggedEvent): Promise<Event | undefined> {
  const { object = {} } = event
  const told: Told = object
  const isOfClip = event.type.startsWith('Media.')
  if (!isOfClip && event.verb?.startsWith('Annotation.') !== true) return undefined
  const clipId = Number(told.mediaObjectId ?? (told.objectType === 'MediaObject' ? told.id : undefined))
  if (!(await isClipInside(ctx, share, clipId))) return undefined
  if (!isOfClip && !(await isTheirs(ctx, share, event.verb === 'Annotation.delete', told))) return undefined
  const { id, type, verb, created, productionId } = event
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

async function isClipInside({ db }: Context, share: ShareRow, clipId: number): Promise<boolean> {
  return (
    Number.isSafeInteger(clipId) && isClipAttached(db, clipId, await listCollectionIds(db, share.editorial_object_id))
  )
}

/** Whether an annotation is, or was, one that visitors see: what another share's visitors say stays among them. */
async function isTheirs(ctx: Context, share: ShareRow, isGone: boolean, told: Told): Promise<boolean> {
  const inside = { productionId: share.production_id, editorialObjectId: share.editorial_object_id, shareId: share.id }
  if (!isGone) return isAnnotationInside(ctx.db, inside, Number(told.id))
  const ownShare = told.createdByShareId === undefined ? null : Number(told.createdByShareId)
  if (isOfAnotherShare({ object_type: String(told.objectType), created_by_share_id: ownShare }, share.id)) return false
  // A reply that went with what it answers: the end of that is told.
  return told.relatedToId === undefined || isAnnotationInside(ctx.db, inside, Number(told.relatedToId))
}
