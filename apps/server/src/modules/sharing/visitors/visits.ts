/**
 * What visitors look at and take, told in events of the share (sharing-49). Each
 * session tells once of each clip that it viewed, played or downloaded.
 */

import type { Endpoint, InstanceType } from '@rushes/contract'
import { type Actor, type Context, inTransaction, type VisitorActor } from '../../../platform/context.ts'
import { publishShare } from '../outgoing/events.ts'
import { holdShare } from '../shares/store.ts'
import { insertVisit } from './visit-store.ts'

/** What a visitor does with a clip without changing anything. */
type VisitVerb = 'Share.view' | 'Share.play' | 'Share.download'

/** Calls by which a page opens a clip, and the parameter that names it. */
const viewing: Readonly<Record<string, string>> = { getMediaObject: 'id', getMediaObjectAnnotation: 'moId' }

/** The clip that a call of a visitor opens; nothing for any other call. */
export function findViewedClip({ id }: Pick<Endpoint, 'id'>, params: Record<string, unknown>): number | undefined {
  const name = Object.hasOwn(viewing, id) ? viewing[id] : undefined
  return name === undefined ? undefined : Number(params[name])
}

/** A visitor has opened a clip. */
export async function noteView(ctx: Context, visitor: VisitorActor, mediaObjectId: number): Promise<void> {
  await note(ctx, visitor, 'Share.view', mediaObjectId)
}

/** Links work for everyone who has them: the original is downloaded, the proxy is played. */
export async function noteDelivery(
  ctx: Context,
  holder: Actor,
  instance: { type: InstanceType; media_object_id: number },
): Promise<void> {
  if (holder.kind !== 'visitor') return
  const verb = instance.type === 'RAW' ? 'Share.download' : instance.type === 'PROXY' ? 'Share.play' : undefined
  if (verb !== undefined) await note(ctx, holder, verb, instance.media_object_id)
}

const mostRemembered = 10_000

declare module '../../../platform/module.ts' {
  interface Services {
    /** Visits that have been reported, as far as this process knows. */
    readonly toldVisits: Set<string>
  }
}

/** A visit that could not be noted is no reason to refuse it. */
async function note(ctx: Context, visitor: VisitorActor, verb: VisitVerb, mediaObjectId: number): Promise<void> {
  const { platform } = ctx
  const known = platform.services.toldVisits
  const key = `${visitor.sessionId} ${verb} ${mediaObjectId}`
  if (known.has(key)) return
  try {
    await publishFirst({ ...ctx, actor: visitor }, visitor, verb, mediaObjectId)
    if (known.size >= mostRemembered) known.clear()
    known.add(key)
  } catch (error) {
    platform.log.warn({ err: error, shareId: visitor.shareId }, 'could not note a visit')
  }
}

async function publishFirst(ctx: Context, visitor: VisitorActor, verb: VisitVerb, mediaObjectId: number) {
  const { sessionId: session_id, shareId: share_id, productionId } = visitor
  await inTransaction(ctx, async ctx => {
    const share = await holdShare(ctx.db, productionId, share_id)
    if (!share) return
    const created = ctx.platform.clock.now()
    const first = await insertVisit(ctx.db, { session_id, verb, media_object_id: mediaObjectId, share_id, created })
    if (!first) return
    publishShare(ctx, share, verb, { objectType: 'MediaObject', id: mediaObjectId }, first.recipient_id)
  })
}
