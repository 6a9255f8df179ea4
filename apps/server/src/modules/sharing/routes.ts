import { contract, malformed } from '@rushes/contract'
import { readListing } from '../../platform/http/answers/listing.ts'
import { type Api, type Exchange, implement } from '../../platform/http/index.ts'
import { writeFound } from '../annotations/index.ts'
import { withRetryAfter } from '../authentication/index.ts'
import { answerStream } from '../events/index.ts'
import { searchShareActivity } from './activity.ts'
import * as lists from './lists.ts'
import { followShare } from './outgoing/share-stream.ts'
import * as recipients from './recipients/recipients.ts'
import { addSharedUsers, listSharedUsers } from './shared-users/shared-users.ts'
import { getShareBranding } from './shares/branding.ts'
import { getShare } from './shares/get-share.ts'
import * as shares from './shares/shares.ts'
import { toShareObject } from './shares/to-share.ts'
import { identify } from './visitors/identify.ts'
import { getCurrentShare, loginToShare } from './visitors/login.ts'
import { deleteShareSession, listShareSessions } from './visitors/open-sessions.ts'
import { findViewedClip, noteView } from './visitors/visits.ts'

const { sharing } = contract

/** Which endpoint of shares is answered by which use case; streams end when the service stops. */
export function addSharingRoutes(api: Api): void {
  addShares(api)
  addVisits(api)
  implement(api, sharing.streamShareEvents, async (ctx, { params, exchange }) =>
    answerStream(ctx, exchange, api.stopping, await followShare(ctx, params.prId, params.id)),
  )
  addLists(api)
  addVisitNotes(api)
}

function addShares(api: Api): void {
  implement(api, sharing.createShare, (ctx, { params, body }) => shares.createShare(ctx, params.prId, params.id, body))
  implement(api, sharing.listShares, (ctx, { params, query }) =>
    shares.listShares(ctx, params.prId, readListing(query)),
  )
  implement(api, sharing.getShare, async (ctx, { params }) =>
    toShareObject(await getShare(ctx, params.prId, params.id), ctx),
  )
  implement(api, sharing.updateShare, (ctx, { params, body }) => shares.updateShare(ctx, params.prId, params.id, body))
  implement(api, sharing.deleteShare, (ctx, { params }) => shares.deleteShare(ctx, params.prId, params.id))
  implement(api, sharing.setSharePassword, (ctx, { params, body, exchange }) =>
    shares.setSharePassword(ctx, params.prId, params.id, body ?? readEmptyText(exchange)),
  )
}

/** A text without a single byte is the empty one; without a content type nothing was sent at all. */
function readEmptyText({ headers }: Exchange): string {
  if (headers['content-type']?.startsWith('text/plain') === true) return ''
  throw malformed('/', 'a password is needed as JSON or plain text, the empty text to clear it')
}

function addVisits(api: Api): void {
  implement(api, sharing.loginToShare, (ctx, { params, body, exchange }) =>
    withRetryAfter(exchange, () =>
      loginToShare(ctx, params.prId, params.id, body, {
        token: exchange.credentials?.token,
        address: exchange.remoteAddress,
      }),
    ),
  )
  implement(api, sharing.getCurrentShare, (ctx, { params, exchange }) =>
    getCurrentShare(ctx, params.prId, exchange.credentials?.token),
  )
  implement(api, sharing.getShareBranding, (ctx, { params, exchange }) =>
    getShareBranding(ctx, params.prId, exchange.credentials?.token),
  )
  implement(api, sharing.identify, (ctx, { params, body, exchange }) =>
    withRetryAfter(exchange, () =>
      identify(ctx, params.prId, body, { token: exchange.credentials?.token, address: exchange.remoteAddress }),
    ),
  )
  implement(api, sharing.listShareSessions, (ctx, { params, query }) =>
    listShareSessions(ctx, params.prId, params.id, readListing(query)),
  )
  implement(api, sharing.deleteShareSession, async (ctx, { params }) => {
    await deleteShareSession(ctx, params.prId, params.id, params.sessionId)
    return undefined
  })
  implement(api, sharing.listShareRecipients, (ctx, { params, query }) =>
    recipients.listRecipients(ctx, params.prId, params.id, readListing(query)),
  )
  implement(api, sharing.createShareRecipient, (ctx, { params, body }) =>
    recipients.createRecipient(ctx, params.prId, params.id, body),
  )
  implement(api, sharing.endShareRecipient, (ctx, { params }) =>
    recipients.endRecipient(ctx, params.prId, params.id, params.recipientId),
  )
  implement(api, sharing.listSharedUsers, (ctx, { params, query }) =>
    listSharedUsers(ctx, params.prId, params.id, readListing(query)),
  )
  implement(api, sharing.addSharedUsers, async (ctx, { params, body }) => {
    const added = await addSharedUsers(ctx, params.prId, params.id, Array.isArray(body) ? body : [body])
    return added.length === 1 ? added[0]! : added
  })
}

/** Recorded before the response is sent, so that everything a visitor has seen is in the log. */
function addVisitNotes({ fastify, platform }: Api): void {
  fastify.addHook('onSend', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    const { actor, params = {} } = request.passage ?? {}
    if (!endpoint || actor?.kind !== 'visitor' || reply.statusCode >= 400) return
    const clipId = findViewedClip(endpoint, params)
    const ctx = { db: platform.database, actor, requestId: request.id, platform }
    if (clipId !== undefined) await noteView(ctx, actor, clipId)
  })
}

function addLists(api: Api): void {
  implement(api, sharing.searchShareActivity, (ctx, { params, query }) =>
    searchShareActivity(ctx, params.prId, params.id, query),
  )
  implement(api, sharing.searchShareAnnotations, (ctx, { params, query }) =>
    lists.searchShareAnnotations(ctx, params.prId, params.id, query),
  )
  implement(api, sharing.searchAttachedAnnotations, (ctx, { params, query }) =>
    lists.searchAttachedAnnotations(ctx, params.prId, params.id, query),
  )
  implement(api, sharing.searchCreatedAnnotations, (ctx, { params, query }) =>
    lists.searchCreatedAnnotations(ctx, params.prId, params.id, query),
  )
  implement(api, sharing.searchShareAnnotationsAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, query => lists.searchShareAnnotations(ctx, params.prId, params.id, query)),
  )
  implement(api, sharing.searchAttachedAnnotationsAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, query => lists.searchAttachedAnnotations(ctx, params.prId, params.id, query)),
  )
  implement(api, sharing.searchCreatedAnnotationsAsFile, (ctx, { params, query }) =>
    writeFound(ctx, params.format, query, query => lists.searchCreatedAnnotations(ctx, params.prId, params.id, query)),
  )
}
