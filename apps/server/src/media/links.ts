import { type InstanceType, missingRight, notFound, ServiceError } from '@rushes/contract'
import { type Bearer, getBearer } from '../authentication/index.ts'
import type { Actor } from '../platform/actor.ts'
import type { Context } from '../platform/context.ts'
import { isSignedBy, sign } from '../platform/tokens.ts'
import { getInstanceRow } from './instances.ts'
import { isOriginal } from './policy.ts'
import { findInstanceRow } from './store.ts'
import type { MediaInstanceRow } from './tables.ts'

/** A player that seeks asks for bytes as long as it is open, with the address that it was given first. */
const lifetimeMs = 6 * 60 * 60 * 1000

/** Who holds a link, with what they may do with this clip by now; throws when it is nothing any more. */
export type AuthorizeHolder = (bearer: Bearer, clip: { prId: number; id: number }) => Promise<Actor>

/**
 * The signed, expiring address of an instance's bytes. "By kind: original needs LIBRARY_DOWNLOAD or share DOWNLOAD;
 * proxies need the view or DOWNLOAD_PROXY."
 */
export async function createDownloadLink(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  instanceId: number,
): Promise<string> {
  const row = await getInstanceRow(ctx.db, productionId, mediaObjectId, instanceId)
  assertMayDownload(ctx.actor, row.type)
  const expires = ctx.platform.clock.now() + lifetimeMs
  const bearer = formatBearer(await getBearer(ctx))
  const name = encodeURIComponent((row.file_name ?? String(row.id)).toWellFormed())
  const signature = sign(ctx.platform.secret, toSignedText(row.id, bearer, expires))
  const query = new URLSearchParams({ expires: String(expires), bearer, signature })
  return `${ctx.platform.publicUrl}/media/${row.id}/${name}?${query}`
}

function assertMayDownload(actor: Actor, type: InstanceType): void {
  if (!isOriginal(type)) return
  if (actor.kind === 'user' && !actor.rights.has('LIBRARY_DOWNLOAD')) throw missingRight('LIBRARY_DOWNLOAD')
  if (actor.kind === 'visitor' && !actor.permissions.has('DOWNLOAD')) throw missingRight('DOWNLOAD')
}

function toSignedText(instanceId: number, bearer: string, expires: number | string): string {
  return `media:${instanceId}:${bearer}:${expires}`
}

/** `session.user.end of session`, with nothing for what is not there. */
function formatBearer({ sessionId, userId, sessionEnds }: Bearer): string {
  return [sessionId, userId, sessionEnds].map(part => part ?? '').join('.')
}

function parseBearer(text: string): Bearer {
  const [sessionId, userId, sessionEnds] = text.split('.').map(part => (part === '' ? undefined : Number(part)))
  return { sessionId: sessionId ?? 0, userId, sessionEnds }
}

/** What an address of bytes holds. */
export interface LinkQuery {
  readonly expires?: string | undefined
  readonly bearer?: string | undefined
  readonly signature?: string | undefined
}

/** What an honest link opens. */
export interface OpenedLink {
  readonly row: MediaInstanceRow
  /** How long it opens still. */
  readonly remainingMs: number
  /** Whoever made the link, with what they may do by now. */
  readonly holder: Actor
  /** Throws when whoever made the link may not have the bytes any more. */
  assertHolder(): Promise<void>
}

/** What a link opens: 403 when it is forged, expired or withdrawn, 404 when the clip is gone. */
export async function openLink(
  ctx: Context,
  authorizeHolder: AuthorizeHolder,
  instanceId: number,
  { expires = '', bearer = '', signature = '' }: LinkQuery,
): Promise<OpenedLink> {
  if (!isSignedBy(ctx.platform.secret, toSignedText(instanceId, bearer, expires), signature)) {
    throw new ServiceError('ForbiddenError', 'This link was not made by this service')
  }
  const remainingMs = Number(expires) - ctx.platform.clock.now()
  if (remainingMs <= 0) throw new ServiceError('ForbiddenError', 'This link has expired; ask for a new one')
  const row = await findInstanceRow(ctx.db, instanceId)
  if (!row) throw notFound('MediaObjectInstance', instanceId)
  const authorized = parseBearer(bearer)
  const authorize = async () => {
    const actor = await authorizeHolder(authorized, { prId: row.production_id, id: row.media_object_id })
    assertMayDownload(actor, row.type)
    return actor
  }
  return { row, remainingMs, holder: await authorize(), assertHolder: async () => void (await authorize()) }
}
