import type { Transaction } from '../../../platform/context.ts'
import { type MediaFacts, publishMedia, updateMediaObjectFacts } from '../clips/media-objects.ts'
import type { MediaInstanceRow } from '../tables.ts'
import { listInstanceRows, removeInstance } from './instances.ts'

/** What is known of a clip without a file. */
export const unknownFacts: MediaFacts = {
  type: 'PENDING',
  durationMs: null,
  sampleRate: null,
  frameCount: null,
  timecodeFrames: null,
  dropFrame: false,
  keyFrame: null,
}

/** Removes the files of a clip that were made under this profile, and says so where it has no proxy any more. */
export function removeInstancesOf(ctx: Transaction, mediaObjectId: number, profile: string): Promise<void> {
  return removeWhere(ctx, mediaObjectId, row => row.profile === profile)
}

/** Removes the original of a clip with everything made from it, and what was known of the file. */
export async function removeOriginal(ctx: Transaction, mediaObjectId: number): Promise<void> {
  const rows = await listInstanceRows(ctx.db, mediaObjectId)
  const originals = new Set(rows.filter(row => row.type === 'RAW').map(row => row.id))
  await removeWhere(ctx, mediaObjectId, row => originals.has(row.id) || originals.has(row.source_instance_id ?? 0))
  await updateMediaObjectFacts(ctx, mediaObjectId, unknownFacts)
}

async function removeWhere(
  ctx: Transaction,
  mediaObjectId: number,
  isRemoved: (row: MediaInstanceRow) => boolean,
): Promise<void> {
  const rows = await listInstanceRows(ctx.db, mediaObjectId)
  const removed = rows.filter(isRemoved)
  for (const row of removed) await removeInstance(ctx, row)
  const hadProxy = removed.some(row => row.type === 'PROXY')
  const hasProxy = rows.some(row => row.type === 'PROXY' && !removed.includes(row))
  if (!hadProxy || hasProxy) return
  const clip = await updateMediaObjectFacts(ctx, mediaObjectId, { proxyOnline: false })
  publishMedia(ctx, 'Media.instance.proxy.offline', clip)
}
