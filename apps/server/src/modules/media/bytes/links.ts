import { notFound } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import type { Actor } from '../../../platform/security/actor.ts'
import {
  type AddressQuery,
  type Bearer,
  openAddress,
  signAddress,
  type UnsignedAddress,
} from '../../../platform/security/bearer.ts'
import { getInstanceRow } from '../instances/instances.ts'
import { assertMayDownload } from '../policy.ts'
import { findInstanceRow } from '../store.ts'
import type { MediaInstanceRow } from '../tables.ts'

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
  return signAddress(ctx.platform, ctx.actor, toMediaAddress(row, ctx.platform.clock.now() + lifetimeMs))
}

/** Where the bytes of an instance are, to be signed for each reader. */
export function toMediaAddress(row: MediaInstanceRow, expires: number): UnsignedAddress {
  const name = encodeURIComponent((row.file_name ?? String(row.id)).toWellFormed())
  return { subject: toSubject(row.id), path: `/media/${row.id}/${name}`, expires }
}

function toSubject(instanceId: number): string {
  return `media:${instanceId}`
}

/** What an honest link opens. */
export interface OpenedLink {
  readonly row: MediaInstanceRow
  /** How long it opens still. */
  readonly remainingMs: number
  /** The user or visitor who made the link, with their present rights. */
  readonly holder: Actor
  /** Throws when the link's maker may no longer have the bytes. */
  assertHolder(): Promise<void>
}

/** What a link opens: 403 when it is forged, expired or withdrawn, 404 when the clip is gone. */
export async function openLink(
  ctx: Context,
  authorizeHolder: AuthorizeHolder,
  instanceId: number,
  query: AddressQuery,
): Promise<OpenedLink> {
  const { bearer, remainingMs } = openAddress(ctx.platform, toSubject(instanceId), query)
  const row = await findInstanceRow(ctx.db, instanceId)
  if (!row) throw notFound('MediaObjectInstance', instanceId)
  const authorize = async () => {
    const actor = await authorizeHolder(bearer, { prId: row.production_id, id: row.media_object_id })
    assertMayDownload(actor, row.type)
    return actor
  }
  return { row, remainingMs, holder: await authorize(), assertHolder: async () => void (await authorize()) }
}
