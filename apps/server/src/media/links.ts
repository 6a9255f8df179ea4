import { type InstanceType, missingRight, notFound, ServiceError } from '@rushes/contract'
import type { Context } from '../platform/context.ts'
import { isSignedBy, sign } from '../platform/tokens.ts'
import { findStanding } from '../productions/index.ts'
import { getInstanceRow } from './instances.ts'
import { isOriginal } from './policy.ts'
import { findInstanceRow } from './store.ts'
import type { MediaInstanceRow } from './tables.ts'

/** A player that seeks asks for bytes as long as it is open, with the address that it was given first. */
const lifetimeMs = 6 * 60 * 60 * 1000

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
  assertMayDownload(ctx, row.type)
  return signLink(ctx, row)
}

/** The signed address of an instance, for those who have decided already that the caller may have it. */
function signLink(ctx: Context, row: Pick<MediaInstanceRow, 'id' | 'file_name'>): string {
  const expires = ctx.platform.clock.now() + lifetimeMs
  const name = encodeURIComponent((row.file_name ?? String(row.id)).toWellFormed())
  const signature = sign(ctx.platform.secret, toSignedText(row.id, expires))
  return `${ctx.platform.publicUrl}/media/${row.id}/${name}?expires=${expires}&signature=${signature}`
}

function assertMayDownload({ actor }: Context, type: InstanceType): void {
  if (!isOriginal(type)) return
  if (actor.kind === 'user' && !actor.rights.has('LIBRARY_DOWNLOAD')) throw missingRight('LIBRARY_DOWNLOAD')
  if (actor.kind === 'visitor' && !actor.permissions.has('DOWNLOAD')) throw missingRight('DOWNLOAD')
}

function toSignedText(instanceId: number, expires: number | string): string {
  return `media:${instanceId}:${expires}`
}

/** The instance that a link opens, and for how long still: 403 when forged or expired, 404 when the clip is gone. */
export async function openLink(
  ctx: Context,
  instanceId: number,
  { expires, signature }: { expires?: string | undefined; signature?: string | undefined },
): Promise<{ row: MediaInstanceRow; remainingMs: number }> {
  const isSigned =
    expires !== undefined &&
    signature !== undefined &&
    isSignedBy(ctx.platform.secret, toSignedText(instanceId, expires), signature)
  if (!isSigned) throw new ServiceError('ForbiddenError', 'This link was not made by this service')
  const remainingMs = Number(expires) - ctx.platform.clock.now()
  if (remainingMs <= 0) throw new ServiceError('ForbiddenError', 'This link has expired; ask for a new one')
  const row = await findInstanceRow(ctx.db, instanceId)
  const standing = row && (await findStanding(ctx.db, row.production_id, 0))
  if (!row || !standing || standing.deleted !== null) throw notFound('MediaObjectInstance', instanceId)
  return { row, remainingMs }
}
