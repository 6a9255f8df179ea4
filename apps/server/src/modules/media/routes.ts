import { contract, notFound, toWholePage } from '@rushes/contract'
import type { Actor, Context } from '../../platform/context.ts'
import { readListing } from '../../platform/http/answers/listing.ts'
import { type Api, implement, RawReply } from '../../platform/http/index.ts'
import { deliver, toHandOver, toRedirection } from './bytes/delivery.ts'
import { type AuthorizeHolder, createDownloadLink, openLink } from './bytes/links.ts'
import { answerFrameTimes } from './clips/frame-times.ts'
import { getMediaObject, listMediaObjects } from './clips/media-objects.ts'
import { findPoster, getInstance, listInstancesOfClip } from './instances/instances.ts'
import type { MediaInstanceRow } from './tables.ts'

const { media } = contract

/** How long a browser shows a picture without asking whether it is still the one. */
const posterMs = 60_000

declare module '../../platform/module.ts' {
  interface Services {
    /** The clips that lie in the share through which the caller came; asked only for visitors. */
    readonly listVisitorClipIds: (ctx: Context) => Promise<readonly number[]>
    /** Called before bytes are sent, with their recipient. */
    readonly noteDelivery: (ctx: Context, holder: Actor, instance: MediaInstanceRow) => Promise<void>
  }
}

/**
 * Which endpoint of media is answered by which use case. Changes of a clip, which its annotations follow, are answered
 * by the module of uploads.
 */
export function addMediaRoutes(api: Api): void {
  const { listVisitorClipIds, noteDelivery } = api.platform.services
  const authorizeHolder: AuthorizeHolder = (bearer, params) =>
    api.authorizeLink(media.getDownloadLink.access, bearer, params)
  implement(api, media.listMediaObjects, async (ctx, { params, query }) =>
    listMediaObjects(ctx, params.prId, readListing(query), {
      isPlain: query.fq === undefined && query.sort === undefined,
      ids: ctx.actor.kind === 'visitor' ? await listVisitorClipIds(ctx) : undefined,
    }),
  )
  implement(api, media.getMediaObject, (ctx, { params }) => getMediaObject(ctx, params.prId, params.id))
  implement(api, media.getFrameTimes, (ctx, { params }) => answerFrameTimes(ctx, params.prId, params.moId))
  implement(api, media.getPoster, async (ctx, { params, exchange }) => {
    const row = await findPoster(ctx.db, params.prId, params.id)
    if (!row) throw notFound('Poster of the clip', params.id)
    return deliver(ctx, { row, remainingMs: posterMs, assertHolder: exchange.assertStillAllowed }, exchange, true)
  })
  implement(api, media.listInstances, async (ctx, { params }) =>
    toWholePage(await listInstancesOfClip(ctx, params.prId, params.id)),
  )
  implement(api, media.getInstance, (ctx, { params }) => getInstance(ctx, params.prId, params.id, params.moiId))
  implement(api, media.getDownloadLink, async (ctx, { params }) => {
    const link = await createDownloadLink(ctx, params.prId, params.id, params.moiId)
    return new RawReply(200, { 'content-type': 'text/plain; charset=utf-8' }, link)
  })
  // HEAD first: the web framework makes one of its own for each GET that has none yet.
  implement(api, media.headBytes, async (ctx, { params, query, exchange }) => {
    const link = await openLink(ctx, authorizeHolder, params.instanceId, query)
    return toHandOver(ctx, link, exchange) ?? deliver(ctx, link, exchange, false)
  })
  implement(api, media.getBytes, async (ctx, { params, query, exchange }) => {
    const link = await openLink(ctx, authorizeHolder, params.instanceId, query)
    await noteDelivery(ctx, link.holder, link.row)
    const elsewhere = query.redirect === false ? undefined : await toRedirection(ctx, link.row)
    return elsewhere ?? toHandOver(ctx, link, exchange) ?? deliver(ctx, link, exchange, true)
  })
}
