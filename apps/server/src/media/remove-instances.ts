import type { Transaction } from '../platform/context.ts'
import { listInstanceRows, removeInstance } from './instances.ts'
import { publishMedia, updateMediaObjectFacts } from './media-objects.ts'

/** Removes the files of a clip that were made under this profile, and says so where it has no proxy any more. */
export async function removeInstancesOf(ctx: Transaction, mediaObjectId: number, profile: string): Promise<void> {
  const rows = await listInstanceRows(ctx.db, mediaObjectId)
  const removed = rows.filter(row => row.profile === profile)
  for (const row of removed) await removeInstance(ctx, row)
  const hadProxy = removed.some(row => row.type === 'PROXY')
  const hasProxy = rows.some(row => row.type === 'PROXY' && row.profile !== profile)
  if (!hadProxy || hasProxy) return
  const clip = await updateMediaObjectFacts(ctx, mediaObjectId, { proxyOnline: false })
  publishMedia(ctx, 'Media.instance.proxy.offline', clip)
}
